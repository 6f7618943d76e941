import TestSupport

/// Who is the first responder and who answers, after GESTURES.md; and that every press of a control is paid back.
struct ReferenceResponders {
    private let script: ReferenceScript
    private var first: Int?
    /// Who answers the controls that are pressed, by zone.
    private var pressed: [Int: Responder?] = [:]
    /// What happened, in words: as the engine says, and as it should have been.
    private(set) var told: [String] = []
    private(set) var expected: [String] = []

    init(_ script: ReferenceScript) { self.script = script }

    /// "First the first responder, or without one the control that sends the action, then the zones around it, the panel and the
    /// application."
    private func answerer(of sender: Int = 0) -> Responder? {
        var chain = [first ?? sender]
        while chain.last! > 0 { chain.append(script.parent(of: chain.last!)) }
        return chain.first(where: script.answering.contains).map { .zone($0) }
            ?? (script.answering.contains(-1) ? .application : nil)
    }

    private mutating func note(_ what: String, _ engine: String, _ reference: String) {
        told.append("\(what) \(engine)")
        expected.append("\(what) \(reference)")
    }

    /// Somebody should become the first responder, or nobody.
    ///
    /// - Parameters:
    ///   - isAccepted: what the engine says of it.
    ///   - present: who is the engine's first responder now.
    mutating func become(_ zone: Int?, isAccepted: Bool, present: Int?, at time: Int64) {
        let may = zone.map { zone in
            zone == 0 || zone <= script.zones.count && script.zones[zone - 1].canBecomeFirstResponder
        }
        let isVetoed =
            first.map(script.stayingFirst.contains) == true || zone.map(script.stayingBehind.contains) == true
        let isWell = zone == first || may != false && !isVetoed
        if isWell { first = zone }
        note("\(time) become \(text(zone))", "\(isAccepted) \(text(present))", "\(isWell) \(text(first))")
    }
    private func text(_ zone: Int?) -> String { zone.map { "zone \($0)" } ?? "nobody" }

    mutating func act(answeredBy responder: Responder?, at time: Int64) {
        note("\(time) action", "\(text(responder))", "\(text(answerer()))")
    }
    private func text(_ responder: Responder?) -> String { responder.map { "\($0)" } ?? "nobody" }

    /// A control has done something.
    mutating func hear(_ event: ControlEvent) {
        let what = "\(event.time.microseconds) control \(event.zone) \(event.action)"
        if event.action == .press {
            if pressed[event.zone] != nil { note(what, "again", "once") }
            pressed[event.zone] = .some(answerer(of: event.zone))
        }
        note(what, text(event.responder), pressed[event.zone].map(text) ?? "not pressed")
        if [.click, .on, .off, .release, .cancel].contains(event.action) { pressed[event.zone] = nil }
    }
    /// Nobody is on the panel any more.
    mutating func end() {
        for zone in pressed.keys { note("end", "control \(zone) is pressed", "it is not") }
    }
}
