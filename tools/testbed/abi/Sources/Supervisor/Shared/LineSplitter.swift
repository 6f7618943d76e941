/// Cuts bytes into lines; each keeps its line feed.
struct LineSplitter {
    private var partial: [UInt8] = []

    mutating func split(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            partial.append(byte)
            if byte == 0x0a {
                lines.append(partial)
                partial.removeAll()
            }
        }
        return lines
    }

    mutating func rest() -> [UInt8]? {
        defer { partial.removeAll() }
        return partial.isEmpty ? nil : partial
    }
}
