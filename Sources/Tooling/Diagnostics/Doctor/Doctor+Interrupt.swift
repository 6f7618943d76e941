import TaplineConfiguration
import TaplineDaemon

extension Doctor {
    /// So many reports, or looks at a resting line, must be seen before the line is evaluated.
    static var looksToJudge: Int { 5 }

    /// Whether the interrupt line moves when the panel is touched, and rests when it is not.
    static func interrupt(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let watch = facts.watch, watch.hasInterruptLine, let pin = facts.board.interruptPin else { return [] }
        let level = pin.activeLow ? "low" : "high"
        // (Edges, or another level in another share of the looks while fingers are down.)
        let levelMoves =
            watch.touchedAsserted * watch.restingLooks != watch.restingAsserted * watch.touchedLooks
        let moves = watch.edges > 0 || levelMoves
        let neverRests = watch.restingLooks >= looksToJudge && watch.restingAsserted == watch.restingLooks
        if neverRests, moves {
            return [
                .problem(
                    "interrupt",
                    "\(pin.line) is \(level) while nothing touches the panel, and moves when something does: its "
                        + "active level is the other one",
                    command: editBoard(
                        "interrupt_pin", "{line: \(pin.line), active: \(pin.activeLow ? "high" : "low")}", facts),
                    .badConfiguration)
            ]
        }
        if neverRests {
            return [
                .problem(
                    "interrupt",
                    "\(pin.line) never rests: it is always \(level). It is another line, or not connected; "
                        + "without interrupt_pin the panel is polled",
                    command: editBoard("interrupt_pin", "none", facts))
            ]
        }
        guard watch.touchedReports >= looksToJudge else {
            return [
                .note(
                    "interrupt", "nobody touched the panel, so that \(pin.line) had no reason to move; touch it during",
                    command: again(facts))
            ]
        }
        guard moves else {
            return [
                .problem(
                    "interrupt",
                    "\(pin.line) never moved while \(watch.touchedReports) reports were read: it is another "
                        + "line, or not connected; without interrupt_pin the panel is polled",
                    command: editBoard("interrupt_pin", "none", facts))
            ]
        }
        return [.fine("interrupt", "\(pin.line) moves with the fingers, and rests without")]
    }
}
