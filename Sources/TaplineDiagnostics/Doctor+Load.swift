import TaplineService
import TaplineTouches

extension Doctor {
    /// From this share of the bus's time on, in percent, reports queue up behind each other.
    static var mostLoadPercent: Int { 80 }
    /// What a bus does of which the device tree does not say: the kernel's standard mode.
    static var usualSpeedHz: Int { 100_000 }

    /// The rate of reports while fingers were down, and how much of the bus's time they take.
    static func load(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let watch = facts.watch, watch.touchedReports >= looksToJudge, watch.touchedTime > .zero else {
            guard facts.watch != nil else { return [] }
            return [
                .note(
                    "rate", "nobody touched the panel, so that there is no rate; touch it during",
                    command: "tapline doctor --board \(Shell.word(facts.boardName))")
            ]
        }
        let time = Int(watch.touchedTime.count)
        let rate = watch.touchedReports * 1_000_000 / time
        let bits = watch.touchedBits / watch.touchedReports
        let speed = facts.busSpeedHz ?? usualSpeedHz
        let percent = watch.touchedBits * 100 / max(1, speed * time / 1_000_000)
        let text =
            "\(rate) reports/s of \(bits) bits take \(percent) % of a bus of \(speed / 1_000) kHz"
            + (facts.busSpeedHz == nil ? " (if it has the usual speed)" : "")
        guard percent >= mostLoadPercent else { return [.fine("rate", text)] }
        let parameter = facts.busPath.map { number($0) } == "1" ? "i2c_arm_baudrate" : "i2c_vc_baudrate"
        return [
            .problem("rate", text, command: addToBoot("dtparam=\(parameter)=400000", facts))
        ]
    }
}
