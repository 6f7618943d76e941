import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineFormats

extension Doctor {
    /// What a panel did while nobody touched it.
    static func untouched(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let panel = facts.untouched else { return [] }
        let seconds = (panel.length.count + 500_000) / 1_000_000
        guard !panel.isSilent else {
            return [
                .problem(
                    "ghosts", "the controller stopped answering while nobody touched it: look for a loose wire",
                    command: again(facts),
                    .unavailable)
            ]
        }
        guard panel.length > .zero else {
            return [.note("ghosts", "there was no report: nothing can be said of the panel", command: again(facts))]
        }
        guard let trouble = panel.trouble else {
            return [.fine("ghosts", "nobody touched it for \(seconds) s, and nothing was reported")]
        }
        let rules = facts.board.ghostRules
        let told = panel.touches(with: rules)
        var finding: DoctorFinding
        let words = "nobody touched it, and in \(seconds) s \(text(trouble))"
        if told == 0 {
            finding = .fine("ghosts", words + "; with what the board says of ghosts none of them is a touch")
        } else {
            let better = panel.rules(beyond: rules)
            let left = panel.touches(with: better)
            var lines = GhostLines.of(better)
            // (As `check` asks for it.)
            if better.dropsPeriodic, facts.board.isReadTooSeldomForPeriods {
                lines.append(("poll", "{active: \(facts.board.activePollPeriod.count / 1_000)ms, idle: 10ms}"))
            }
            let isLearned = better.dropsPeriodic && !rules.dropsPeriodic
            guard better != rules, left < told || isLearned else {
                finding = .problem(
                    "ghosts",
                    words + "; none of mask and ghosts ends that: look for a finger, water, the supply, the cable",
                    command: again(facts))
                finding.lines = panel.picture
                return [finding]
            }
            // (Of a place that is touched like clockwork those are touches from which that is learned.)
            let others = max(0, left - min(trouble.mostAtOnePlace, learning))
            let outcome: String
            if left == 0 {
                outcome = "with this none of them is a touch:"
            } else if !isLearned {
                outcome = "with this \(left) of \(told) are touches still:"
            } else if others == 0 {
                outcome = "with this the first five are touches, and none after them:"
            } else {
                outcome = "with this the first five at one place are touches, none after them, and \(others) elsewhere:"
            }
            finding = .problem("ghosts", words, command: editBoard(lines, facts), .badConfiguration)
            finding.lines = panel.picture + [outcome] + lines.map { "\($0.key): \($0.value)" } + price(of: better)
            return [finding]
        }
        finding.lines = panel.picture
        return [finding]
    }

    /// What rules cost those who tap.
    private static func price(of rules: GhostRules) -> [String] {
        func lost(_ life: Microseconds) -> String {
            "taps shorter than \(life.count / 1_000) ms are lost, of people's \(UntouchedPanel.shorterTaps(than: life)) in 1000"
        }
        guard rules.minimumLife > .zero else { return [] }
        let burst = rules.holdsBursts ? "; in a burst \(lost(BurstRules.minimumLife))" : ""
        return ["(\(lost(rules.minimumLife))\(burst))"]
    }

    /// How many contacts of a row are touches before it is known to be one.
    private static var learning: Int { Int(PeriodRules.agreements) + 1 }

    /// What is wrong, in words.
    private static func text(_ trouble: UntouchedPanel.Trouble) -> String {
        var words = trouble.contacts == 1 ? "there was a contact" : "there were \(trouble.contacts) contacts"
        if !trouble.places.isEmpty {
            words +=
                ", at "
                + trouble.places.map { place in
                    "(\(Int((place.area.left + place.area.right) / 2)), \(Int((place.area.top + place.area.bottom) / 2)))"
                }.joined(separator: " and ")
        } else if trouble.contacts > 1 {
            words += trouble.spots < 10 ? " at \(trouble.spots) places" : " all over the panel"
        }
        if let period = trouble.period {
            words += ", every \(seconds(period.count)) s"
        }
        if trouble.resting < trouble.contacts {
            words += ", each gone after \(max(1, trouble.longestLife.count / 1_000)) ms or less"
        }
        if trouble.resting > 0 { words += ", \(trouble.resting) of them staying" }
        if trouble.isBurst { words += ", many at once" }
        if trouble.flickers >= 3 {
            words += ", \(trouble.flickers) times one that flickered for \(trouble.longestGap.count / 1_000) ms or less"
        }
        if trouble.tremble >= 1 { words += ", trembling by \(Int(trouble.tremble.rounded())) px" }
        return words
    }
}

/// What a board's file says of ghosts.
enum GhostLines {
    /// The keys `mask` and `ghosts` that say `rules`; none where they ask for nothing.
    static func of(_ rules: GhostRules) -> [(key: String, value: String)] {
        var lines: [(key: String, value: String)] = []
        let areas = (0..<GhostRules.mostAreas).compactMap { rules.area($0) }
        if !areas.isEmpty {
            let texts = areas.map { "[\(Int($0.left)), \(Int($0.top)), \(Int($0.right)), \(Int($0.bottom))]" }
            lines.append(("mask", "[\(texts.joined(separator: ", "))]"))
        }
        var ghosts: [String] = []
        if rules.minimumLife > .zero { ghosts.append("minimum_life: \(rules.minimumLife.count / 1_000)ms") }
        if rules.dropsPeriodic { ghosts.append("periodic: drop") }
        if rules.holdsBursts { ghosts.append("bursts: hold") }
        if rules.palmSize < Contact.palm { ghosts.append("palm: \(Int(rules.palmSize))") }
        if rules.flicker > .zero { ghosts.append("flicker: \(rules.flicker.count / 1_000)ms") }
        if rules.smoothingHz > 0 { ghosts.append("smoothing: \(Int(rules.smoothingHz))") }
        if !ghosts.isEmpty { lines.append(("ghosts", "{\(ghosts.joined(separator: ", "))}")) }
        return lines
    }
}
