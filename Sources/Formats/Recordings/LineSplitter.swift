/// Splits bytes into lines; empty ones are skipped.
package struct LineSplitter {
    package struct Line {
        /// From 1.
        package var number: Int
        package var bytes: ArraySlice<UInt8>
    }
    private let bytes: [UInt8]
    private var position = 0
    /// How many lines have been split off, empty ones too.
    package private(set) var number: Int

    /// The lines behind so many others. A byte order mark at the start of the first is skipped.
    package init(_ bytes: [UInt8], behind number: Int = 0) {
        self.bytes = bytes
        self.number = number
        if number == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Whether no byte is left.
    package var isAtEnd: Bool { position >= bytes.count }

    package mutating func next() -> Line? {
        while position < bytes.count {
            var end = position
            var isBlank = true
            while end < bytes.count, bytes[end] != 0x0a {
                if bytes[end] != 0x20, bytes[end] != 0x0d, bytes[end] != 0x09 { isBlank = false }
                end += 1
            }
            number += 1
            let line = Line(number: number, bytes: bytes[position..<end])
            position = end + 1
            if !isBlank { return line }
        }
        return nil
    }
}
