import CKernelInterface
import Glibc
import TaplineChipModels
import TaplineCore

// Lines: information, requests, levels, edges.
extension Supervisor {
    /// The line of this name.
    func line(_ name: String) -> (chip: GPIOChip, offset: Int)? {
        for chip in gpioChips {
            if let offset = chip.lines.firstIndex(where: { $0.name == name }) { return (chip, offset) }
        }
        return nil
    }

    /// Somebody else takes a line.
    func take(_ name: String, _ consumer: String) throws(Complaint) {
        guard let (chip, offset) = line(name) else { throw Complaint("there is no line '\(name)'") }
        guard chip.lines[offset].consumer == nil else { throw Complaint("line '\(name)' is taken already") }
        chip.lines[offset].consumer = consumer
        chip.lines[offset].flags = ABI_LINE_OUTPUT
    }

    // MARK: A chip of lines

    func gpio(_ request: abi_request, _ chip: GPIOChip) -> Int64 {
        let command = abi_gpio_classify(request.command)
        switch command.kind {
        case ABI_GPIO_CHIP_INFO:
            return Int64(abi_gpio_put_chip(request, chip.name, chip.label, UInt32(chip.lines.count)))
        case ABI_GPIO_LINE_INFO:
            let offset = Int(abi_gpio_fetch_offset(request, command.version))
            guard offset >= 0 else { return Int64(offset) }
            guard offset < chip.lines.count else { return -Int64(EINVAL) }
            let line = chip.lines[offset]
            var flags = line.flags
            if line.consumer != nil { flags |= ABI_LINE_USED }
            if flags & ABI_LINE_OUTPUT == 0 { flags |= ABI_LINE_INPUT }
            return Int64(
                abi_gpio_put_line(request, command.version, UInt32(offset), line.name, line.consumer ?? "", flags))
        case ABI_GPIO_REQUEST: return requestLines(request, command, chip)
        default: return -Int64(ENOTTY)
        }
    }

    private func requestLines(_ request: abi_request, _ command: abi_gpio_command, _ chip: GPIOChip) -> Int64 {
        var asked = abi_gpio_lines()
        let error = abi_gpio_fetch_request(request, command, &asked)
        guard error == 0 else { return Int64(error) }
        let offsets = (0..<Int(asked.count)).map { Int(asked.offsets[$0]) }
        let flags = (0..<Int(asked.count)).map { asked.flags[$0] }
        guard offsets.allSatisfy({ $0 < chip.lines.count }) else { return -Int64(EINVAL) }
        if let refusal = flags.lazy.compactMap({ GPIOChip.refusal(of: $0) }).first { return -Int64(refusal) }
        let names = offsets.map { chip.lines[$0].name }.joined(separator: " ")
        let isBusy = offsets.contains { chip.lines[$0].consumer != nil } || Set(offsets).count < offsets.count
        if isBusy {
            trace.add("request \(names) errno \(EBUSY)")
            return -Int64(EBUSY)
        }
        let lines = LineRequest(
            chip: chip, version: command.version, isEventRequest: command.is_event_request, offsets: offsets)
        guard
            let (handle, number) = Handle.give(
                .request(lines), name: names, closesOnExec: true, to: request, listener: program.listener)
        else { return -Int64(ENFILE) }
        handles[handle.file] = handle
        let consumer = String(cString: asked.consumer)
        for (index, offset) in offsets.enumerated() {
            chip.lines[offset].consumer = consumer.isEmpty ? "?" : consumer
            chip.lines[offset].request = lines
            configure(chip, offset, flags[index], value: asked.values >> UInt64(index) & 1 == 1, verb: "request")
        }
        return Int64(abi_gpio_put_request(request, command, number))
    }

    // MARK: Requested lines

    func gpio(_ request: abi_request, _ lines: LineRequest) -> Int64 {
        let command = abi_gpio_classify(request.command)
        let count = UInt32(lines.offsets.count)
        // (Each version has its own descriptors; the other one's calls mean nothing to them.)
        guard command.version == lines.version else { return -Int64(EINVAL) }
        switch command.kind {
        case ABI_GPIO_GET:
            var mask: UInt64 = 0
            var values: UInt64 = 0
            let error = abi_gpio_fetch_values(request, lines.version, count, &mask, &values)
            guard error == 0 else { return Int64(error) }
            advanceChips(to: Clock.now)
            values = 0
            for (index, offset) in lines.offsets.enumerated() where mask >> UInt64(index) & 1 == 1 {
                let line = lines.chip.lines[offset]
                if line.isActive { values |= 1 << UInt64(index) }
                trace.add("get \(line.name) \(line.level ? 1 : 0)")
            }
            return Int64(abi_gpio_put_values(request, lines.version, count, mask, values))
        case ABI_GPIO_SET:
            var mask: UInt64 = 0
            var values: UInt64 = 0
            let error = abi_gpio_fetch_values(request, lines.version, count, &mask, &values)
            guard error == 0 else { return Int64(error) }
            for (index, offset) in lines.offsets.enumerated() where mask >> UInt64(index) & 1 == 1 {
                guard lines.chip.lines[offset].isOutput else { return -Int64(EPERM) }
                let isActive = values >> UInt64(index) & 1 == 1
                setOutput(lines.chip, offset, isActive != lines.chip.lines[offset].isActiveLow)
            }
            return 0
        case ABI_GPIO_CONFIGURE where !lines.isEventRequest:
            var asked = abi_gpio_lines()
            let error = abi_gpio_fetch_configuration(request, lines.version, count, &asked)
            guard error == 0 else { return Int64(error) }
            for index in 0..<Int(count) {
                if let refusal = GPIOChip.refusal(of: asked.flags[index]) { return -Int64(refusal) }
            }
            for (index, offset) in lines.offsets.enumerated() {
                configure(
                    lines.chip, offset, asked.flags[index], value: asked.values >> UInt64(index) & 1 == 1,
                    verb: "configure")
            }
            return 0
        default: return -Int64(ENOTTY)
        }
    }

    /// A line is an input or an output from now on.
    private func configure(_ chip: GPIOChip, _ offset: Int, _ flags: UInt64, value: Bool, verb: String) {
        // Without a direction, direction and level stay.
        let isAsIs = flags & (ABI_LINE_INPUT | ABI_LINE_OUTPUT) == 0
        chip.lines[offset].flags = isAsIs ? chip.lines[offset].flags & ABI_LINE_OUTPUT | flags : flags
        let line = chip.lines[offset]
        trace.add("\(verb) \(line.name) \(line.flagNames) consumer \(String.quoted((line.consumer ?? "").utf8))")
        if isAsIs { return }
        if line.isOutput {
            let level = value != line.isActiveLow
            chip.lines[offset].level = level
            trace.add("line \(line.name) \(level ? 1 : 0)")
            driveChip(line.name, level ? .high : .low)
        } else {
            letGo(chip, offset)
        }
    }

    private func setOutput(_ chip: GPIOChip, _ offset: Int, _ level: Bool) {
        guard chip.lines[offset].level != level else { return }
        chip.lines[offset].level = level
        trace.add("line \(chip.lines[offset].name) \(level ? 1 : 0)")
        driveChip(chip.lines[offset].name, level ? .high : .low)
    }

    /// The program has closed the descriptor: its lines are free, and inputs again.
    func release(_ lines: LineRequest) {
        for offset in lines.offsets {
            let line = lines.chip.lines[offset]
            trace.add("release \(line.name) \(line.level ? 1 : 0)")
            lines.chip.lines[offset].flags = 0
            lines.chip.lines[offset].consumer = nil
            lines.chip.lines[offset].request = nil
            if line.isOutput { letGo(lines.chip, offset) }
        }
    }

    /// Nobody here drives the line any more: the chip's lines go where the chip and their resistors pull them, and
    /// others have the resistor that was asked for.
    private func letGo(_ chip: GPIOChip, _ offset: Int) {
        let name = chip.lines[offset].name
        driveChip(name, .release)
        if surfaces.contains(where: { $0.resetPin == name }) {
            chip.lines[offset].level = true
        } else if let surface = surfaces.first(where: { $0.interruptPin == name }) {
            chip.lines[offset].level = surface.interruptLevel
            surface.toldAsserted = surface.chip?.interruptIsAsserted ?? false
        } else if chip.lines[offset].flags & ABI_LINE_PULL_UP != 0 {
            chip.lines[offset].level = true
        } else if chip.lines[offset].flags & ABI_LINE_PULL_DOWN != 0 {
            chip.lines[offset].level = false
        }
    }

    // MARK: Edges

    /// Something outside gives an input line a level.
    func setInput(_ chip: GPIOChip, _ offset: Int, _ level: Bool, at time: Instant) {
        let line = chip.lines[offset]
        guard !line.isOutput, line.level != level else { return }
        chip.lines[offset].level = level
        trace.add("edge \(line.name) \(level ? 1 : 0)")
        let isRising = level != line.isActiveLow
        guard let request = line.request, line.flags & (isRising ? ABI_LINE_RISING : ABI_LINE_FALLING) != 0,
            let handle = handles.values.first(where: {
                if case .request(let other) = $0.kind { other === request } else { false }
            })
        else { return }
        let event = request.event(at: time.microseconds * 1_000, isRising: isRising, offset: offset)
        if edgesToLose > 0 {
            edgesToLose -= 1
            trace.add("lost edge of \(line.name)")
        } else if abi_send(handle.socket, event, event.count) != 0 {
            trace.add("overflow of \(line.name)")
        }
    }
}
