public import TaplineCore
import TaplineFormats

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
        let numbers = CalibrationEdit.numbers(calibration)
        guard let edited = try? CalibrationEdit.edited(bytes, numbers),
            let found = try? BoardDescription(edited, file: file), found == board
        else {
            throw ConfigurationErrors(
                file: file, .start, "the file is written in a way that cannot be edited here",
                "write it yourself: transform: {…, \(CalibrationEdit.entry(numbers))}")
        }
        self.bytes = edited
    }

    /// The six numbers as they are written.
    public static func numbers(_ calibration: PanelGeometry.Calibration) -> [String] {
        [
            fixed(calibration.a, places: 6), fixed(calibration.b, places: 6), fixed(calibration.c, places: 3),
            fixed(calibration.d, places: 6), fixed(calibration.e, places: 6), fixed(calibration.f, places: 3),
        ]
    }

    private static func entry(_ numbers: [String]) -> String { "calibration: [\(listed(numbers))]" }

    private static func edited(_ bytes: [UInt8], _ numbers: [String]) throws(ConfigurationErrors) -> [UInt8] {
        let root = try YAMLDocument(bytes, file: "").root
        guard let transform = root["transform"] else {
            let line = "transform: {\(entry(numbers))}"
            // Where the format's documentation has it: behind the panel's sizes.
            let place = root.entry("active_area") ?? root.entry("size")
            return root.inserting(line, after: place ?? root.lastEntry, in: bytes)
        }
        guard let calibration = transform["calibration"] else {
            return transform.inserting(entry(numbers), after: transform.lastEntry, in: bytes)
        }
        guard case .sequence(let elements) = calibration.content, elements.count == numbers.count else {
            return bytes
        }
        var edited = bytes
        for (element, number) in zip(elements, numbers).reversed() {
            edited.replaceSubrange(element.range, with: Array(number.utf8))
        }
        return edited
    }
}
