import TaplineCore
import TaplineLinux

extension Doctor {
    /// Whether there is what the configuration takes commands from. (What permission hides is reported already.)
    static func remotes(_ facts: MachineFacts) -> [DoctorFinding] {
        var findings = facts.remotes.receivers.flatMap { receiver($0) }
        for entry in facts.remotes.entries {
            if let refusal = entry.refusal {
                findings.append(.problem("remotes", refusal.description + "; then", command: again(facts)))
            } else if let keyless = entry.keyless.first, entry.devices.isEmpty {
                findings.append(
                    .problem(
                        "remotes", "\(keyless) has no key that players know: name another device; these are there",
                        command: "cat /proc/bus/input/devices"))
            } else if entry.devices.isEmpty {
                let what = entry.wanted.isEmpty ? "has media keys" : "is called '\(entry.wanted)'"
                findings.append(
                    .note(
                        "remotes", "no input device \(what) yet; one that comes later is taken; these are there",
                        command: "cat /proc/bus/input/devices"))
            } else {
                findings.append(.fine("remotes", "commands come from " + entry.devices.joined(separator: ", ")))
            }
        }
        return findings
    }

    private static func receiver(_ receiver: RemoteFacts.Receiver) -> [DoctorFinding] {
        if !receiver.hasProtocol {
            return [
                .problem(
                    "remotes", "the infrared receiver \(receiver.name) listens to no protocol",
                    command: "sudo ir-keytable -s \(receiver.name) -p nec,rc-5,rc-6,sony")
            ]
        }
        guard receiver.hasMediaKeys == false else { return [] }
        return [
            .problem(
                "remotes",
                "the keymap of the infrared receiver \(receiver.name) has no key that players know: load that of your remote "
                    + "control, from /lib/udev/rc_keymaps or one of your own; what it sends is shown by",
                command: "sudo ir-keytable -s \(receiver.name) -t")
        ]
    }

    /// What a daemon that runs the configuration knows of players and buttons.
    static func running(_ facts: MachineFacts) -> [DoctorFinding] {
        var findings = facts.remotes.running.bouncing.map { line, count in
            DoctorFinding.problem(
                "buttons",
                "the button at \(line) has changed \(count) times within 50 ms, no person does: it bounces for longer than its "
                    + "debounce. Raise that in \(facts.configurationFile); see how long with",
                command: again(facts))
        }
        if let (player, why) = facts.remotes.running.refusal {
            // (The name under which tapline-media tells of an MPD.)
            let isMPD = player == "mpd"
            findings.append(
                .problem(
                    "players",
                    player.isEmpty
                        ? "no player can be reached: \(why); see"
                        : "the player \(player) refuses: \(why)"
                            + (isMPD ? "; where it is, and its password, stand in" : "; what it can do says"),
                    command: player.isEmpty
                        ? "systemctl --user status 'tapline-media@*'"
                        : isMPD
                            ? "sudo nano /etc/tapline/media.conf"
                            : "busctl --user introspect "
                                + Shell.word("org.mpris.MediaPlayer2.\(player)") + " /org/mpris/MediaPlayer2"))
        }
        return findings
    }

    /// What the buttons did while they were watched.
    static func buttons(_ facts: MachineFacts) -> [DoctorFinding] {
        facts.remotes.buttons.compactMap { button in
            if let refusal = button.refusal {
                return refusal.isPermission
                    ? nil : .problem("buttons", refusal.description + "; then", command: again(facts))
            }
            guard button.presses > 0 else {
                return .note("buttons", "nobody pressed the button at \(button.line)", command: again(facts))
            }
            // (Tenths, rounded up: what is told as 0.0 ms did not bounce.)
            let tenths = (button.longestBounce.count + 99) / 100
            let bounce = "\(tenths / 10).\(tenths % 10) ms"
            guard button.longestBounce >= button.debounce, button.longestBounce > .zero else {
                return .fine(
                    "buttons",
                    "\(button.line) was pressed (\(button.presses)), and bounces for \(bounce) at a time at most")
            }
            return .problem(
                "buttons",
                "the button at \(button.line) bounces for \(bounce) at a time, no less than its debounce: one click counts as "
                    + "several. Write debounce: \(button.longestBounce.count / 1_000 + 5)ms in "
                    + "\(facts.configurationFile); then",
                command: again(facts))
        }
    }
}
