import TaplineSimulator

/// What every event of a gesture or a control must be, and how it may differ from the one before.
struct EachRule {
    /// The line of the file, from 1.
    var line: Int
    /// The line as it stands there.
    var text: String
    /// Whose events.
    var name: String
    /// Only events of these states; nil: all but `failed`.
    var states: [String]?
    /// Only events of these instants, µs.
    var during: (from: Double, to: Double) = (-.infinity, .infinity)
    /// How many events there must be.
    var count: (from: Double, to: Double) = (1, .infinity)
    /// What they must be.
    var keys: [(key: String, matcher: Matcher)] = []
    /// By how much a value may differ from the same of the event before, within one attempt.
    var steps: [(key: String, from: Double, to: Double)] = []

    private func applies(to event: EmittedEvent) -> Bool {
        guard (event.gesture ?? event.control) == name,
            Matcher.contains(Double(event.time), from: during.from, to: during.to)
        else {
            return false
        }
        return states?.contains(event.state) ?? (event.state != "failed")
    }

    /// What is different in `events`, if anything is.
    func difference(in events: [EmittedEvent]) -> Difference? {
        var last: EmittedEvent?
        var number = 0
        for event in events where applies(to: event) {
            number += 1
            if event.state == "began" { last = nil }
            let wrong = keys.filter { !$0.matcher.matches(event.value[$0.key]) }.map { $0.key }
            if !wrong.isEmpty { return Difference(line: line, expected: text, got: event.text, keys: wrong) }
            if let last {
                for step in steps {
                    guard let before = last.value[step.key]?.double, let now = event.value[step.key]?.double,
                        Matcher.contains(now - before, from: step.from, to: step.to)
                    else {
                        return Difference(
                            line: line, expected: text, got: event.text, keys: [step.key], before: last.text)
                    }
                }
            }
            last = event
        }
        guard Matcher.contains(Double(number), from: count.from, to: count.to) else {
            return Difference(line: line, expected: text, got: "\(number) such events", keys: ["count"])
        }
        return nil
    }
}
