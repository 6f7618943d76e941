/// What the controls of the panel are at, and what of that the broker does not know yet: of each the newest, ten times a second at
/// most.
struct ControlStates {
    /// Controls that have a value.
    private(set) var controls: [PanelControl] = []
    /// Their values as the broker is told them; nil: not known.
    private var texts: [String?] = []
    private var isDue: [Bool] = []
    private var tellsAt: Int64 = 0

    /// From one time that something is told to the next, µs.
    private static let pause: Int64 = 100_000

    /// When there is something to tell, µs of the monotonic clock.
    var deadline: Int64 { isDue.contains(true) ? tellsAt : .max }

    /// The panel has these controls, and they have these values.
    mutating func take(_ facts: PanelFacts) {
        controls = facts.controls
        texts = controls.map { _ in nil }
        isDue = controls.map { _ in false }
        take(facts.values)
        tellAgain()
    }

    /// Controls have these values now, by their names.
    mutating func take(_ values: [String: Double]) {
        for (place, control) in controls.enumerated() {
            guard let text = values[control.name].map(control.text), text != texts[place] else { continue }
            (texts[place], isDue[place]) = (text, true)
        }
    }

    /// The broker is told again what all controls are at, or the one of that name.
    mutating func tellAgain(_ name: String? = nil) {
        for place in controls.indices where name == nil || controls[place].name == name {
            isDue[place] = texts[place] != nil
        }
    }

    /// What the broker is to be told now, and then knows; with `isLast` all that it does not know.
    mutating func due(at now: Int64, isLast: Bool = false) -> [(control: PanelControl, text: String)] {
        guard now >= deadline || isLast else { return [] }
        tellsAt = now + ControlStates.pause
        let due = controls.indices.compactMap { place in
            isDue[place] ? texts[place].map { (controls[place], $0) } : nil
        }
        isDue = controls.map { _ in false }
        return due
    }
}
