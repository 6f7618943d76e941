public import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineSimulator

/// Corrects a board's motion sensor while the device lies on its six faces, and writes offset and scale into the board's file.
public struct SensorCalibration: Sendable {
    /// The board's file.
    public let path: String
    /// The board as it is.
    public let board: BoardDescription
    /// Whether the file is left as it is.
    public var isRehearsal = false
    private let sensor: SensorDescription
    private let bytes: [UInt8]
    private let library: BoardLibrary

    /// Reads a board.
    ///
    /// - Parameter name: a board's name, or its file.
    /// - Throws: ``ServiceError`` where there is no such file, it is no board, or it has no motion sensor.
    public init(board name: String, library: BoardLibrary = BoardLibrary()) throws(ServiceError) {
        path = try library.fileToWrite(of: name)
        self.library = library
        bytes = try Files.readText(path)
        let (bytes, path) = (bytes, path)
        board = try reading { () throws(ConfigurationErrors) in try BoardDescription(bytes, file: path) }
        guard let sensor = board.sensors.first else {
            let lacking = board.lacks(.orientation)
            throw ServiceError(
                "--sensor: \(lacking?.message ?? path); \(lacking?.suggestion ?? "")", .badConfiguration)
        }
        self.sensor = sensor
    }

    /// Reads the sensor until it has been still on every face, and writes the correction into the file.
    ///
    /// - Parameter isLive: whether a simulated device, which is turned from face to face, waits for the clock.
    /// - Throws: ``ServiceError``: exit code 65 where the readings make no correction, or end too early; 69, 74 or 77 for
    ///   devices and files. The file is as it was then.
    public func run(isLive: Bool = true) throws(ServiceError) {
        if !isRehearsal { try library.requireReplaceable(path) { "sudo tapline calibrate --sensor --board \($0)" } }
        var output = OutputStream()
        output.write(
            "Calibrating the \(sensor.chipName) of \"\(board.name)\": lay the device on each of its six faces, in any order, "
                + "and leave it there until it was seen.\nControl-C leaves \(path) as it is.\n")
        let session = SensorCalibrationSession(sensor.mounting, output: output)
        // (The chip's own readings: no offset, no scale, its own axes.)
        var plain = sensor
        plain.mounting = SensorMounting()
        session.ask()
        if sensor.bus == .simulated {
            StopSignals.catch()
            var run = SimulatedSensorRun(sensor, readAs: plain, moved: .sixFaces(), observer: session)
            run.run(isLive: isLive) { StopSignals.haveCome || session.isDone }
        } else {
            let alone = board.alone(plain)
            try DevicePanel.run(
                Panel<StandardRecognizer>(on: alone), from: PanelSource(configuration: nil, board: path),
                options: RunOptions(format: .none), observer: session)
        }
        output = session.output
        try output.finish()
        guard session.missing.isEmpty else {
            let count = DeviceFace.allCases.count
            throw ServiceError(
                "\(count - session.missing.count) of \(count) faces were seen; \(path) is as it was", .badData)
        }
        try conclude(session.readings.compactMap { $0 }, &output)
    }

    /// The correction, and into the file with it.
    private func conclude(_ readings: [SIMD3<Double>], _ output: inout OutputStream) throws(ServiceError) {
        let fit: SensorFit
        do throws(SensorFitError) {
            fit = try SensorFit(readings)
        } catch {
            throw ServiceError("\(error.description); \(path) is as it was", .badData)
        }
        for line in CalibrationEdit.lines(fit) { output.write(line + "\n") }
        output.write(
            "residual: \(fixed(fit.residual * 1_000, places: 2)) mg at most (six faces always fit); opposite faces are "
                + "\(fixed(fit.opposition * 1_000, places: 0)) mg away from being opposite\n")
        if !isRehearsal {
            let edit = try reading { () throws(ConfigurationErrors) in
                try CalibrationEdit(bytes, file: path, sensor: fit)
            }
            try Files.replace(path, whichWas: bytes, with: edit.bytes)
            output.write("\(path): written\n")
        }
        try output.finish()
    }
}

extension BoardLibrary {
    /// Refuses a calibration whose result could not be written to `path`.
    ///
    /// - Parameter command: what does the same with a copy, whose path it is given.
    func requireReplaceable(_ path: String, command: (String) -> String) throws(ServiceError) {
        try requireOwn(path, command: command)
        try Files.requireReplaceable(path)
    }
}

extension Files {
    /// Replaces the file at `path`, which was `before` when it was read.
    ///
    /// - Throws: ``ServiceError`` where it cannot be written, or is another by now.
    static func replace(_ path: String, whichWas before: [UInt8], with bytes: [UInt8]) throws(ServiceError) {
        guard try Files.read(path) == before else {
            throw ServiceError(
                "\(path) has been changed by somebody else meanwhile: it is left as it is; calibrate again",
                .inputOutput)
        }
        try Files.replace(path, with: bytes)
    }
}

extension BoardDescription {
    /// The board without its panel, so that `sensor` is read whatever the panel does.
    fileprivate func alone(_ sensor: SensorDescription) -> BoardDescription {
        var board = self
        board.controller = .none
        board.bus = sensor.bus
        (board.interruptPin, board.resetPin) = (nil, nil)
        board.panel = PanelGeometry.Description(rawWidth: 1, rawHeight: 1)
        board.sensors = [sensor]
        // (A board that no file has: a reload does not take what the file says of the sensor.)
        board.sources = []
        return board
    }
}
