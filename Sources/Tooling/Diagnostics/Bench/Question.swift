import CTaplineSystem
import TaplineDaemon

/// A question to the person at the terminal.
public enum Question {
    /// Whether there is somebody to ask: the standard input is a terminal.
    public static var canBeAsked: Bool { tapline_is_terminal(0) != 0 }

    /// Asks `question` on the standard error, and reads the answer from the standard input.
    ///
    /// - Returns: whether it is `y` or `yes`. Everything else is a no, the end of the input too.
    public static func ask(_ question: String) -> Bool {
        isYes(Array(answer(question + " [y/N]").utf8))
    }

    /// Asks `question` on the standard error.
    ///
    /// - Returns: the line that comes from the standard input, without blanks at its ends; empty at the end of the input.
    public static func answer(_ question: String) -> String {
        OutputStream.writeError(question + " ")
        var line = line()[...]
        while let last = line.last, last <= 0x20 { line.removeLast() }
        while let first = line.first, first <= 0x20 { line.removeFirst() }
        return String(decoding: Array(line), as: UTF8.self)
    }

    /// Whether an answer means yes.
    static func isYes(_ answer: [UInt8]) -> Bool {
        // (Letters in capitals count as small ones.)
        let letters = answer.filter { $0 > 0x20 }.map { $0 | 0x20 }
        return letters == Array("y".utf8) || letters == Array("yes".utf8)
    }

    private static func line() -> [UInt8] {
        var line: [UInt8] = []
        var byte: [UInt8] = [0]
        while unsafe byte.withUnsafeMutableBytes({ unsafe tapline_read(0, $0.baseAddress, 1) }) == 1 {
            if byte[0] == UInt8(ascii: "\n") { break }
            line.append(byte[0])
        }
        return line
    }
}
