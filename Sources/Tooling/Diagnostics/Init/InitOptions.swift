import TaplineConfiguration
public import TaplineDaemon

/// What a person asks of `tapline init`.
public struct InitOptions: Equatable, Sendable {
    /// What switches the lamp: words of the command line, with the gesture's entry in a configuration, and what to say.
    static let gestures: [(name: String, entry: String, call: String)] = [
        ("swipe", "kind: swipe, directions: [left, right]", "swipe now, left or right"),
        ("tap", "kind: tap", "tap now"),
        ("double-tap", "kind: tap, taps: 2", "tap twice now"),
        ("long-press", "kind: longPress", "press now, and hold"),
    ]

    /// The panel's name: that of its configuration and its service.
    public var name: String
    /// The board: a name, or a file; nil: the one that fits what is found.
    public var board: String?
    /// The line that the lamp hangs on; nil: it is asked for.
    public var line: String?
    /// A serial port in place of a line: events go there.
    public var serial: String?
    /// The gesture that switches it, one of ``gestures``.
    public var gesture = "swipe"
    /// Whether nothing is asked: buses may be touched, the plan may be carried out.
    public var isAllowed = false
    /// Whether the plan is only shown.
    public var isDry = false
    /// Whether files that are there may be replaced, after a backup.
    public var isForced = false

    /// Options for the panel called `name`, all others as they are without being given.
    public init(name: String = "panel") { self.name = name }

    /// Refuses what no computer could do.
    ///
    /// - Throws: ``ServiceError`` with exit code 64.
    public func check() throws(ServiceError) {
        do throws(ServiceError) {
            _ = try ServiceFolder(name)
        } catch {
            throw ServiceError(
                "\"\(displayed(name))\" is no name of a panel; it has 1 to 64 letters, digits, -, _ and ., and does not "
                    + "begin with a dot", .usage)
        }
        guard InitOptions.gestures.contains(where: { $0.name == gesture }) else {
            let names = InitOptions.gestures.map { $0.name }.joined(separator: ", ")
            throw ServiceError("--gesture: there is no \"\(displayed(gesture))\"; valid: \(names)", .usage)
        }
        guard line == nil || serial == nil else {
            throw ServiceError("--line or --serial: the lamp hangs on one of them", .usage)
        }
    }

    /// The command that asks for the same, as a shell reads it.
    public var command: String {
        var words = ["tapline", "init", name]
        for (option, value) in [("--board", board), ("--line", line), ("--serial", serial)] {
            if let value { words += [option, value] }
        }
        if gesture != "swipe" { words += ["--gesture", gesture] }
        if isForced { words.append("--force") }
        if isAllowed { words.append("--yes") }
        return "sudo " + words.map { Shell.word($0) }.joined(separator: " ")
    }
}
