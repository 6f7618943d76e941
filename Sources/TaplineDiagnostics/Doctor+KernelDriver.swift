import TaplineBoards
import TaplineDevices
import TaplineService

extension Doctor {
    /// Whether a driver of the kernel has the chip, and what frees it: until the next start, and for good.
    static func kernelDriver(_ facts: MachineFacts) -> [DoctorFinding] {
        guard facts.busPath != nil else { return [] }
        let held = facts.holders.filter { facts.board.addresses.contains($0.address) }
        guard !held.isEmpty else { return [.fine("driver", "no driver of the kernel has \(addresses(facts))")] }
        return held.map { holder in
            guard !holder.driver.isEmpty else {
                return .problem(
                    "driver",
                    "a driver of the kernel has \(holder.address.hexadecimal); its name, which is hidden here, is "
                        + "shown by", command: "ls -l /sys/bus/i2c/devices/*-00\(holder.address.digits)/driver")
            }
            let text = "the kernel's driver \(holder.driver) has \(holder.device)"
            let unbind = "echo \(holder.device) | sudo tee /sys/bus/i2c/drivers/\(holder.driver)/unbind"
            guard let line = bindingLine(facts) else {
                return .problem("driver", text + "; until the next start this frees it", command: unbind)
            }
            let isDisplay = line.hasPrefix("dtoverlay=vc4-")
            let change = isDisplay ? "&,disable_touch" : "# &"
            let edit = Shell.quoted("s|^\(Shell.pattern(line))$|\(change)|")
            return .problem(
                "driver",
                text + ", by \(line) in \(bootPath(facts)); until the next start \(unbind) frees it, for good",
                command: "sudo sed -i \(edit) \(Shell.word(bootPath(facts))) && sudo reboot")
        }
    }

    /// The line of config.txt that gives the chip to the driver: that of a display on the DSI connector whose touch is
    /// not disabled, or that of a touch controller; nil where none is known.
    private static func bindingLine(_ facts: MachineFacts) -> String? {
        let lines = facts.bootConfiguration?.lines ?? []
        let touch = ["goodix", "edt-ft5406", "pitft28-capacitive"].map { "dtoverlay=\($0)" }
        return lines.first { line in
            if line.hasPrefix("dtoverlay=vc4-kms-dsi-") { return !has("disable_touch", line) }
            return touch.contains { line == $0 || line.hasPrefix("\($0),") }
        }
    }

    /// Whether `word` stands between commas in `line`.
    private static func has(_ word: String, _ line: String) -> Bool {
        line.utf8.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual(word.utf8) }
    }
}
