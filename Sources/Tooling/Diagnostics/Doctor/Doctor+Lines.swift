import TaplineConfiguration
import TaplineDaemon
import TaplineLinux

extension Doctor {
    /// Whether the lines are there and free, and who has them.
    static func lines(_ facts: MachineFacts) -> [DoctorFinding] {
        let findings = facts.lines.compactMap { line -> DoctorFinding? in
            if let user = line.user { return taken(line, by: user, facts) }
            // (Where permission is missing, that is reported already.)
            guard let refusal = line.refusal, !refusal.isPermission else { return nil }
            let text = "\(line.role): \(refusal.description)"
            if let nearest = line.nearest, let command = rename(line, to: nearest, facts) {
                return .problem("lines", text, command: command, .badConfiguration)
            }
            // (No chip at all: another name would not help.)
            guard !refusal.device.hasPrefix("/dev/") else { return .problem("lines", text, command: again(facts)) }
            let file = line.role == "output" ? facts.configurationFile : boardFile(facts)
            return .problem(
                "lines", text + "; name another one in \(file) (gpioinfo lists them)", command: again(facts),
                .badConfiguration)
        }
        guard findings.isEmpty else { return findings }
        let free = facts.lines.filter { $0.location != nil && $0.refusal == nil }
        guard !free.isEmpty else { return [] }
        return [.fine("lines", free.map { "\($0.role) \($0.name)" }.joined(separator: ", ") + ": there, and free")]
    }

    /// A line that somebody has: a program, which can be ended, or a driver of the kernel, whose line in config.txt goes.
    private static func taken(_ line: NamedLine, by user: String, _ facts: MachineFacts) -> DoctorFinding {
        let text = "\(line.role) \(line.name) is used by \(user)"
        if let number = line.location?.offset, let boot = facts.bootConfiguration {
            // (SPI's port 0 takes GPIO7 to 11.)
            if (7...11).contains(number), boot.value(of: ["spi"]).map({ OverlayImport.isOn($0) }) == true {
                return .problem(
                    "lines", text + ", which dtparam=spi=on in \(boot.file) gives to SPI",
                    command: addToBoot("dtparam=spi=off", facts))
            }
            let users = boot.overlays.filter { overlay in
                MachineFacts.counts(overlay.section, on: facts.model)
                    && overlay.parameters.contains {
                        $0.value == "\(number)" && $0.name != "bus" && $0.name != "rotate"
                    }
            }
            if users.count == 1, let user = users.first {
                let line = "dtoverlay=\(user.source)"
                return .problem(
                    "lines", text + ", which \(user.text) in \(boot.file) names: without that line it is free",
                    command: replacing(line, with: "# \(line)", facts) + " && sudo reboot")
            }
        }
        guard user.hasPrefix("the kernel") else {
            // (What a user calls himself does not distinguish a program from a driver of the kernel.)
            let chip = line.location?.chipPath ?? "/dev/gpiochip0"
            return .problem(
                "lines",
                text
                    + ": sudo fuser -v \(Shell.word(chip)) shows the programs that have lines of that chip; end the one that "
                    + "has it. Where there is none, a driver of the kernel has it: take its dtoverlay or dtparam line out of "
                    + "\(bootPath(facts)) and restart; or name another line", command: again(facts))
        }
        return .problem(
            "lines",
            text
                + ": take the dtoverlay or dtparam line of what hangs on it out of \(bootPath(facts)) and restart, or name "
                + "another line", command: again(facts))
    }

    /// The command that corrects the line's name in the board's file; nil where it is the configuration's.
    private static func rename(_ line: NamedLine, to name: String, _ facts: MachineFacts) -> String? {
        let pin = line.role == "interrupt_pin" ? facts.board.interruptPin : facts.board.resetPin
        guard line.role != "output", let pin else { return nil }
        return editBoard(line.role, "{line: \(name), active: \(pin.activeLow ? "low" : "high")}", facts)
    }
}
