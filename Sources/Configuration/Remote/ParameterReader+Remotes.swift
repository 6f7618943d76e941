import TaplineCore

extension ParameterReader {
    /// The value of `remotes`. Lines of `board` are refused.
    mutating func remotes(board: BoardDescription?) -> RemotesDescription {
        var found = RemotesDescription()
        known.lines = Self.taken(by: board)
        let (most, mostButtons) = (RemotesDescription.mostOfAKind, RemotesDescription.mostButtons)
        let nodes = entries("remotes", "remote controls", capacity: mostButtons + 2 * most)
        for node in nodes {
            known.lines = mapping(node, what: "a remote control") { reader in
                if reader.contains("button") {
                    if let button = reader.button() { found.buttons.append(button) }
                } else if reader.contains("encoder") {
                    if let encoder = reader.encoder() { found.encoders.append(encoder) }
                } else if let device = reader.device() {
                    found.devices.append(device)
                }
                return reader.known.lines
            }
        }
        for (count, what, most) in [
            (found.devices.count, "device", most), (found.buttons.count, "button", mostButtons),
            (found.encoders.count, "encoder", most),
        ] where count > most {
            refuse("remotes", "there are \(count) entries of \(what)", suggestion: "at most \(most) have room")
        }
        if !nodes.isEmpty, known.commands.allSatisfy({ $0 == .playing }) {
            refuse(
                "remotes", "no command has a name: nobody would hear of any",
                suggestion: "add remote: [{name: next, command: nextTrack}]")
        }
        return found
    }

    private mutating func device() -> RemotesDescription.Device? {
        let node = node("device")
        let (isHeadset, grabs) = (boolean("headset") ?? false, boolean("grab") ?? false)
        let times = times(of: HeadsetButton.Times())
        guard let node else {
            lacksSource()
            return nil
        }
        let name = text(node, "device", limit: 255)
        if name == "any", grabs {
            refuse(
                "grab", "nobody could type on any keyboard of this computer any more",
                suggestion: "name the device: cat /proc/bus/input/devices")
        }
        let device = RemotesDescription.Device(
            name: name == "any" ? nil : name, grabs: grabs, isHeadset: isHeadset, times: times)
        return name == nil ? nil : device
    }

    /// Says what an entry should have that is neither a device nor a button nor an encoder.
    private mutating func lacksSource() {
        for key in ["infrared", "ir", "cec", "hdmi", "bluetooth", "keyboard"] {
            guard contains(key), let entry = entry(key) else { continue }
            return refuse(
                at: entry.keyMark, "\(quoted(key)) is an input device to the kernel",
                suggestion: "write device: any, or its name: cat /proc/bus/input/devices")
        }
        for key in ["headset", "grab"] where contains(key) {
            return refuse(
                key, "\(quoted(key)) without a device", suggestion: "add device: NAME (cat /proc/bus/input/devices)")
        }
        for key in ["button", "encoder"] { _ = node(key) }
        lacks(
            ["device", "button", "encoder"], "a remote control has no 'device', no 'button' and no 'encoder'",
            suggestion: "add device: any, button: GPIO22 or encoder: [GPIO5, GPIO6]")
    }

    private mutating func button() -> RemotesDescription.Button? {
        let line = node("button").flatMap { remoteLine($0) }
        let wiring = wiring()
        let debounce = time("debounce", in: .zero...(.milliseconds(200))) ?? .milliseconds(10)
        var button = RemotesDescription.Button(
            line: line ?? "", wiring: wiring, times: HeadsetButton.Times(), key: .button)
        if contains("command") {
            guard command(of: &button) else { return nil }
        } else {
            button.times = times(of: button.times)
            // (A name that is nearly one of these is to be found.)
            _ = node("command")
            for key in ["step", "repeat"] {
                guard let entry = entry(key) else { continue }
                let command = key == "step" ? nil : known.commands.first { $0.isOfButton }?.name.description
                refuse(
                    at: entry.keyMark, "'\(key)' is of a button with one command",
                    suggestion: "add command: \(command ?? "changeVolume")")
            }
        }
        button.times.debounce = debounce
        return line == nil ? nil : button
    }

    /// What a button commands as soon as it is pressed: its `command`, the `step` of a volume, and how often it is repeated; false
    /// where that is not known.
    private mutating func command(of button: inout RemotesDescription.Button) -> Bool {
        let step = number("step", in: -100...100).map { Float($0) }
        let range = Microseconds.milliseconds(100)...Microseconds.milliseconds(60_000)
        button.times.repetition = time("repeat", in: range) ?? .zero
        for word in ["gap", "hold"] where contains(word) {
            refuse(
                word, "'\(word)' is of a button without 'command', whose clicks are counted",
                suggestion: "leave it out: this one commands as soon as it is pressed")
        }
        // (A rating is for those who want a command that no player takes.)
        let commands = RemoteDescription.commands.filter { $0.value.isOfButton }
        guard let meaning = command("command", among: commands) else { return false }
        switch meaning {
        case .command(.changeVolume): button.key = .volume(step ?? 1)
        case .command(let command): button.key = .command(command)
        case .seek(let seek): button.key = .seek(seek)
        case .playing: return false
        }
        if case .seek = meaning, contains("repeat") {
            refuse("repeat", "a seek goes on by itself", suggestion: "leave repeat out")
        }
        if meaning != .command(.changeVolume), contains("step") {
            refuse("step", "'step' is of changeVolume", suggestion: "leave it out")
        } else if step == 0 {
            refuse("step", "'step' is 0: nothing would come of a press", suggestion: "write 1, or -1")
        }
        return true
    }

    private mutating func times(of standard: HeadsetButton.Times) -> HeadsetButton.Times {
        var times = standard
        times.gap = time("gap", in: .milliseconds(100)...(.milliseconds(2_000))) ?? times.gap
        times.hold = time("hold", in: .milliseconds(200)...(.milliseconds(5_000))) ?? times.hold
        return times
    }

    private mutating func encoder() -> RemotesDescription.Encoder? {
        let lines =
            node("encoder").flatMap { list($0, "encoder", count: 2, example: "encoder: [GPIO5, GPIO6]") } ?? []
        let names = lines.compactMap { remoteLine($0) }
        let wiring = wiring()
        let detents: [(name: String, value: RotaryEncoder.Detents)] = [("1", .one), ("2", .two), ("4", .four)]
        let commands: [(name: String, value: RemoteCommand)] = [
            ("changeVolume", .changeVolume), ("skip", .skip), ("nextTrack", .nextTrack),
        ]
        let command = choice("command", commands) ?? .changeVolume
        let limit = Double(command.values?.upperBound ?? 1)
        let step = Float(number("step", in: -limit...limit) ?? 1)
        if step == 0 {
            refuse(
                "step", "'step' is 0: nothing would come of a turn",
                suggestion: "write a number, \(decimal(-limit)) to \(decimal(limit)), and not 0")
        }
        let encoder = RemotesDescription.Encoder(
            first: names.first ?? "", second: names.last ?? "", wiring: wiring,
            detents: choice("detents", detents) ?? .one,
            acceleration: integer("acceleration", in: 1...100) ?? 1,
            quick: time("quick", in: .milliseconds(1)...(.milliseconds(1_000))) ?? .milliseconds(60),
            command: command, step: step)
        return names.count == 2 ? encoder : nil
    }

    private mutating func wiring() -> RemotesDescription.Wiring {
        RemotesDescription.Wiring(activeLow: boolean("active_low") ?? true, bias: bias() ?? .pullUp)
    }

    private mutating func remoteLine(_ node: YAMLNode) -> String? {
        var used = known.lines
        guard let line = unusedLine(node, used: &used, isInput: true) else { return nil }
        used[used.count - 1].by = "by the remote control in line \(mark.line)"
        known.lines = used
        return line
    }
}
