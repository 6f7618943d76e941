import TaplineCore

extension BoardDescription {
    /// The board in `document`.
    ///
    /// - Throws: Everything that is wrong in the file.
    public init(_ document: YAMLDocument) throws(ConfigurationErrors) {
        try TaplineFileKind.board.require(in: document)
        // Lengths of a board are in mm: no panel is needed to read them.
        var reader = ParameterReader(
            document.root, what: "a board", panel: PanelGeometry(.init(rawWidth: 1, rawHeight: 1)),
            problems: document.problems)
        _ = reader.node("tapline")

        let name = reader.required("name", example: "name: HyperPixel 4").flatMap { reader.text($0, "name", limit: 63) }
        sources = reader.sources()
        let chip = reader.controllerChip()
        let isEvdev = chip?.family == .evdev
        let hasPanel = chip?.family != ControllerChip.Family.none
        if !hasPanel { reader.refuseWhatPanelsHave() }
        if isEvdev { reader.refuseWhatTheKernelDrives() }
        let bus = hasPanel || reader.contains("bus") ? reader.bus(isEvdev: isEvdev) : nil
        addresses = isEvdev || !hasPanel ? [] : reader.addresses()
        grabs = (isEvdev ? reader.boolean("grab") : nil) ?? false
        overlay = reader.overlay()
        interruptPin = reader.pin("interrupt_pin")
        resetPin = reader.pin("reset_pin")
        if let interruptPin, let resetPin, HeaderPins.isSameLine(interruptPin.line, resetPin.line) {
            reader.refuse(
                "reset_pin", "line \(quoted(resetPin.line)) is already the interrupt_pin",
                suggestion: "name the line that resets the controller, or leave reset_pin out")
        }
        for (key, pin) in [("interrupt_pin", interruptPin), ("reset_pin", resetPin)] {
            guard let pin, let bus, let line = bus.headerLines.first(where: { HeaderPins.isSameLine($0, pin.line) })
            else { continue }
            reader.refuse(
                key, "line \(quoted(pin.line)) is \(line == pin.line ? "" : "\(line), ")a line of the board's own bus",
                suggestion: "name the line that the controller is wired to, or leave \(key) out")
        }
        takenLines = reader.takenLines()
        acceptsAnyIdentity = reader.choice("identity", [("known", false), ("any", true)]) ?? false
        (transferMode, transferDelay) = reader.transfers()
        let panel =
            hasPanel
            ? reader.panelDescription(isEvdev: isEvdev, isSimulated: bus == .simulated)
            : PanelGeometry.Description(rawWidth: 1, rawHeight: 1)
        (activePollPeriod, idlePollPeriod) = reader.pollPeriods()
        let timeout = reader.time(
            "touchTimeout", in: .milliseconds(20)...(.milliseconds(60_000)), none: .unlimited)
        touchTimeout = timeout == .unlimited ? nil : timeout
        ghostRules = reader.ghostRules(on: panel, of: chip)
        maximumFingers = reader.fingers(of: chip) ?? chip?.maximumFingers ?? 0
        exclusiveBus = reader.boolean("exclusive_bus") ?? false
        kernelDriver = reader.text("kernel_driver", limit: 63).flatMap { $0 == "none" ? nil : $0 }
        let lines = [interruptPin.map { ("interrupt_pin", $0) }, resetPin.map { ("reset_pin", $0) }]
        sensors = reader.sensors(
            beside: SensorNeighbours(
                bus: isEvdev ? nil : bus, hasBus: !isEvdev && reader.contains("bus"), addresses: addresses,
                pins: lines.compactMap { $0 }), areRequired: !hasPanel)
        keys = reader.keys(of: chip)
        let sensing = reader.sensing(of: chip)
        keys?.sensing = sensing
        reader.requireRoom(for: keys, in: panel)
        resistive = reader.resistance(of: chip)
        controllerConfiguration = reader.controllerConfiguration(of: chip, size: panel)

        try reader.finish().throwAny()
        guard let name, let chip, let bus = bus ?? sensors.first?.bus, let panel else {
            // Not reached: whatever is missing has been reported.
            throw ConfigurationErrors(file: document.file, document.root.mark, "the board is incomplete")
        }
        self.name = name
        controller = chip
        self.bus = bus
        self.panel = panel
    }
}

extension BoardDescription {
    /// Whether `text` may stand behind `dtoverlay=`: 127 bytes at most, and nothing that a shell would take for more.
    static func isOverlay(_ text: String) -> Bool {
        text.utf8.count <= 127
            && text.utf8.allSatisfy { byte in
                (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
                    || "-_,=.".utf8.contains(byte)
            }
    }
}

extension ParameterReader {
    fileprivate mutating func sources() -> [String] {
        guard let node = required("source", example: "source: where these facts come from") else { return [] }
        return elements(node, "source").compactMap { text($0, "source", limit: 1_000) }
    }

    fileprivate mutating func controllerChip() -> ControllerChip? {
        guard let node = required("controller", example: "controller: gt911") else { return nil }
        if problems.questions != nil { problems.note(node, .values(.word(ControllerChip.allNames + ["none"]))) }
        if node.text == "none" { return ControllerChip.none }
        if let text = node.text, let chip = ControllerChip(name: text) { return chip }
        return refused(
            at: node.mark, "controller \(node.whatItIs) is not supported by this version",
            suggestion: BoardDescription.isOnSPI(node.text ?? "")
                ? "it hangs on SPI, where the kernel's driver reads it: controller: evdev"
                : suggestion(for: node.text ?? "", among: ControllerChip.allNames))
    }

    /// What stands between write and read, and how long.
    fileprivate mutating func transfers() -> (TransferMode?, Microseconds) {
        let mode: TransferMode? = choice("transfer_mode", [("repeated_start", .repeatedStart), ("stop", .stop)])
        let delay = time("transfer_delay", in: .zero...(.milliseconds(100))) ?? .zero
        if delay > .zero, mode != .stop {
            refuse(
                "transfer_delay", "nothing stands between write and read",
                suggestion: "write transfer_mode: stop, or leave transfer_delay out")
        }
        return (mode, delay)
    }

    /// A computer with sensors and no panel.
    fileprivate mutating func refuseWhatPanelsHave() {
        for key in [
            "addresses", "identity", "interrupt_pin", "reset_pin", "transfer_mode", "transfer_delay", "size",
            "active_area", "transform", "poll", "touchTimeout", "max_fingers", "exclusive_bus", "kernel_driver", "grab",
            "keys", "sensing", "resistance", "controller_configuration", "mask", "ghosts",
        ] where contains(key) {
            refuse(key, "controller none has no \(quoted(key))", suggestion: "there is no panel: take it out")
        }
    }

    /// Of an input device the kernel's driver has the chip, its lines and its bus.
    fileprivate mutating func refuseWhatTheKernelDrives() {
        for key in ["addresses", "identity", "interrupt_pin", "reset_pin", "poll", "exclusive_bus", "touchTimeout"]
        where contains(key) {
            refuse(
                key, "controller evdev has no \(quoted(key))",
                suggestion: key == "touchTimeout"
                    ? "the kernel reports changes only, and nothing of a finger that rests: take it out"
                    : "the kernel's driver does that: take it out")
        }
    }

    mutating func bus(isEvdev: Bool) -> BusName? {
        let example = isEvdev ? "/dev/input/event0" : "/dev/i2c-1"
        guard let node = required("bus", example: "bus: \(example)") else { return nil }
        guard case .sequence = node.content else { return bus(node, isEvdev: isEvdev, example) }
        guard !isEvdev else {
            return refused(at: node.mark, "an input device is one: it has no list", suggestion: "write bus: \(example)")
        }
        var buses: [BusName] = []
        for element in elements(node, "bus") {
            guard let bus = bus(element, isEvdev: false, example) else { continue }
            if bus == .simulated {
                refuse(
                    at: element.mark, "the simulated bus is always there", suggestion: "name it alone: bus: simulated")
            } else if buses.contains(bus) {
                refuse(
                    at: element.mark, "bus \(element.whatItIs) stands here a second time",
                    suggestion: "keep one of them")
            } else if buses.count == 4 {
                refuse(at: element.mark, "there are more than 4 buses", suggestion: "at most 4 are tried")
                break
            } else {
                buses.append(bus)
            }
        }
        return buses.count > 1 ? .firstOf(buses) : buses.first
    }

    private mutating func bus(_ node: YAMLNode, isEvdev: Bool, _ example: String) -> BusName? {
        guard let text = text(node, "bus", limit: isEvdev ? 255 : 127) else { return nil }
        if text == "simulated" { return .simulated }
        if let number = wholeNumber(text) {
            guard (0...255).contains(number) else {
                return refused(at: node.mark, "bus \(displayed(text)) is out of range", suggestion: "write 0 to 255")
            }
            return .number(number)
        }
        guard text.utf8.first == 0x2F, !text.hasPrefix("/sys/") else { return .adapter(text) }
        guard text.hasPrefix("/dev/") else {
            return refused(
                at: node.mark, "bus \(quoted(text)) is no device file",
                suggestion: "write \(example), the \(isEvdev ? "device's" : "adapter's") number or its name")
        }
        return .path(text)
    }

    fileprivate mutating func overlay() -> String? {
        guard let overlay = text("overlay", limit: 127), overlay != "none" else { return nil }
        guard BoardDescription.isOverlay(overlay) else {
            return refused(
                "overlay", "\(quoted(overlay)) is no overlay",
                suggestion: "write its name and parameters as in config.txt: vc4-kms-dsi-7inch,disable_touch")
        }
        return overlay
    }

    mutating func addresses() -> [UInt8] {
        guard let node = required("addresses", example: "addresses: [0x5d, 0x14]") else { return [] }
        var addresses: [UInt8] = []
        for element in elements(node, "addresses") {
            guard
                let address = integer(
                    element, "addresses", in: 0x08...0x77, right: "write a 7-bit address, 0x08 to 0x77")
            else { continue }
            if addresses.contains(UInt8(address)) {
                refuse(
                    at: element.mark, "address \(element.whatItIs) stands here a second time",
                    suggestion: "keep one of them")
            } else if addresses.count == 4 {
                refuse(at: element.mark, "there are more than 4 addresses", suggestion: "at most 4 are tried")
                return addresses
            } else {
                addresses.append(UInt8(address))
            }
        }
        return addresses
    }

    mutating func pin(_ key: String) -> BoardPin? {
        guard let node = node(key), node.text != "none" else { return nil }
        guard case .mapping = node.content else {
            return lineName(node, key).map { BoardPin(line: $0, activeLow: true) }
        }
        return mapping(node, what: "a pin") { reader in
            let line = reader.required("line", example: "line: GPIO27").flatMap { reader.lineName($0, "line") }
            let activeLow = reader.choice("active", [("low", true), ("high", false)])
            return line.map { BoardPin(line: $0, activeLow: activeLow ?? true) }
        }
    }

    /// Lines by name, and ranges of those that end in a number: `GPIO0..GPIO27`.
    fileprivate mutating func takenLines() -> [String] {
        guard let node = node("taken_lines"), node.text != "none" else { return [] }
        var lines: [String] = []
        for element in elements(node, "taken_lines") {
            guard let name = lineName(element, "taken_lines") else { continue }
            let bytes = Array(name.utf8)
            guard let dots = bytes.indices.dropLast().first(where: { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E })
            else {
                if let right = rangeMeant(by: bytes) {
                    refuse(
                        at: element.mark, "\(quoted(name)) is neither a line nor a range of lines", suggestion: right)
                } else if let right = otherSpelling(name) {
                    refuseSpelling(element, name, right)
                } else {
                    lines.append(name)
                }
                continue
            }
            let first = splitNumber(bytes[..<dots])
            let last = splitNumber(bytes[(dots + 2)...])
            guard let from = first.number, let to = last.number, first.name == last.name, from <= to, to - from < 64
            else {
                refuse(
                    at: element.mark, "\(quoted(name)) is no range of lines",
                    suggestion: "write the first and the last: GPIO0..GPIO9")
                continue
            }
            if let right = otherSpelling("\(first.name)\(from)"), let end = otherSpelling("\(first.name)\(to)") {
                refuseSpelling(element, name, "\(right)..\(end)")
                continue
            }
            for number in from...to { lines.append("\(first.name)\(number)") }
        }
        return lines
    }

    /// What to write in place of `name`, which is no line but looks like several: `GPIO0-27` is no line of any computer,
    /// and would protect none. nil for names.
    private func rangeMeant(by name: [UInt8]) -> String? {
        let parts = name.split { $0 == 0x2D || $0 == 0x2E }
        if parts.count > 1, let from = splitNumber(parts[0]).number {
            let word = splitNumber(parts[0]).name
            let last = splitNumber(parts[parts.count - 1])
            if !word.isEmpty, let to = last.number, last.name.isEmpty || last.name == word {
                return "write \(word)\(from)..\(word)\(to)"
            }
        }
        let separators = " ,;*".utf8
        return name.contains { separators.contains($0) }
            ? "write lines and ranges of lines in a list: [GPIO8..GPIO11, GPIO25]" : nil
    }

    /// How the header's line `name` is spelt where that is otherwise: a name that no computer has would protect none.
    private func otherSpelling(_ name: String) -> String? {
        guard let right = HeaderPins.headerName(name), right != name, HeaderPins.number(of: right) != nil else {
            return nil
        }
        return right
    }

    private mutating func refuseSpelling(_ node: YAMLNode, _ name: String, _ right: String) {
        refuse(at: node.mark, "line \(quoted(name)) is spelt otherwise on a Raspberry Pi", suggestion: "write \(right)")
    }

    /// What stands before the number at the end of `bytes`, and the number.
    private func splitNumber(_ bytes: ArraySlice<UInt8>) -> (name: String, number: Int?) {
        var start = bytes.endIndex
        while start > bytes.startIndex, bytes[start - 1] >= 0x30, bytes[start - 1] <= 0x39 { start -= 1 }
        return (
            String(decoding: Array(bytes[..<start]), as: UTF8.self),
            wholeNumber(String(decoding: Array(bytes[start...]), as: UTF8.self))
        )
    }

    fileprivate mutating func panelDescription(isEvdev: Bool, isSimulated: Bool) -> PanelGeometry.Description? {
        var description: PanelGeometry.Description?
        if !isSimulated, contains("size") ? node("size")?.text == "unknown" : isEvdev {
            description = PanelGeometry.Description(rawWidth: 0, rawHeight: 0)
            _ = node("size")
        } else if let node = required("size", example: "size: [800, 480]"),
            let parts = list(node, "size", count: 2, example: "[width, height] in raw pixels: [800, 480]"),
            let width = integer(parts[0], "size", in: 1...65_535),
            let height = integer(parts[1], "size", in: 1...65_535)
        {
            description = PanelGeometry.Description(rawWidth: width, rawHeight: height)
        }
        if let node = node("active_area"),
            let parts = list(node, "active_area", count: 2, example: "[width, height]: [154.08mm, 85.92mm]"),
            let width = millimetres(parts[0], "active_area"), let height = millimetres(parts[1], "active_area")
        {
            description?.rawMillimetres = (width, height)
            // (No panel is made that is wider than 16 to 1; it is a decimal point, or one length for the other.)
            if max(width, height) > 20 * min(width, height) {
                refuse(
                    at: node.mark, "no panel is \(parts[0].whatItIs) by \(parts[1].whatItIs)",
                    suggestion: "write its width and height along the raw axes: [154.08mm, 85.92mm]")
            }
        }
        if let node = node("transform") {
            // (Read also where there is no size: its errors are wanted.)
            var transformed = description ?? PanelGeometry.Description(rawWidth: 1, rawHeight: 1)
            mapping(node, what: "a transform") {
                transformed.mirrorX = $0.boolean("mirror_x") ?? false
                transformed.mirrorY = $0.boolean("mirror_y") ?? false
                transformed.swapXY = $0.boolean("swap_xy") ?? false
                let turns: [(name: String, value: PanelGeometry.Rotation)] = [
                    ("0", .none), ("90", .quarter), ("180", .half), ("270", .threeQuarters),
                ]
                transformed.rotation = $0.choice("rotate", turns) ?? .none
                transformed.calibration = $0.calibration()
            }
            if description != nil { description = transformed }
        }
        return description
    }

    private mutating func calibration() -> PanelGeometry.Calibration {
        guard let node = node("calibration"),
            let parts = list(node, "calibration", count: 6, example: "six numbers: [1, 0, 0, 0, 1, 0]")
        else { return .identity }
        let k = parts.compactMap { number($0, "calibration", in: -100_000...100_000) }
        guard k.count == 6 else { return .identity }
        guard k[0] * k[4] != k[1] * k[3] else {
            refuse(
                at: node.mark, "the calibration maps the whole panel onto a line",
                suggestion: "a·e must differ from b·d; [1, 0, 0, 0, 1, 0] changes nothing")
            return .identity
        }
        return PanelGeometry.Calibration(a: k[0], b: k[1], c: k[2], d: k[3], e: k[4], f: k[5])
    }

    /// A length in mm and no other unit: before the panel's size is known there is nothing to convert with.
    private mutating func millimetres(_ node: YAMLNode, _ name: String) -> Double? {
        problems.note(node, .values(.quantity(1...5_000, units: ["mm"])))
        guard let text = node.text, let length = Length(text), length.unit == .millimetres else {
            return refused(
                at: node.mark, "\(quoted(name)) is \(node.whatItIs), which is no length in mm",
                suggestion: "write a number and the unit: 154.08mm")
        }
        guard length.value >= 1, length.value <= 5_000 else {
            return refused(
                at: node.mark, "\(quoted(name)) is out of range: \(displayed(text))",
                suggestion: "write 1mm to 5000mm")
        }
        return length.value
    }

    /// `max_fingers`: no more than the chip can report.
    fileprivate mutating func fingers(of chip: ControllerChip?) -> Int? {
        guard let fingers = integer("max_fingers", in: 1...Contacts.capacity) else { return nil }
        guard let chip else { return fingers }
        // (The kernel takes ten from an FT5406: edt-ft5406.dtsi of its overlays for Raspberry Pi.)
        let most = chip.name == "ft5406" ? 10 : chip.maximumFingers
        if fingers > most {
            refuse(
                "max_fingers", "a \(chip.name) reports at most \(most) \(most == 1 ? "finger" : "fingers")",
                suggestion: "write \(most == 1 ? "1" : "1 to \(most)"), or leave max_fingers out")
        }
        return fingers
    }

    /// Every key is a cell of one pixel at least.
    fileprivate mutating func requireRoom(for keys: KeyGrid?, in panel: PanelGeometry.Description?) {
        guard let keys, let panel, panel.rawWidth < keys.columns || panel.rawHeight < keys.rows else { return }
        refuse(
            "size", "\(keys.columns) by \(keys.rows) keys have no room on \(panel.rawWidth) by \(panel.rawHeight) px",
            suggestion: "write 100 px a key: [\(keys.columns * 100), \(keys.rows * 100)]")
    }

    fileprivate mutating func pollPeriods() -> (active: Microseconds, idle: Microseconds) {
        var periods = (active: Microseconds.milliseconds(10), idle: Microseconds.milliseconds(50))
        guard let node = node("poll") else { return periods }
        let range = Microseconds.milliseconds(1)...Microseconds.milliseconds(1_000)
        mapping(node, what: "poll") {
            periods.active = $0.time("active", in: range) ?? periods.active
            periods.idle = $0.time("idle", in: range) ?? max(periods.idle, periods.active)
        }
        if periods.idle < periods.active {
            refuse(
                at: node.mark, "the panel is read less often with fingers on it than without",
                suggestion: "active must not be longer than idle")
        }
        return periods
    }
}

extension BoardDescription {
    /// Whether a chip called so is a resistive one on SPI that a driver of the kernel reads.
    fileprivate static func isOnSPI(_ chip: String) -> Bool {
        ["xpt2046", "ads7846", "ads7843", "ads7845", "ads7873", "tsc2046", "tsc2005"].contains(chip)
    }
}
