import ArgumentParser
import TaplineDaemon
import TaplineSimulator

/// `tapline calibrate`.
struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Corrects a panel by places that you touch, or its motion sensor.",
        discussion: """
            Asks for three to five places of the picture, measured from its edges, and writes the affine correction that \
            fits the touches best into the board's file, as transform: {calibration: […]}; comments and everything else \
            in the file stay. It tells how far the touches are from their places afterwards. Touches on a line, and \
            touches that contradict each other, are refused with the figure, exit code 65, and the file stays as it was. \
            On a simulated board the fingers are those of --fingers.

            With --sensor it asks for the device to be laid on each of its six faces, in any order: a face counts when \
            every axis has stayed within 0.1 g for 1.5 s, whose last second is averaged, and when the reading points within \
            30° of the face's axis. Faces need not be quite level: 5° cost nothing. Offset and scale of the accelerometer \
            are written into the first entry of sensors. Opposite faces that are more than 100 mg away from being opposite, \
            an offset beyond 2 g and a scale beyond 0.5 to 2 are refused, exit code 65. A simulated device is turned over \
            its faces by itself, and its chip has the errors that the board's offset and scale put right.
            """)

    @Option(help: "The board: a name, or a file. Its file is written.")
    var board: String
    @Flag(help: "Correct the board's motion sensor, not its panel.")
    var sensor = false
    @Option(
        help: """
            How many places, 3 to 5: corners, then the middle. With three the touches cannot be checked. (default: 5)
            """)
    var points: Int?
    @Option(
        help: "How far the places are from the edges, in % of the picture, 5 to 30; 20 on a round one. (default: 10)")
    var inset: Int?
    @Option(help: "Whose fingers touch a simulated panel: a recording (trace/1), scaled to the board.")
    var fingers: String?
    @Flag(help: "Do not wait for the clock: run a simulated board as fast as it goes.")
    var fast = false
    @Flag(help: "Tell the correction, and leave the file as it is.")
    var dryRun = false

    func validate() throws {
        if let points, !(3...5).contains(points) { throw ValidationError("--points is \(points); write 3 to 5") }
        if let inset, !(5...30).contains(inset) { throw ValidationError("--inset is \(inset); write 5 to 30") }
        guard sensor else { return }
        for (option, isGiven) in [("points", points != nil), ("inset", inset != nil), ("fingers", fingers != nil)]
        where isGiven {
            throw ValidationError("--\(option) is for a panel, --sensor for the motion sensor; leave one of them out")
        }
    }

    func run() throws {
        try report { () throws(ServiceError) in
            guard !sensor else {
                var calibration = try SensorCalibration(board: board)
                calibration.isRehearsal = dryRun
                return try calibration.run(isLive: !fast)
            }
            var calibration = try Calibration(board: board, places: points ?? 5, inset: inset ?? 10)
            calibration.isRehearsal = dryRun
            var script: FingerScript?
            if let fingers { script = try Trace.read(fingers).script(on: calibration.board) }
            try calibration.run(fingers: script, isLive: !fast)
        }
    }
}
