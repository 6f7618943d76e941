import TaplineSimulator

/// An event that must happen: what some of its keys must be. Keys that it does not name may be anything.
struct EventPattern {
    /// The line of the file, from 1.
    var line: Int
    /// The line as it stands there.
    var text: String
    /// What must be.
    var keys: [(key: String, matcher: Matcher)]

    /// The keys of `event` that are not as they must be.
    func differences(from event: EmittedEvent) -> [String] {
        keys.filter { !$0.matcher.matches(event.value[$0.key]) }.map { $0.key }
    }
}
