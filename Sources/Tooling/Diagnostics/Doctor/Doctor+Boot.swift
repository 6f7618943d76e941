import TaplineConfiguration

// Commands that change config.txt, which counts from the next start on.

extension Doctor {
    static func bootPath(_ facts: MachineFacts) -> String {
        facts.bootConfiguration?.file ?? "/boot/firmware/config.txt"
    }

    /// Adds a line, and starts the computer again.
    static func addToBoot(_ line: String, _ facts: MachineFacts) -> String {
        "\(adding(line, facts)) && sudo reboot"
    }

    /// Adds a line so that it counts for this computer: behind the last one's end, in a section for all, and not to an
    /// overlay that has a parameter of the same name.
    static func adding(_ line: String, _ facts: MachineFacts) -> String {
        let lines = lines(adding: line, facts)
        let file = Shell.word(bootPath(facts))
        guard lines.count > 1 else { return "echo \(Shell.quoted(line)) | sudo tee -a \(file)" }
        let words = lines.map { Shell.quoted($0) }.joined(separator: " ")
        return "printf '%s\\n' \(words) | sudo tee -a \(file)"
    }

    /// The lines that ``adding(_:_:)`` adds; an empty one ends the file's last.
    static func lines(adding line: String, _ facts: MachineFacts) -> [String] {
        let boot = facts.bootConfiguration
        var lines: [String] = []
        if boot?.endsWithALine == false { lines.append("") }
        // (An included file may end in a section, too.)
        if boot.map({ $0.lastSection != BootConfiguration.everywhere || $0.includesOthers }) == true {
            lines.append("[all]")
        }
        if line.hasPrefix("dtparam=i2c_csi_dsi"), boot?.overlays.isEmpty == false { lines.append("dtoverlay=") }
        return lines + [line]
    }

    /// Writes `replacement` in the place of a line, whatever blanks are around it.
    static func replacing(_ line: String, with replacement: String, _ facts: MachineFacts) -> String {
        let edit = "s|^[[:space:]]*\(Shell.pattern(line))[[:space:]]*$|\(Shell.replacement(replacement))|"
        return "sudo sed -i \(Shell.quoted(edit)) \(Shell.word(bootPath(facts)))"
    }

    /// Whether config.txt has what `line` says: the overlay, or the parameter switched on.
    static func has(_ line: String, _ facts: MachineFacts) -> Bool {
        guard let boot = facts.bootConfiguration else { return false }
        if line.hasPrefix("dtoverlay=") {
            let name = OverlayLine.name(in: line)
            return boot.overlays.contains { $0.name == name && $0.section != "none" }
        }
        let parameter = String(line.dropFirst("dtparam=".utf8.count).prefix { $0 != "=" })
        let names =
            switch parameter {
            case "i2c_arm": ["i2c_arm", "i2c", "i2c1"]
            case "i2c_vc": ["i2c_vc", "i2c0"]
            default: [parameter]
            }
        return boot.value(of: names).map { OverlayImport.isOn($0) } ?? false
    }
}
