// Edits of a mapping that leave everything else as it is.

extension YAMLNode {
    /// The last entry of a mapping.
    var lastEntry: Entry? {
        if case .mapping(let entries) = content { return entries.last }
        return nil
    }

    /// The entries of a mapping but that of `key`, as they are written: key, then value.
    func others(than key: String, in bytes: [UInt8]) -> [[UInt8]] {
        guard case .mapping(let entries) = content else { return [] }
        var others: [[UInt8]] = []
        for entry in entries where entry.key != key {
            others.append(Array(bytes[entry.keyRange]))
            others.append(Array(bytes[entry.value.range]))
        }
        return others
    }

    /// `bytes` with another value of `entry`, one of this mapping's. Comments beside the key stay.
    func replacing(_ entry: Entry, with value: String, in bytes: [UInt8]) -> [UInt8] {
        var edited = bytes
        var end = entry.value.range.upperBound
        // (Text in block style ends where the next line begins.)
        while end > entry.keyRange.upperBound, bytes[end - 1] <= 0x20 { end -= 1 }
        let start = entry.value.range.lowerBound
        let keyEnd = entry.keyRange.upperBound
        if start < end, !bytes[keyEnd..<start].contains(0x0A) {
            edited.replaceSubrange(start..<end, with: Array(value.utf8))
            return edited
        }
        // The value stands below its key, or nowhere: it goes behind the colon, and what stood below goes.
        guard let colon = bytes[keyEnd...].firstIndex(of: UInt8(ascii: ":")) else { return bytes }
        var lineEnd = colon + 1
        while lineEnd < bytes.count, bytes[lineEnd] != 0x0A, bytes[lineEnd] != 0x0D { lineEnd += 1 }
        if start < end, end > lineEnd { edited.removeSubrange(lineEnd..<end) }
        edited.insert(contentsOf: Array(" \(value)".utf8), at: colon + 1)
        return edited
    }

    /// Adds `entry` to this mapping, behind one that it has.
    func inserting(_ entry: String, after last: Entry?, in bytes: [UInt8]) -> [UInt8] {
        var edited = bytes
        let isFlow = bytes[range].first == 0x7B
        guard let last else {
            if isFlow { edited.insert(contentsOf: Array(entry.utf8), at: range.lowerBound + 1) }
            return edited
        }
        if isFlow {
            edited.insert(contentsOf: Array(", \(entry)".utf8), at: last.value.range.upperBound)
            return edited
        }
        // A line of its own, indented as its neighbours, behind the comment of the line before.
        var indent = 0
        // (The dash of a list's element stands before its first key.)
        while last.keyRange.lowerBound > indent, [0x20, 0x2D].contains(bytes[last.keyRange.lowerBound - indent - 1]) {
            indent += 1
        }
        var end = last.value.range.upperBound
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        let lineEnd = end < bytes.count && bytes[end] == 0x0D ? "\r\n" : "\n"
        edited.insert(contentsOf: Array((lineEnd + String(repeating: " ", count: indent) + entry).utf8), at: end)
        return edited
    }
}
