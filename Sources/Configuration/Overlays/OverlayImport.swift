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
    /// A parameter that gave a key of the board its value.
    private struct Origin: Equatable, Sendable {
        var key: String
        var parameter: String
    }
    private var origins: [Origin] = []

    /// Reads lines of `config.txt`, as ``init(_:size:)`` does.
    public init(_ lines: [String], size: (x: Int, y: Int)? = nil) throws(ConfigurationErrors) {
        var bytes: [UInt8] = []
        for line in lines { bytes += Array(line.utf8) + [0x0A] }
        try self.init(BootConfiguration(bytes, file: OverlayLine.file), size: size)
    }

    /// Takes the touch overlay of a whole `config.txt`.
    ///
    /// - Parameter size: the panel's raw pixels across and down, where the line does not say them.
    /// - Throws: Where there is none or more than one, an overlay or parameters that are not known, and values that are
    ///   wrong, each with what is valid.
    public init(_ boot: BootConfiguration, size: (x: Int, y: Int)? = nil) throws(ConfigurationErrors) {
        var problems = boot.problems
        try problems.throwAny()
        let whole = try OverlayImport.touchLine(of: boot)
        line = OverlayImport.withoutOthers(whole)
        guard let known = TouchOverlay.named(line.name) else {
            throw ConfigurationErrors(
                file: boot.file, line.nameMark,
                "the overlay \(quoted(line.name)) is none of a touch controller that is known here",
                TouchOverlay.areOnSPI.contains(line.name)
                    ? "its touch controller hangs on SPI, where the kernel's driver reads it: load the overlay, and write --board evdev"
                    : suggestion(for: line.name, among: TouchOverlay.allNames))
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
        for other in whole.parameters where !line.parameters.contains(other) {
            // One of the computer's own, unless it is a slip.
            guard let nearest = nearestName(to: other.name, among: overlay.parameterNames) else { continue }
            notes.append("dtparam=\(other.text) is no parameter of the overlay and was left out; \(nearest) is one.")
        }
        if let size {
            for parameter in line.parameters {
                let (axis, given) =
                    switch overlay.effect(of: parameter.name) {
                    case .sizeX?: (overlay.size.x, size.x)
                    case .sizeY?: (overlay.size.y, size.y)
                    default: (nil, 0) as (Int?, Int)
                    }
                guard let axis, axis != given else { continue }
                problems.add(
                    parameter.mark, "\(quoted(parameter.text)) is not what --size \(size.x)x\(size.y) says",
                    "keep the one that the controller reports")
            }
            overlay.size = (size.x, size.y)
            origins.append(Origin(key: "size", parameter: "given"))
        }
        if let interrupt = overlay.interrupt, interrupt == overlay.reset {
            problems.add(
                line.nameMark, "interrupt and reset are the same line, \(interrupt)",
                "write the GPIOs that they are wired to: interrupt=4,reset=17")
        }
        let buses = overlay.bus.map { BusName.adapter($0) }
        for (key, name, usual) in [("interrupt", overlay.interrupt, 4), ("reset", overlay.reset, 17)] {
            let lines = BusName.firstOf(buses).headerLines
            guard let name, lines.contains(where: { HeaderPins.isSameLine($0, name) }) else { continue }
            problems.add(
                line.parameters.last { $0.name == key }?.mark ?? line.nameMark,
                "\(key) is \(name), a line of the controller's own bus",
                "write the GPIO that it is wired to: \(key)=\(usual)")
        }
        try problems.throwAny()
        requireSize(&problems)
        try problems.throwAny()
        if overlay.area == nil {
            notes.append("The overlay does not say the panel's size in mm: without active_area 1 px counts as 1 pt.")
        }
    }

    /// What `line` says, however much of it is wrong; nil for an overlay that is not known.
    public init?(unchecked line: OverlayLine) {
        guard let known = TouchOverlay.named(line.name) else { return nil }
        self.line = OverlayImport.withoutOthers(line)
        overlay = known
        var problems = Problems(file: OverlayLine.file)
        for parameter in line.parameters { apply(parameter, &problems) }
    }

    /// The parameter of the line that keeps the kernel's driver off; nil for none.
    public var freeingParameter: String? { origins.first { $0.key == "kernel_driver" }?.parameter }

    /// Whether the line gives the controller to the kernel's driver.
    public var bindsTheDriver: Bool {
        if case .takeOut(let parameter) = overlay.freeing { return line.has(parameter) }
        return freeingParameter == nil
    }

    /// The one overlay of a touch controller in `boot`; where none is known, the only overlay, for its message.
    private static func touchLine(of boot: BootConfiguration) throws(ConfigurationErrors) -> OverlayLine {
        func refusal(_ mark: YAMLMark, _ message: String, _ suggestion: String) -> ConfigurationErrors {
            ConfigurationErrors(file: boot.file, mark, message, suggestion)
        }
        // (Lines of [none] count nowhere.)
        let overlays = boot.overlays.filter { $0.section != "none" }
        var touch: [OverlayLine] = []
        for line in overlays where TouchOverlay.named(line.name) != nil {
            let text = withoutOthers(line).text
            if !touch.contains(where: { withoutOthers($0).text == text }) { touch.append(line) }
        }
        if touch.count == 1 { return touch[0] }
        guard let first = touch.first else {
            if overlays.count == 1 { return overlays[0] }
            guard let last = overlays.last else {
                throw refusal(.start, "no overlay is named", "write dtoverlay=NAME,PARAMETER=VALUE,…")
            }
            for line in overlays where nearestName(to: line.name, among: TouchOverlay.allNames) != nil { return line }
            throw refusal(
                last.nameMark,
                "none of the \(overlays.count) overlays is that of a touch controller that is known here",
                "known: \(listed(TouchOverlay.allNames))")
        }
        var commands = ""
        for line in touch.prefix(8) {
            let section = line.section == BootConfiguration.everywhere ? "" : "    # [\(displayed(line.section))]"
            commands += "\n  tapline board import '\(withoutOthers(line).text)'\(section)"
        }
        throw refusal(
            first.nameMark, "there are \(touch.count) touch overlays, and a board has one controller",
            "import the one that you mean, or each into a file of its own:\(commands)")
    }

    /// `line` without parameters of `dtparam=` lines that its overlay does not know: they are the computer's own.
    private static func withoutOthers(_ line: OverlayLine) -> OverlayLine {
        guard let overlay = TouchOverlay.named(line.name) else { return line }
        var line = line
        line.parameters.removeAll { $0.isOfOwnLine && overlay.effect(of: $0.name) == nil }
        return line
    }

    /// A panel of a maker's has one size, which the controller's own configuration does not always say: it is asked for.
    private func requireSize(_ problems: inout Problems) {
        guard overlay.size.x == nil || overlay.size.y == nil else { return }
        var panels: [String] = []
        for parameter in overlay.parameters {
            if case .panel(let panel) = parameter.effect, panel.size != nil { panels.append(parameter.name) }
        }
        let isNamed = line.parameters.contains { given in
            if case .panel? = overlay.effect(of: given.name) { true } else { false }
        }
        problems.add(
            line.nameMark, "\(quoted(line.text)) does not say the panel's size in raw pixels",
            (isNamed || panels.isEmpty ? "" : "add which panel it is (\(listed(panels))), or ")
                + (overlay.effect(of: "sizex") == nil ? "" : "add sizex=1280,sizey=720 to the line, or ")
                + "give its size: --size 1280x720, across and down as the controller reports it")
    }

    private mutating func apply(_ parameter: OverlayLine.Parameter, _ problems: inout Problems) {
        guard let effect = overlay.effect(of: parameter.name) else {
            let valid = overlay.parameterNames
            problems.add(
                parameter.mark, "the overlay \(quoted(overlay.name)) has no parameter \(quoted(parameter.name))",
                valid.isEmpty ? "it has none" : suggestion(for: parameter.name, among: valid))
            return
        }
        switch effect {
        case .sizeX:
            if let size = number(parameter, of: "size", in: 1...65_535, &problems) { overlay.size.x = size }
        case .sizeY:
            if let size = number(parameter, of: "size", in: 1...65_535, &problems) { overlay.size.y = size }
        case .interrupt:
            if let pin = number(parameter, of: "interrupt_pin", in: 0...53, &problems) {
                overlay.interrupt = "GPIO\(pin)"
            }
        case .reset:
            if let pin = number(parameter, of: "reset_pin", in: 0...53, &problems) { overlay.reset = "GPIO\(pin)" }
        case .address:
            if let address = number(parameter, of: "addresses", in: 0x08...0x77, &problems) {
                overlay.addresses = [UInt8(address)]
            }
        case .bus(let names):
            guard truth(parameter, &problems) == true else { return }
            record("bus", parameter)
            overlay.bus = names
        case .axis(let axis, let whenTrue, let whenFalse):
            guard let isTrue = truth(parameter, &problems), let value = isTrue ? whenTrue : whenFalse else { return }
            record("transform", parameter)
            overlay.set(axis, value)
        case .panel(let panel):
            guard truth(parameter, &problems) == true else { return }
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
            if truth(parameter, &problems) == true { record("kernel_driver", parameter) }
        case .turnsPicture:
            notes.append(
                "\(parameter.text) turns the picture only: write rotate: 90, 180 or 270 into transform where gestures are to "
                    + "turn with it.")
        case .removesBus:
            if truth(parameter, &problems) == true {
                notes.append(
                    "\(parameter.text) removes the controller's bus, with which no board can work: take it out of the "
                        + "line, as it is left out of overlay: here.")
            }
        case .none: break
        }
    }

    /// The number that a parameter gives `key` of the board.
    private mutating func number(
        _ parameter: OverlayLine.Parameter, of key: String, in range: ClosedRange<Int>, _ problems: inout Problems
    ) -> Int? {
        guard let value = parameter.value.flatMap({ wholeNumber($0) }), range.contains(value) else {
            problems.add(
                parameter.mark, "\(quoted(parameter.text)) is no value of \(parameter.name)",
                "write \(parameter.name)=N, a whole number, \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        record(key, parameter)
        return value
    }

    private func truth(_ parameter: OverlayLine.Parameter, _ problems: inout Problems) -> Bool? {
        if let value = OverlayImport.truth(parameter.value) { return value }
        problems.add(
            parameter.mark, "\(quoted(parameter.text)) is neither on nor off",
            "write \(parameter.name) or \(parameter.name)=0")
        return nil
    }

    /// Remembers which parameter has given `key` its value.
    private mutating func record(_ key: String, _ parameter: OverlayLine.Parameter) {
        let origin = Origin(key: key, parameter: parameter.text)
        if !origins.contains(origin) { origins.append(origin) }
    }

    /// What the firmware takes for yes and no; a parameter alone is yes. (`dtoverlay`, userland's `dtoverlay.c`.)
    static func truth(_ value: String?) -> Bool? {
        switch value {
        case nil, "y", "yes", "on", "true": true
        case "n", "no", "off", "false": false
        case .some(let text): wholeNumber(text).map { $0 != 0 }
        }
    }

    /// Whether a parameter with this value, empty for none, is switched on.
    public static func isOn(_ value: String) -> Bool { truth(value.isEmpty ? nil : value) ?? false }

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
        if let device = overlay.inputDevice {
            text += "controller: evdev\nbus: \(device)\n"
        } else {
            text += "controller: \(overlay.controller)\n"
            add("bus", overlay.bus.count == 1 ? overlay.bus[0] : "[\(listed(overlay.bus))]", to: &text)
        }
        text += "overlay: \(overlayOfBoard)\n"
        if !isOfTheKernel {
            add("addresses", "[\(listed(overlay.addresses.map { "0x" + hexadecimal($0) }))]", to: &text)
            if let line = overlay.interrupt { add("interrupt_pin", "{line: \(line), active: low}", to: &text) }
            if let line = overlay.reset { add("reset_pin", "{line: \(line), active: low}", to: &text) }
        }
        if !overlay.takenLines.isEmpty { add("taken_lines", overlay.takenLines, to: &text) }
        // (What the device of the kernel's driver reports is mirrored and swapped already.)
        let isSwapped = isOfTheKernel && overlay.swapXY
        if let x = overlay.size.x, let y = overlay.size.y {
            add("size", isSwapped ? "[\(y), \(x)]" : "[\(x), \(y)]", to: &text)
        } else {
            text += "size: unknown\n"
        }
        if let area = overlay.area {
            let (x, y) = isSwapped ? (area.y, area.x) : area
            add("active_area", "[\(decimal(x))mm, \(decimal(y))mm]", to: &text)
        }
        if !isOfTheKernel {
            add("transform", transform, to: &text)
            text += "poll: {active: 10ms, idle: \(overlay.interrupt == nil ? "20ms" : "50ms")}\n"
        }
        text += "max_fingers: \(overlay.fingers)\n"
        return text + "kernel_driver: \(overlay.driver)\n"
    }

    /// Whether fingers come from the kernel's driver, because the controller cannot be had without it.
    private var isOfTheKernel: Bool { overlay.inputDevice != nil }

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

    /// What brings the bus when the controller is free.
    private var overlayOfBoard: String {
        var left = line.parameters.filter {
            switch overlay.effect(of: $0.name) {
            case nil, .removesBus?: false
            case .freesTouch?: !isOfTheKernel
            default: true
            }
        }
        switch overlay.freeing {
        case .leaveOut:
            let line = TouchOverlay.busLine(of: overlay.bus[0])
            return line?.hasPrefix("dtoverlay=") == true ? overlay.bus[0] : "none"
        case .takeOut(let parameter): left.removeAll { $0.name == parameter }
        case .add, .unbind, .never: break
        }
        var text = line.name
        for parameter in left { text += ",\(parameter.text)" }
        return BoardDescription.isOverlay(text) ? text : line.name
    }

    /// How the controller becomes free.
    private var freeing: String {
        let chip = hexadecimal(overlay.addresses[0])
        let unbind =
            "while the computer runs, with the number of the bus in place of the N: echo N-00\(chip) > "
            + "/sys/bus/i2c/drivers/\(overlay.driver)/unbind"
        let freed = freeingParameter
        let bound = "The line binds the kernel's driver to the controller. To free it, "
        switch overlay.freeing {
        case .leaveOut:
            let bus = TouchOverlay.busLine(of: overlay.bus[0]) ?? "the bus's own line"
            return bound + "write \(bus) in its place; or \(unbind)"
        case .add(let parameter):
            if let freed { return "\(freed) keeps the kernel's driver off the controller, which is as it should be." }
            return bound + "add \(parameter) to the line; or " + unbind
        case .takeOut(let parameter):
            guard line.has(parameter) else { return "Without \(parameter) the line leaves the controller free." }
            return bound + "take \(parameter) out of the line; or " + unbind
        case .unbind:
            return (freed.map { "\($0) may leave the controller in its reset: take it out of the line. " } ?? "")
                + bound + unbind
        case .never:
            return (freed.map { "\($0) leaves the controller in its reset: take it out of the line. " } ?? "")
                + "The controller of this display is held in reset unless the kernel's driver is bound to it: its fingers "
                + "come from that driver."
        }
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
}
