public import TaplineTouches

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
                ConfigurationError(
                    file: file, mark: .start, message: "the file is written in a way that cannot be edited here",
                    suggestion: "write it yourself: transform: {…, \(CalibrationEdit.entry(numbers))}"))
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

    private static func edited(_ bytes: [UInt8], _ numbers: [String]) throws(ConfigurationError) -> [UInt8] {
        let root = try YAMLOutline(bytes)
        guard let transform = root.entry("transform") else {
            let line = "transform: {\(entry(numbers))}"
            // Where the format's documentation has it: behind the panel's sizes.
            let place = root.entry("active_area") ?? root.entry("size")
            return inserting(line, into: root, after: place ?? root.lastEntry, bytes)
        }
        guard let calibration = transform.value.entry("calibration") else {
            return inserting(entry(numbers), into: transform.value, after: transform.value.lastEntry, bytes)
        }
        guard case .sequence(let elements) = calibration.value.content, elements.count == numbers.count else {
            return bytes
        }
        var edited = bytes
        for (element, number) in zip(elements, numbers).reversed() {
            edited.replaceSubrange(element.range, with: Array(number.utf8))
        }
        return edited
    }

    /// Adds `entry` to `mapping`, behind one that it has.
    private static func inserting(
        _ entry: String, into mapping: YAMLOutline, after last: (key: YAMLOutline, value: YAMLOutline)?,
        _ bytes: [UInt8]
    ) -> [UInt8] {
        var edited = bytes
        let isFlow = bytes[mapping.range].first == 0x7B
        guard let last else {
            if isFlow { edited.insert(contentsOf: Array(entry.utf8), at: mapping.range.lowerBound + 1) }
            return edited
        }
        if isFlow {
            edited.insert(contentsOf: Array(", \(entry)".utf8), at: last.value.range.upperBound)
            return edited
        }
        // A line of its own, indented as its neighbours, behind the comment of the line before.
        var indent = 0
        while last.key.range.lowerBound > indent, bytes[last.key.range.lowerBound - indent - 1] == 0x20 { indent += 1 }
        var end = last.value.range.upperBound
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        let lineEnd = end < bytes.count && bytes[end] == 0x0D ? "\r\n" : "\n"
        edited.insert(contentsOf: Array((lineEnd + String(repeating: " ", count: indent) + entry).utf8), at: end)
        return edited
    }
}

extension YAMLOutline {
    /// The last entry of a mapping.
    fileprivate var lastEntry: (key: YAMLOutline, value: YAMLOutline)? {
        if case .mapping(let entries) = content { return entries.last }
        return nil
    }
}
