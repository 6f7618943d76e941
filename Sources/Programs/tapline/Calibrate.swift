import ArgumentParser
import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineSimulator

/// `tapline calibrate`.
struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Corrects a panel by places that you touch.",
        discussion: """
            Asks for three to five places of the picture, measured from its edges, and writes the affine correction that \
            fits the touches best into the board's file, as transform: {calibration: […]}; comments and everything else \
            in the file stay. It tells how far the touches are from their places afterwards. Touches on a line, and \
            touches that contradict each other, are refused with the figure, exit code 65, and the file stays as it was. \
            On a simulated board the fingers are those of --fingers.
            """)

    @Option(help: "The board: a name, or a file. Its file is written.")
    var board: String
    @Option(help: "How many places, 3 to 5: corners, then the middle. With three the touches cannot be checked.")
    var points = 5
    @Option(help: "How far the places are from the edges, in % of the picture, 5 to 30; 20 on a round one.")
    var inset = 10
    @Option(help: "Whose fingers touch a simulated panel: a recording (trace/1), scaled to the board.")
    var fingers: String?
    @Flag(help: "Do not wait for the clock: run a simulated panel as fast as it goes.")
    var fast = false
    @Flag(help: "Tell the correction, and leave the file as it is.")
    var dryRun = false

    func validate() throws {
        guard (3...5).contains(points) else { throw ValidationError("--points is \(points); write 3 to 5") }
        guard (5...30).contains(inset) else { throw ValidationError("--inset is \(inset); write 5 to 30") }
    }

    func run() throws {
        try report { () throws(ServiceError) in
            var calibration = try Calibration(board: board, places: points, inset: inset)
            calibration.isRehearsal = dryRun
            var script: FingerScript?
            if let fingers {
                let panel = calibration.board.panel
                script = try Trace.read(fingers).script(width: panel.rawWidth, height: panel.rawHeight)
            }
            try calibration.run(fingers: script, isLive: !fast)
        }
    }
}
