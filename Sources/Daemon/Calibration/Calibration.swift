public import TaplineConfiguration
import TaplineCore
import TaplineFormats
public import TaplineSimulator

/// Corrects a board's panel by places that somebody touches, and writes the correction into the board's file.
public struct Calibration: Sendable {
    /// The board's file.
    public let path: String
    /// The board as it is.
    public let board: BoardDescription
    /// How many places are touched, 3…5.
    public var places: Int
    /// How far from the edges, in per cent of the panel, 5…30.
    public var inset: Int
    /// Whether the file is left as it is.
    public var isRehearsal = false
    private let bytes: [UInt8]
    private let library: BoardLibrary

    /// Reads a board.
    ///
    /// - Parameter name: a board's name, or its file.
    /// - Throws: ``ServiceError`` where there is no such file, it is no board, or it could not be written afterwards.
    public init(
        board name: String, places: Int = 5, inset: Int = 10, library: BoardLibrary = BoardLibrary()
    ) throws(ServiceError) {
        path = try library.fileToWrite(of: name)
        self.library = library
        self.places = places
        self.inset = inset
        bytes = try Files.readText(path)
        let (bytes, path) = (bytes, path)
        board = try reading { () throws(ConfigurationErrors) in try BoardDescription(bytes, file: path) }.completed()
        guard board.keys == nil else {
            throw ServiceError(
                "--board: \(path) has touch keys, which show no places: there is nothing to calibrate",
                .badConfiguration)
        }
    }

    /// Runs the panel until every place has been touched, and writes the correction into the file.
    ///
    /// - Parameters:
    ///   - fingers: who touches a simulated panel, in its raw pixels; nil on a real one.
    ///   - isLive: whether a simulated panel waits for the clock.
    /// - Throws: ``ServiceError``: exit code 65 where the touches make no correction, or end too early; 69, 74 or 77
    ///   for devices and files. The file is as it was then.
    public func run(fingers: FingerScript? = nil, isLive: Bool = true) throws(ServiceError) {
        if !isRehearsal { try library.requireReplaceable(path) { "sudo tapline calibrate --board \($0)" } }
        var plain = board
        plain.panel.calibration = .identity
        let panel = try Panel<StandardRecognizer>(on: plain)
        var output = OutputStream()
        output.write(introduction(panel.geometry))
        let session = CalibrationSession(targets, on: panel.geometry, output: output)
        if board.bus == .simulated {
            guard let fingers else {
                throw ServiceError("a simulated board has no fingers of its own: --fingers RECORDING", .usage)
            }
            StopSignals.catch()
            session.ask()
            var run = SimulatedRun(panel: panel, script: fingers)
            run.format = .none
            run.isLive = isLive
            var nothing = OutputStream()
            try run.run(into: &nothing, observer: session) { StopSignals.haveCome || session.isDone }
        } else {
            guard fingers == nil else {
                throw ServiceError("--fingers is for simulated boards: the fingers on a real one are real", .usage)
            }
            session.ask()
            try DevicePanel.run(
                panel, from: PanelSource(configuration: nil, board: path), options: RunOptions(format: .none),
                observer: session)
        }
        output = session.output
        try output.finish()
        guard session.points.count == targets.count else {
            throw ServiceError(
                "\(session.points.count) of \(targets.count) places were touched; \(path) is as it was", .badData)
        }
        try conclude(session.points, &output)
    }

    /// The places, in fractions of the panel: its corners, clockwise from the top left, then its middle.
    var targets: [CalibrationSession.Place] {
        let near = Double(min(max(inset, 5), 30)) / 100
        let far = 1 - near
        let all = [(near, near), (far, near), (far, far), (near, far), (0.5, 0.5)]
        return all.prefix(min(max(places, 3), 5)).map { (x: $0.0, y: $0.1) }
    }

    private func introduction(_ geometry: PanelGeometry) -> String {
        "Calibrating \"\(board.name)\", \(Int(geometry.width))x\(Int(geometry.height)) px: touch each place with a fingertip, "
            + "hold still for a moment, lift.\nControl-C leaves \(path) as it is.\n"
    }

    /// The correction, and into the file with it.
    private func conclude(_ points: [CalibrationPoint], _ output: inout OutputStream) throws(ServiceError) {
        let fit: CalibrationFit
        do throws(CalibrationError) {
            fit = try CalibrationFit(points, on: board.panel)
        } catch {
            throw ServiceError("\(error.description); \(path) is as it was", .badData)
        }
        let numbers = CalibrationEdit.numbers(fit.calibration).joined(separator: ", ")
        output.write("calibration: [\(numbers)]\n")
        let figures =
            "\(fixed(fit.rootMeanSquare, places: 2)) \(fit.unit) (root mean square), "
            + "\(fixed(fit.largest, places: 2)) \(fit.unit) at most"
        output.write(
            points.count > 3
                ? "residual: \(figures)\n" : "residual: \(figures); three places always fit, four or five tell\n")
        if !isRehearsal {
            try write(fit.calibration)
            output.write("\(path): written\n")
        }
        try output.finish()
    }

    private func write(_ calibration: PanelGeometry.Calibration) throws(ServiceError) {
        let edit = try reading { () throws(ConfigurationErrors) in
            try CalibrationEdit(bytes, file: path, calibration: calibration)
        }
        try Files.replace(path, whichWas: bytes, with: edit.bytes)
    }
}
