/// Finds GPIO lines by name.
///
/// A name is the kernel's (`GPIO17`), the header's (`PIN11`), or a chip and a number or name (`gpiochip0:17`,
/// `pinctrl-rp1:17`, `pinctrl-rp1:GPIO17`).
public enum GPIOLines {
    /// The place of the line named `name` on this computer.
    ///
    /// - Throws: ``DeviceError`` where there is no chip, none that may be opened, no such line, or more than one.
    public static func locate(_ name: String) throws(DeviceError) -> GPIOLineLocation {
        let (chips, failure) = readChips()
        if let line = try match(name, chips) { return line }
        // (It may be on the chip that cannot be read.)
        throw failure ?? missing(name, chips)
    }

    /// All chips of this computer by number, and why the first of those that cannot be read cannot.
    public static func readChips() -> (chips: [GPIOChip], failure: DeviceError?) {
        var chips: [GPIOChip] = []
        var failure: DeviceError?
        let numbers = DeviceFiles.numbers(in: "/dev", prefix: "gpiochip")
        // (Without any, the kernel's own answer about the first is the message.)
        for number in numbers.isEmpty ? [0] : numbers {
            do throws(DeviceError) {
                let chip = try GPIOChip(path: "/dev/gpiochip\(number)")
                // Raspberry Pi OS links an old number to the chip that had it.
                if let known = chips.firstIndex(where: { $0.name == chip.name }) {
                    chips[known].paths += chip.paths
                } else {
                    chips.append(chip)
                }
            } catch {
                failure = failure ?? error
            }
        }
        return (chips, failure)
    }

    /// The place of the line named `name` on one of `chips`.
    ///
    /// - Throws: ``DeviceError`` where there is no such line, or more than one.
    public static func find(_ name: String, among chips: [GPIOChip]) throws(DeviceError) -> GPIOLineLocation {
        guard let line = try match(name, chips) else { throw missing(name, chips) }
        return line
    }

    private static func match(_ name: String, _ chips: [GPIOChip]) throws(DeviceError) -> GPIOLineLocation? {
        var found = lines(named: name, on: chips, as: name)
        if found.isEmpty { found = try linesOfNamedChip(name, among: chips) }
        if found.isEmpty, let alias = HeaderPins.alias(of: name) { found = lines(named: alias, on: chips, as: name) }
        // Kernels name some lines by their function (`ID_SDA`): on these chips the number says which it is.
        if found.isEmpty, let number = HeaderPins.number(of: name) {
            for chip in chips where chip.isRaspberryPiHeader && number < chip.lineNames.count {
                found.append(location(UInt32(number), on: chip, as: name))
            }
        }
        guard found.count > 1 else { return found.first }
        let headers = found.filter { line in
            chips.contains { $0.isRaspberryPiHeader && $0.paths.first == line.chipPath }
        }
        if headers.count == 1 { return headers[0] }
        var places = ""
        for line in found {
            places += places.isEmpty ? "" : ", "
            places += "\(DeviceFiles.lastName(of: line.chipPath)):\(line.offset) (\(line.chipLabel))"
        }
        throw DeviceError(device: name, reason: "\(found.count) lines have this name", hint: "say which: \(places)")
    }

    private static func lines(named wanted: String, on chips: [GPIOChip], as name: String) -> [GPIOLineLocation] {
        var found: [GPIOLineLocation] = []
        guard !wanted.isEmpty else { return found }
        for chip in chips {
            for offset in chip.lineNames.indices where chip.lineNames[offset] == wanted {
                found.append(location(UInt32(offset), on: chip, as: name))
            }
        }
        return found
    }

    private static func linesOfNamedChip(
        _ name: String, among chips: [GPIOChip]
    ) throws(DeviceError) -> [GPIOLineLocation] {
        guard let (chipName, line) = parts(of: name) else { return [] }
        let named = chips.filter { isNamed(chipName, $0) }
        guard let number = DeviceFiles.number(after: "", in: line) else {
            return lines(named: line, on: named, as: name)
        }
        var found: [GPIOLineLocation] = []
        for chip in named {
            guard number < chip.lineNames.count else {
                throw DeviceError(device: name, reason: "\(chip.label) has lines 0…\(chip.lineNames.count - 1)")
            }
            found.append(location(UInt32(number), on: chip, as: name))
        }
        return found
    }

    /// The two parts of `CHIP:LINE`; nil for other names.
    private static func parts(of name: String) -> (chip: String, line: String)? {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        return (String(name[..<colon]), String(name[name.utf8.index(after: colon)...]))
    }

    private static func isNamed(_ name: String, _ chip: GPIOChip) -> Bool {
        chip.label == name || chip.name == name
            || chip.paths.contains { $0 == name || DeviceFiles.lastName(of: $0) == name }
    }

    private static func location(_ offset: UInt32, on chip: GPIOChip, as name: String) -> GPIOLineLocation {
        GPIOLineLocation(chipPath: chip.paths.first ?? "", chipLabel: chip.label, offset: offset, name: name)
    }

    private static func missing(_ name: String, _ chips: [GPIOChip]) -> DeviceError {
        if let chip = parts(of: name)?.chip, !chips.contains(where: { isNamed(chip, $0) }) {
            return DeviceError(device: name, reason: "no chip is named '\(chip)'", hint: "there are \(listed(chips))")
        }
        var best: (name: String, distance: Int)?
        for chip in chips {
            for candidate in chip.lineNames where candidate.utf8.count > 1 {
                let distance = editDistance(name, candidate)
                if distance <= max(1, name.utf8.count / 2), distance < best?.distance ?? .max {
                    best = (candidate, distance)
                }
            }
        }
        let nearest = best.map { "did you mean \($0.name)? " } ?? ""
        return DeviceError(
            device: name, reason: "no line has this name on \(listed(chips))",
            hint: nearest + "gpioinfo lists the lines")
    }

    private static func listed(_ chips: [GPIOChip]) -> String {
        var text = ""
        for chip in chips {
            text += text.isEmpty ? "" : ", "
            text += "\(chip.name) (\(chip.label), \(chip.lineNames.count) lines)"
        }
        return text
    }

    /// How many letters must be inserted, left out or replaced to make `b` of `a`; capitals count as small letters.
    private static func editDistance(_ a: String, _ b: String) -> Int {
        func letters(_ text: String) -> [UInt8] {
            var letters: [UInt8] = []
            for byte in text.utf8.prefix(64) { letters.append(byte >= 65 && byte <= 90 ? byte + 32 : byte) }
            return letters
        }
        let from = letters(a)
        let to = letters(b)
        var row = Array(0...to.count)
        for i in from.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in to.indices {
                let above = row[j + 1]
                row[j + 1] = min(diagonal + (from[i] == to[j] ? 0 : 1), above + 1, row[j] + 1)
                diagonal = above
            }
        }
        return row[to.count]
    }
}
