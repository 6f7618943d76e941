import TaplineConfiguration
import TaplineCore

extension Doctor {
    /// From this share of the bus's time on, in percent, reports queue up behind each other.
    static var mostLoadPercent: Int { 80 }

    /// The rate of reports while fingers were down, and how much of the bus's time they take.
    static func load(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let watch = facts.watch, watch.touchedReports >= looksToJudge, watch.touchedTime > .zero else {
            guard facts.watch != nil else { return [] }
            return [
                .note(
                    "rate", "nobody touched the panel, so that there is no rate; touch it during", command: again(facts)
                )
            ]
        }
        // (In 64 bits, which an Int does not have everywhere.)
        let time = watch.touchedTime.count
        let rate = Int64(watch.touchedReports) * 1_000_000 / time
        let bits = watch.touchedBits / watch.touchedReports
        let said = saidSpeedHz(facts)
        let speed = facts.busSpeedHz ?? said ?? usualSpeedHz
        let percent = Int64(watch.touchedBits) * 100 / max(1, Int64(speed) * time / 1_000_000)
        let text =
            "\(rate) reports/s of \(bits) bits take \(percent) % of a bus of \(speed / 1_000) kHz"
            + (facts.busSpeedHz == nil && said == nil ? " (if it has the usual speed)" : "")
        guard percent >= mostLoadPercent else { return [.fine("rate", text)] }
        // (A speed that config.txt says has its reason, and so has one at which transfers fail.)
        if said == nil, speed < fastSpeedHz, !areWrong(watch), let command = setSpeed(fastSpeedHz, facts) {
            return [.problem("rate", text, command: command)]
        }
        let why = text + "; the bus stays as fast as it is: "
        if facts.board.interruptPin == nil {
            let period = facts.board.activePollPeriod.count / 1_000 * 2
            return [
                .problem(
                    "rate", why + "let the panel be read half as often",
                    command: editBoard(
                        "poll",
                        "{active: \(period)ms, idle: \(max(period, facts.board.idlePollPeriod.count / 1_000))ms}", facts
                    ))
            ]
        }
        return [
            .problem(
                "rate", why + "let fewer fingers count",
                command: editBoard("max_fingers", "\(max(1, facts.board.maximumFingers / 2))", facts))
        ]
    }
}
