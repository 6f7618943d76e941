/// Makes lines of bytes as they come. A line that is longer than the limit is dropped whole.
package struct LineSplitter {
    /// Bytes of a line at most. (Events have 512; what the panel is may take a page.)
    package static let longest = 65_536
    private var line: [UInt8] = []
    private var isTooLong = false

    package init() {}

    /// Takes bytes, and hands over each line that they complete, without its line feed.
    package mutating func take(_ bytes: UnsafeRawBufferPointer.SubSequence, _ body: ([UInt8]) -> Void) {
        for byte in unsafe bytes {
            if byte == UInt8(ascii: "\n") {
                if !isTooLong { body(line) }
                line.removeAll(keepingCapacity: true)
                isTooLong = false
            } else if line.count < LineSplitter.longest {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
    }
}
