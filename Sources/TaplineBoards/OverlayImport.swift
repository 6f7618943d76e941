/// A board made of a `dtoverlay=` line: what the overlay says of its touch panel, changed as the line's parameters change
/// it.
///
/// The same words as the kernel's, in the same order: `invx` mirrors the raw x axis, `swapxy` swaps after mirroring.
public struct OverlayImport: Sendable {
    /// The line.
    public let line: OverlayLine
    /// The overlay with the line's parameters.
    public private(set) var overlay: TouchOverlay
    /// What the line leaves open or does not do, a sentence each; also in ``boardText``.
    public private(set) var notes: [String] = []
    /// Parameters that gave a key of the board its value, by key.
    private var origins: [(key: String, parameter: String)] = []

    /// What the kernel's driver of Goodix' chips takes for a size that it cannot read: `GOODIX_MAX_WIDTH` and
    /// `GOODIX_MAX_HEIGHT` of drivers/input/touchscreen/goodix.c.
    private static var unknownSize: Int { 4_096 }

    /// Reads lines of `config.txt`: one `dtoverlay=`, and the `dtparam=` lines that follow it.
    ///
    /// - Throws: An overlay or parameters that are not known, and values that are wrong, each with what is valid.
    public init(_ lines: [String]) throws(ConfigurationErrors) {
        line = try OverlayLine(lines)
        var problems = Problems(file: OverlayLine.file)
        guard let known = TouchOverlay.named(line.name) else {
            throw ConfigurationErrors(
                ConfigurationError(
                    file: OverlayLine.file, mark: line.nameMark,
                    message: "the overlay \(quoted(line.name)) is none of a touch controller that is known here",
                    suggestion: suggestion(for: line.name, among: TouchOverlay.allNames)))
        }
        overlay = known
        if ControllerChip(name: overlay.controller) == nil {
            problems.add(
                line.nameMark,
                "the overlay \(quoted(line.name)) is for the controller \(overlay.controller), which this version does not "
                    + "support",
                "valid: \(listed(ControllerChip.allNames))")
        }
        for parameter in line.parameters { apply(parameter, &problems) }
        if let interrupt = overlay.interrupt, interrupt == overlay.reset {
            problems.add(
                line.nameMark, "interrupt and reset are the same line, \(interrupt)",
                "write the GPIOs that they are wired to: interrupt=4,reset=17")
        }
        try problems.throwAny()
        for axis in [overlay.size.x == nil ? "width" : "", overlay.size.y == nil ? "height" : ""] where !axis.isEmpty {
            notes.append(
                "The line does not say the panel's \(axis) in raw pixels; \(OverlayImport.unknownSize) is what the kernel "
                    + "takes where the controller does not tell it: correct it when the program says what the controller has."
            )
        }
        if overlay.area == nil {
            notes.append("The overlay does not say the panel's size in mm: without active_area 1 px counts as 1 pt.")
        }
    }

    private mutating func apply(_ parameter: OverlayLine.Parameter, _ problems: inout Problems) {
        guard let effect = overlay.effect(of: parameter.name) else {
            let valid = overlay.parameterNames
            problems.add(
                parameter.mark, "the overlay \(quoted(overlay.name)) has no parameter \(quoted(parameter.name))",
                valid.isEmpty ? "it has none" : suggestion(for: parameter.name, among: valid))
            return
        }
        func number(_ range: ClosedRange<Int>) -> Int? {
            if let value = parameter.value.flatMap({ wholeNumber($0) }), range.contains(value) { return value }
            problems.add(
                parameter.mark, "\(quoted(parameter.text)) is no value of \(parameter.name)",
                "write \(parameter.name)=N, a whole number, \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        func truth() -> Bool? {
            if let value = OverlayImport.truth(parameter.value) { return value }
            problems.add(
                parameter.mark, "\(quoted(parameter.text)) is neither on nor off",
                "write \(parameter.name) or \(parameter.name)=0")
            return nil
        }
        switch effect {
        case .sizeX:
            if let size = number(1...65_535) {
                record("size", parameter)
                overlay.size.x = size
            }
        case .sizeY:
            if let size = number(1...65_535) {
                record("size", parameter)
                overlay.size.y = size
            }
        case .interrupt:
            if let pin = number(0...53) {
                record("interrupt_pin", parameter)
                overlay.interrupt = "GPIO\(pin)"
            }
        case .reset:
            if let pin = number(0...53) {
                record("reset_pin", parameter)
                overlay.reset = "GPIO\(pin)"
            }
        case .address:
            if let address = number(0x08...0x77) {
                record("addresses", parameter)
                overlay.addresses = [UInt8(address)]
            }
        case .bus(let names):
            if truth() == true {
                record("bus", parameter)
                overlay.bus = names
            }
        case .axis(let axis, let whenTrue, let whenFalse):
            guard let isTrue = truth(), let value = isTrue ? whenTrue : whenFalse else { return }
            record("transform", parameter)
            overlay.set(axis, value)
        case .panel(let panel):
            guard truth() == true else { return }
            overlay.title = panel.title
            if let size = panel.size {
                record("size", parameter)
                overlay.size = (size.x, size.y)
            }
            if let area = panel.area {
                record("active_area", parameter)
                overlay.area = area
            }
            for axis in panel.axes {
                record("transform", parameter)
                overlay.set(axis, true)
            }
        case .freesTouch:
            if truth() == true { origins.append(("kernel_driver", parameter.text)) }
        case .turnsPicture:
            notes.append(
                "\(parameter.text) turns the picture only: write rotate: 90, 180 or 270 into transform where gestures are to "
                    + "turn with it.")
        case .none: break
        }
    }

    /// Keeps in mind which parameter has given `key` its value.
    private mutating func record(_ key: String, _ parameter: OverlayLine.Parameter) {
        if !origins.contains(where: { $0.key == key && $0.parameter == parameter.text }) {
            origins.append((key, parameter.text))
        }
    }

    /// What the firmware takes for yes and no; a parameter alone is yes. (`dtoverlay`, userland's `dtoverlay.c`.)
    static func truth(_ value: String?) -> Bool? {
        switch value {
        case nil, "y", "yes", "on", "true": true
        case "n", "no", "off", "false": false
        case .some(let text): wholeNumber(text).map { $0 != 0 }
        }
    }

    // MARK: The board file

    /// The content of a `board/1` file, with comments.
    public var boardText: String {
        var text = "# \(overlay.title), made by `tapline board import` of this line of config.txt:\n#   \(line.text)\n"
        for note in overlay.notes + notes + [freeing] { text += "#\n" + OverlayImport.comment(note) }
        text += "tapline: board/1\nname: \(overlay.title)\nsource:\n"
        text += "  - \"\(overlay.file)\"\n  - \"\(line.text)\"\n"
        if overlay.area != nil {
            text += "  - \"active area: the panel's diagonal and square pixels, or its maker's figures\"\n"
        }
        text += "controller: \(overlay.controller)\n"
        add("bus", overlay.bus.count == 1 ? overlay.bus[0] : "[\(listed(overlay.bus))]", to: &text)
        add("addresses", "[\(listed(overlay.addresses.map { OverlayImport.hexadecimal($0) }))]", to: &text)
        if let line = overlay.interrupt { add("interrupt_pin", "{line: \(line), active: low}", to: &text) }
        if let line = overlay.reset { add("reset_pin", "{line: \(line), active: low}", to: &text) }
        let unknown = OverlayImport.unknownSize
        add("size", "[\(overlay.size.x ?? unknown), \(overlay.size.y ?? unknown)]", to: &text)
        if let area = overlay.area { add("active_area", "[\(decimal(area.x))mm, \(decimal(area.y))mm]", to: &text) }
        add("transform", transform, to: &text)
        text += "poll: {active: 10ms, idle: \(overlay.interrupt == nil ? "20ms" : "50ms")}\n"
        text += "max_fingers: \(overlay.fingers)\n"
        return text + "kernel_driver: \(overlay.driver)\n"
    }

    /// The axes' properties; empty where there are none.
    private var transform: String {
        var parts: [String] = []
        if overlay.mirrorX { parts.append("mirror_x: true") }
        if overlay.mirrorY { parts.append("mirror_y: true") }
        if overlay.swapXY { parts.append("swap_xy: true") }
        return parts.isEmpty ? "{}" : "{\(listed(parts))}"
    }

    /// Adds `key: value`, and what gave the value.
    private func add(_ key: String, _ value: String, to text: inout String) {
        let given = origins.filter { $0.key == key }.map { $0.parameter }
        if key == "transform", given.isEmpty, value == "{}" { return }
        text += "\(key): \(value)" + (given.isEmpty ? "" : "  # \(listed(given))") + "\n"
    }

    /// How the controller becomes free.
    private var freeing: String {
        let chip = OverlayImport.hexadecimal(overlay.addresses[0]).dropFirst(2)
        let unbind = "echo N-00\(chip) > /sys/bus/i2c/drivers/\(overlay.driver)/unbind"
        if let freed = origins.first(where: { $0.key == "kernel_driver" }) {
            return "\(freed.parameter) keeps the kernel's driver off the controller, which is as it should be."
        }
        for parameter in overlay.parameters {
            if case .freesTouch = parameter.effect {
                return
                    "The line binds the kernel's driver to the controller. To free it, add \(parameter.name) to the line; or "
                    + "while the computer runs, with the number of the bus in place of the N: \(unbind)"
            }
        }
        return
            "The line binds the kernel's driver to the controller. To free it while the computer runs, with the number of "
            + "the bus in place of the N: \(unbind)"
    }

    /// `text` as lines of a comment.
    private static func comment(_ text: String) -> String {
        var lines = ""
        var line = "#"
        for word in text.split(separator: " ") {
            if line.utf8.count + word.utf8.count + 1 > 118 {
                lines += line + "\n"
                line = "#"
            }
            line += " " + word
        }
        return lines + line + "\n"
    }

    private static func hexadecimal(_ address: UInt8) -> String {
        let digits = String(address, radix: 16)
        return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
}
