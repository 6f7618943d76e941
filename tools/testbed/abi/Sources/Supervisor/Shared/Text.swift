import Glibc

/// What is wrong with a description or a script, or what went wrong while it ran.
struct Complaint: Error {
    var message: String
    init(_ message: String) { self.message = message }
}

/// The words of a line: separated by blanks, in double quotes where they hold some, with `\n`, `\0`, `\"` and `\\`. What
/// follows a `#` at the start of a word is a comment.
func words(of line: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in line {
        if isEscaped {
            isEscaped = false
            word = (word ?? "") + (character == "n" ? "\n" : character == "0" ? "\0" : String(character))
        } else if character == "\\" {
            isEscaped = true
        } else if character == "\"" {
            isQuoted.toggle()
            word = word ?? ""
        } else if !isQuoted, character == " " || character == "\t" {
            if let done = word { words.append(done) }
            word = nil
        } else if !isQuoted, word == nil, character == "#" {
            return words
        } else {
            word = (word ?? "") + String(character)
        }
    }
    if let word { words.append(word) }
    return words
}

extension String {
    /// A number, hexadecimal with 0x.
    var number: Int? { hasPrefix("0x") ? Int(dropFirst(2), radix: 16) : Int(self) }

    /// What stands on both sides of the first `separator`.
    func halves(_ separator: Character) -> (String, String)? {
        guard let place = firstIndex(of: separator) else { return nil }
        return (String(self[..<place]), String(self[index(after: place)...]))
    }

    /// In double quotes, everything that is no printable ASCII escaped.
    static func quoted(_ bytes: some Sequence<UInt8>) -> String {
        var text = "\""
        for byte in bytes {
            switch byte {
            case 0x22: text += "\\\""
            case 0x5c: text += "\\\\"
            case 0x0a: text += "\\n"
            case 0x0d: text += "\\r"
            case 0x20..<0x7f: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\x" + hex(byte)
            }
        }
        return text + "\""
    }

    /// Two digits.
    static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}

/// A text to look for in lines of the trace; `*` stands for anything.
struct Pattern {
    let text: String
    private let parts: [[UInt8]]

    init(_ text: String) {
        self.text = text
        parts = text.split(separator: "*", omittingEmptySubsequences: true).map { Array($0.utf8) }
    }

    func matches(_ line: String) -> Bool {
        var line = line
        return line.withUTF8 { bytes in
            var from = 0
            for part in parts {
                guard let found = Pattern.find(part, in: bytes, from: from) else { return false }
                from = found + part.count
            }
            return true
        }
    }

    private static func find(_ part: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from: Int) -> Int? {
        var start = from
        while start + part.count <= bytes.count {
            var index = 0
            while index < part.count, bytes[start + index] == part[index] { index += 1 }
            if index == part.count { return start }
            start += 1
        }
        return nil
    }
}

/// Writes to standard error.
func complain(_ message: String) {
    let line = Array("abi: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

/// The text of an error number.
func errorText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// A whole file.
func contents(of path: String) throws(Complaint) -> [UInt8] {
    let fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { throw Complaint("\(path): \(errorText(errno))") }
    defer { close(fd) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(fd, &part, part.count)
        guard count > 0 else { return bytes }
        bytes += part[..<count]
    }
}

/// Writes a whole file.
func put(_ bytes: some Collection<UInt8>, into path: String) throws(Complaint) {
    let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard fd >= 0 else { throw Complaint("\(path): \(errorText(errno))") }
    defer { close(fd) }
    let bytes = Array(bytes)
    guard write(fd, bytes, bytes.count) == bytes.count else { throw Complaint("\(path): \(errorText(errno))") }
}
