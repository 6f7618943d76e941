import CTaplineSystem

/// The small files and links in which the kernel describes devices.
package enum DeviceFiles {
    /// The first line of the file at `path`, without what ends it; nil where it cannot be read.
    package static func line(_ path: String) -> String? {
        let descriptor = tapline_open(path)
        guard descriptor >= 0 else { return nil }
        defer { tapline_close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe tapline_read(descriptor, $0.baseAddress, $0.count)
        }
        guard count >= 0 else { return nil }
        let text = bytes[0..<Int(count)]
        // (Files of the device tree end with a zero, those of sysfs with a line feed.)
        let end = text.firstIndex { $0 == 0 || $0 == UInt8(ascii: "\n") } ?? text.endIndex
        return String(decoding: text[..<end], as: UTF8.self)
    }

    /// The names in the folder at `path`, sorted; none where it cannot be read.
    package static func names(in path: String) -> [String] {
        guard let folder = unsafe tapline_folder_open(path) else { return [] }
        defer { unsafe tapline_folder_close(folder) }
        var names: [String] = []
        while let name = unsafe tapline_folder_next(folder) { unsafe names.append(String(cString: name)) }
        return names.sorted()
    }

    /// The number of the kernel's refusal where the folder at `path` may not be read; nil: it may, or is none.
    package static func refusal(ofFolder path: String) -> Int32? {
        let errno = unsafe tapline_folder_refusal(path)
        return errno == Errno.accessDenied ? errno : nil
    }

    /// The numbers N of the names `prefixN` in the folder at `path`, ascending.
    package static func numbers(in path: String, prefix: String) -> [Int] {
        var numbers: [Int] = []
        for name in names(in: path) {
            if let number = number(after: prefix, in: name) { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// Where `path` leads when all links are followed; nil where nothing is.
    package static func realPath(_ path: String) -> String? { text { unsafe tapline_real_path(path, $0, $1) } }

    /// The group that owns the file at `path`; nil where that is unknown.
    package static func group(of path: String) -> String? { text { unsafe tapline_group(path, $0, $1) } }

    /// The part of `path` after the last stroke.
    package static func lastName(of path: String) -> String {
        guard let stroke = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: stroke)...])
    }

    /// The folder that the file at `path` lies in; empty for the working folder.
    package static func folder(of path: String) -> String {
        guard let stroke = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return stroke == path.startIndex ? "/" : String(path[..<stroke])
    }

    /// Whether `text` holds `part`, which must not be empty.
    package static func contains(_ text: String, _ part: String) -> Bool {
        let text = Array(text.utf8)
        let part = Array(part.utf8)
        guard !part.isEmpty, part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { start in
            part.indices.allSatisfy { text[start + $0] == part[$0] }
        }
    }

    /// The number that follows `prefix` and ends `name`, without leading zeros; nil where there is none.
    package static func number(after prefix: String, in name: String) -> Int? {
        let prefixCount = prefix.utf8.count
        guard name.utf8.count > prefixCount, name.utf8.count <= prefixCount + 9 else { return nil }
        var expected = prefix.utf8.makeIterator()
        var number = 0
        var digits = 0
        for byte in name.utf8 {
            if let letter = expected.next() {
                guard byte == letter else { return nil }
            } else {
                guard byte >= 48, byte <= 57, digits == 0 || number > 0 else { return nil }
                number = number * 10 + Int(byte - 48)
                digits += 1
            }
        }
        return number
    }

    /// What a function of the C shim writes as text; nil where it fails.
    private static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String? {
        let size = 4_096
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        defer { unsafe buffer.deallocate() }
        guard unsafe write(buffer, size) == 0 else { return nil }
        return unsafe String(cString: buffer)
    }
}
