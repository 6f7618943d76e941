import CTaplineSystem
import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineViews

/// What is left of a command line, taken a word after the other.
struct Words {
    private var rest: [String] = []
    /// The command that they belong to; empty: none, or an unknown one.
    var command = ""

    /// The words of the process, without its name. Bytes that are no UTF-8 are replaced.
    init() {
        while let word = unsafe tapline_argument(Int32(rest.count + 1)) {
            unsafe rest.append(String(cString: word))
        }
        rest.reverse()
    }

    /// Whether one of them asks for help.
    var wantsHelp: Bool { rest.contains("--help") || rest.contains("-h") }

    /// Whether the next word is `word`.
    func isNext(_ word: String) -> Bool { rest.last == word }

    /// The next word; nil: there is none. `--option=value` is two, unless it is taken as it is.
    mutating func next(isAsItIs: Bool = false) -> String? {
        guard let word = rest.popLast() else { return nil }
        // (`-n1` is two, too.)
        if !isAsItIs, word.utf8.count > 2, ["-n", "-F", "-o"].contains(String(word.prefix(2))) {
            rest.append(String(word.dropFirst(2)))
            return String(word.prefix(2))
        }
        guard !isAsItIs, word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return word }
        rest.append(String(word[word.index(after: equals)...]))
        return String(word[..<equals])
    }

    /// The word after `option`.
    ///
    /// - Throws: ``ServiceError``, exit code 64, where there is none.
    mutating func value(of option: String) throws(ServiceError) -> String {
        guard let word = rest.popLast() else {
            throw wrong("\(option) wants a value")
        }
        return word
    }

    /// The number after `option`.
    ///
    /// - Throws: ``ServiceError``, exit code 64, where there is none in `range`.
    mutating func number(of option: String, in range: ClosedRange<Int>) throws(ServiceError) -> Int {
        let word = try value(of: option)
        guard let number = Int(word), range.contains(number) else {
            let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            throw wrong("\(option) takes \(range.lowerBound) \(upper), not \"\(word)\"")
        }
        return number
    }

    /// The rate after `option`, one that a serial port has.
    mutating func rate(of option: String) throws(ServiceError) -> UInt32 {
        let word = try value(of: option)
        let rates = SerialOutputDescription.rates
        guard let rate = Int(word), rates.contains(rate) else {
            throw wrong("\(option) is \(word); write one of \(rates.map { "\($0)" }.joined(separator: ", "))")
        }
        return UInt32(rate)
    }

    /// The period after `option`, in milliseconds or with its unit.
    ///
    /// - Throws: ``ServiceError``, exit code 64, where there is none.
    mutating func period(of option: String) throws(ServiceError) -> Microseconds {
        let text = try value(of: option)
        guard let period = Period(text) else {
            throw wrong("\(option) takes milliseconds, or a unit (500, 500ms, 10s, 2min), not \"\(text)\"")
        }
        return period.length
    }

    /// The error for a wrong command line, and where the right one is described.
    func wrong(_ what: String) -> ServiceError {
        ServiceError("\(what)\nsee tapline \(command.isEmpty ? "" : command + " ")--help", .usage)
    }

    /// The error for a word that means nothing here.
    func unknown(_ word: String) -> ServiceError {
        wrong("\(command.isEmpty ? "" : command + ": ")unknown argument \"\(word)\"")
    }
}
