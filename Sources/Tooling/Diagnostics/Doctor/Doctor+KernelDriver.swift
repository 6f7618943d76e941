import TaplineConfiguration
import TaplineCore
import TaplineLinux

extension Doctor {
    /// Whether a driver of the kernel has the chip, and what frees it: for good where config.txt can, else until the next
    /// start.
    static func kernelDriver(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let path = facts.busPath else { return [] }
        let held = facts.holders.filter { facts.board.addresses.contains($0.address) }
        guard !held.isEmpty else {
            return [keptInReset(facts) ?? .fine("driver", "no driver of the kernel has \(addresses(facts))")]
        }
        return held.map { holder in
            let isHidden = holder.driver.isEmpty
            let device = holder.device.isEmpty ? "\(number(path))-00\(holder.address.digits)" : holder.device
            let place = isHidden ? "devices/\(device)/driver" : "drivers/\(holder.driver)"
            let unbind = "echo \(device) | sudo tee /sys/bus/i2c/\(place)/unbind"
            let text =
                isHidden
                ? "a driver of the kernel, whose name is hidden here, has \(device)"
                : "the kernel's driver \(holder.driver) has \(device)"
            let binding = isHidden ? nil : binding(of: holder, facts)
            // (The firmware brings the overlay of a display that it finds without a line.)
            let display = facts.board.overlay.flatMap { TouchOverlay.named(OverlayLine.name(in: $0)) }
            let isItsDriver = isHidden || display?.driver == holder.driver
            switch binding?.overlay.freeing ?? (isItsDriver ? display?.freeing : nil) {
            case .never:
                return .problem(
                    "driver",
                    text
                        + ", and ends the controller's reset: without it no chip answers. Leave it bound, and take the "
                        + "fingers from it",
                    command: "tapline run --board evdev"
                        + (facts.configurationFile.isEmpty ? "" : " --config \(Shell.word(facts.configurationFile))"))
            case .unbind:
                return .problem(
                    "driver", text + "; until the next start this frees it" + everyStart(holder.driver), command: unbind
                )
            default: break
            }
            guard let binding, let change = change(of: binding, facts) else {
                // (What brings it is no line that is known: then its driver is kept from being loaded, for every chip.)
                guard let module = facts.modules.first(where: { $0.driver == holder.driver })?.module else {
                    return .problem(
                        "driver",
                        text
                            + "; for good it is free without the dtoverlay or dtparam line in \(bootPath(facts)) that brings "
                            + "it; until the next start this frees it", command: unbind)
                }
                return .problem(
                    "driver",
                    text + "; until the next start \(unbind) frees it, for good (and all chips of that driver)",
                    command:
                        "echo \(Shell.quoted("blacklist \(module)")) | sudo tee -a /etc/modprobe.d/tapline.conf && "
                        + "sudo reboot")
            }
            return .problem(
                "driver",
                text
                    + ", by \(binding.line.text) in \(bootPath(facts)); until the next start \(unbind) frees it, for good",
                command: change + " && sudo reboot")
        }
    }

    /// Whether a driver of the kernel has a motion sensor of the board's, on the panel's bus; nothing is said of those that none
    /// has.
    static func sensors(_ facts: MachineFacts) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        for sensor in facts.board.sensors where !sensor.isOfTheKernel && sensor.bus == facts.board.bus {
            let known = sensor.settings.chip.sheet.addresses
            let addresses = sensor.addresses.isEmpty ? (0..<known.count).map { known[$0] } : sensor.addresses
            for holder in facts.holders where addresses.contains(holder.address) && !holder.driver.isEmpty {
                let instead = holder.accelerometer.map {
                    "leave it there and write sensors: [{controller: iio, device: \($0)}] in the board; or "
                }
                findings.append(
                    .problem(
                        "sensor",
                        "the kernel's driver \(holder.driver) has \(holder.device), where the \(sensor.chipName) may be: "
                            + (instead ?? "") + "until the next start this frees it",
                        command: "echo \(holder.device) | sudo tee /sys/bus/i2c/drivers/\(holder.driver)/unbind"))
            }
        }
        return findings
    }

    /// The drivers whose chips the package's rule frees.
    static var freedByRule: [String] { ["edt_ft5x06", "Goodix-TS", "tsc2007"] }

    /// What frees the chips of `driver` at every start, where the package has it: tools/packaging/udev.
    private static func everyStart(_ driver: String) -> String {
        guard freedByRule.contains(driver) else { return "" }
        return ", at every start /usr/share/tapline/udev/61-tapline-free.rules (its head says how)"
    }

    /// A display whose touch controller nobody takes out of its reset, because its line keeps the driver off that would.
    private static func keptInReset(_ facts: MachineFacts) -> DoctorFinding? {
        guard facts.controller?.identity.isKnown != true else { return nil }
        for line in facts.bootConfiguration?.overlays ?? [] where MachineFacts.counts(line.section, on: facts.model) {
            guard let touch = OverlayImport(unchecked: line), let parameter = touch.freeingParameter,
                touch.overlay.freeing == .never || touch.overlay.freeing == .unbind,
                touch.overlay.addresses.contains(where: { facts.board.addresses.contains($0) })
            else { continue }
            let text =
                "\(parameter) of \(touch.line.text) in \(bootPath(facts)) leaves the controller in its reset, which only the "
                + "kernel's driver ends"
            let change = removing(parameter, from: line, facts)
            return .problem("driver", text, command: change + " && sudo reboot")
        }
        return nil
    }

    /// The overlay of config.txt that gives this chip to this driver, the last one where there are several; nil for none.
    private static func binding(of holder: ChipOwnership.Holder, _ facts: MachineFacts) -> OverlayBinding? {
        facts.bindings.last { binding in
            binding.overlay.driver == holder.driver && binding.overlay.addresses.contains(holder.address)
                && (binding.busPath == nil || binding.busPath == facts.busPath)
        }
    }

    /// The command that changes the line so that the driver stays away; nil where none is known.
    private static func change(of binding: OverlayBinding, _ facts: MachineFacts) -> String? {
        let line = "dtoverlay=\(binding.line.source)"
        switch binding.overlay.freeing {
        case .leaveOut:
            let drop = replacing(line, with: "# \(line)", facts)
            guard let bus = TouchOverlay.busLine(of: binding.overlay.bus[0]), !has(bus, facts) else { return drop }
            return "\(drop) && \(adding(bus, facts))"
        case .add(let parameter): return replacing(line, with: "\(line),\(parameter)", facts)
        case .takeOut(let parameter):
            guard let given = binding.line.parameters.last(where: { $0.name == parameter }) else { return nil }
            return removing(given.text, from: binding.line, facts)
        case .unbind, .never: return nil
        }
    }

    /// Takes a parameter, as it is written, out of an overlay's line, or its own line away.
    private static func removing(_ parameter: String, from line: OverlayLine, _ facts: MachineFacts) -> String {
        if line.parameters.contains(where: { $0.text == parameter && $0.isOfOwnLine }) {
            return replacing("dtparam=\(parameter)", with: "# dtparam=\(parameter)", facts)
        }
        var rest = "dtoverlay=\(line.name)"
        for other in line.parameters where other.text != parameter && !other.isOfOwnLine { rest += ",\(other.text)" }
        return replacing("dtoverlay=\(line.source)", with: rest, facts)
    }
}
