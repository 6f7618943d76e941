public import TaplineCore

/// Puts a calibration into the text of a board and leaves every other byte as it is: comments, order, quotes, line ends.
public struct CalibrationEdit: Sendable {
    /// The board's new text.
    public let bytes: [UInt8]

    /// The board in `bytes`, the content of `file`, with `calibration` in the place of what it had.
    ///
    /// - Throws: What is wrong with the board; or that its text is written in a way that cannot be edited, with what to
    ///   write by hand.
    public init(
        _ bytes: [UInt8], file: String, calibration: PanelGeometry.Calibration
    ) throws(ConfigurationErrors) {
        var board = try BoardDescription(bytes, file: file)
        board.panel.calibration = calibration
        let entry = Entry("calibration", CalibrationEdit.numbers(calibration))
        try self.init(
            board, file: file, edited: try? CalibrationEdit.edited(bytes, entry),
            byHand: "transform: {…, \(entry.text)}")
    }

    /// The board in `bytes`, the content of `file`, with offset and scale of `fit` in its motion sensor, the first of `sensors`.
    ///
    /// - Throws: As for a panel's calibration, and where the board has no motion sensor.
    public init(_ bytes: [UInt8], file: String, sensor fit: SensorFit) throws(ConfigurationErrors) {
        var board = try BoardDescription(bytes, file: file)
        if let lacking = board.lacks(.orientation) {
            throw ConfigurationErrors(file: file, .start, lacking.message, lacking.suggestion)
        }
        board.sensors[0].mounting.offset = SIMD3(fit.offset)
        board.sensors[0].mounting.scale = SIMD3(fit.scale)
        let entries = CalibrationEdit.entries(fit)
        try self.init(
            board, file: file, edited: try? CalibrationEdit.edited(bytes, sensor: entries),
            byHand: "sensors: [{…, \(listed(entries.map { $0.text }))}]")
    }

    /// `edited` where it says `board`; else an error that tells what to write `byHand`.
    private init(
        _ board: BoardDescription, file: String, edited: [UInt8]?, byHand: String
    ) throws(ConfigurationErrors) {
        guard let edited, let found = try? BoardDescription(edited, file: file), found == board else {
            throw ConfigurationErrors(
                file: file, .start, "the file is written in a way that cannot be edited here",
                "write it yourself: \(byHand)")
        }
        bytes = edited
    }

    /// The six numbers as they are written.
    public static func numbers(_ calibration: PanelGeometry.Calibration) -> [String] {
        [
            fixed(calibration.a, places: 6), fixed(calibration.b, places: 6), fixed(calibration.c, places: 3),
            fixed(calibration.d, places: 6), fixed(calibration.e, places: 6), fixed(calibration.f, places: 3),
        ]
    }

    /// Offset and scale as they are written, a line each.
    public static func lines(_ fit: SensorFit) -> [String] { entries(fit).map { $0.text } }

    private static func entries(_ fit: SensorFit) -> [Entry] {
        [
            Entry("offset", (0..<3).map { fixed(fit.offset[$0], places: 4) + "g" }),
            Entry("scale", (0..<3).map { fixed(fit.scale[$0], places: 4) }),
        ]
    }

    private static func edited(_ bytes: [UInt8], _ entry: Entry) throws(ConfigurationErrors) -> [UInt8] {
        let root = try YAMLDocument(bytes, file: "").root
        guard let transform = root["transform"] else {
            let line = "transform: {\(entry.text)}"
            // Where the format's documentation has it: behind the panel's sizes.
            let place = root.entry("active_area") ?? root.entry("size")
            return root.inserting(line, after: place ?? root.lastEntry, in: bytes)
        }
        return entry.put(into: transform, of: bytes)
    }

    private static func edited(_ bytes: [UInt8], sensor entries: [Entry]) throws(ConfigurationErrors) -> [UInt8] {
        var edited = bytes
        for entry in entries {
            guard case .sequence(let sensors) = try YAMLDocument(edited, file: "").root["sensors"]?.content,
                let sensor = sensors.first
            else { return bytes }
            edited = entry.put(into: sensor, of: edited)
        }
        return edited
    }

    /// A key and its list of numbers.
    private struct Entry {
        let key: String
        let numbers: [String]
        var text: String { "\(key): [\(listed(numbers))]" }

        init(_ key: String, _ numbers: [String]) {
            self.key = key
            self.numbers = numbers
        }

        /// Number by number where `mapping` has the key, else behind its last entry.
        func put(into mapping: YAMLNode, of bytes: [UInt8]) -> [UInt8] {
            guard let old = mapping[key] else { return mapping.inserting(text, after: mapping.lastEntry, in: bytes) }
            guard case .sequence(let elements) = old.content, elements.count == numbers.count else { return bytes }
            var edited = bytes
            for (element, number) in zip(elements, numbers).reversed() {
                edited.replaceSubrange(element.range, with: Array(number.utf8))
            }
            return edited
        }
    }
}
