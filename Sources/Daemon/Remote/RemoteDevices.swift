package import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// The devices of this computer that commands to whatever plays come from: input devices with media keys, which come and go,
/// and GPIO lines of buttons and knobs. Nothing that happens to them ends the run.
final class RemoteDevices {
    /// What they are.
    let description: RemotesDescription
    /// What has happened to them, the oldest first.
    private(set) var inputs: [RemoteInput] = []
    /// What people have to know of them.
    var messages: [String] = []

    private let poller: Poller
    private let isSimulated: Bool
    /// Whether simulated devices do what they can again and again.
    var goesOn = true
    /// Where input devices come and go; nil: none is wanted.
    private let changes: InputDeviceChanges?
    private var devices = [MediaKeyDevice?](repeating: nil, count: RemotesDescription.mostDevices)
    /// The lines of buttons, then two of each knob; nil: its chip has gone.
    private var lines: [ContactLine?]
    /// Device files that may not be read, which is said once.
    private var refused: [String] = []

    /// Opens them. Lines that `old` has are not opened twice, nor are its input devices.
    ///
    /// - Throws: ``DeviceError`` for a line that cannot be had. (Input devices may come later.)
    init(
        _ description: RemotesDescription, keeping old: RemoteDevices?, poller: Poller, consumer: String,
        at now: Instant
    ) throws(DeviceError) {
        let wirings =
            description.buttons.map { $0.wiring } + description.encoders.flatMap { [$0.wiring, $0.wiring] }
        var lines: [ContactLine?] = []
        for (name, wiring) in zip(description.lines, wirings) {
            let (place, bias) = (try GPIOLines.locate(name), wiring.bias)
            let before = (old?.lines ?? []).compactMap { $0 }.first { $0.line.isSame(as: place) }
            guard before == nil || before?.bias == bias else {
                throw DeviceError(
                    device: name, reason: "a line in use cannot change how it is driven", hint: "restart to change bias"
                )
            }
            if let before {
                lines.append(before)
            } else {
                lines.append(try ContactLine(line: place, bias: bias, consumer: consumer))
            }
        }
        var changes = description.devices.isEmpty ? nil : old?.changes
        if changes == nil, !description.devices.isEmpty { changes = try InputDeviceChanges() }
        self.changes = changes
        self.lines = lines
        self.description = description
        self.poller = poller
        isSimulated = false
        inputs.reserveCapacity(512)
        if let old { adopt(old, at: now) }
        for knob in description.encoders.indices { findKnob(knob, at: now) }
        findDevices(at: now)
    }

    /// Devices that are not there, and do what they can over and over.
    init(simulating description: RemotesDescription, poller: Poller, at now: Instant) {
        (changes, lines, isSimulated) = (nil, [], true)
        self.description = description
        self.poller = poller
        inputs.reserveCapacity(512)
        simulate(at: now)
    }

    /// One round of what simulated devices do.
    private func simulate(at begin: Instant) {
        for input in RemoteInput.demo(of: description) {
            var input = input
            input.time = begin + (input.time - .zero)
            inputs.append(input)
        }
    }

    /// Takes over the input devices that `old` has opened as they are wanted now. It lets go of all others: one that it grabs
    /// can be opened by nobody else.
    private func adopt(_ old: RemoteDevices, at now: Instant) {
        if old.description.devices == description.devices { refused = old.refused }
        for place in devices.indices {
            guard let device = old.devices[place] else { continue }
            let entries = [old, self].map { $0.description.device(called: device.name, at: device.path) }
            if let wanted = entries[1], wanted.grabs == entries[0]?.grabs, wanted.isHeadset == entries[0]?.isHeadset {
                devices[place] = device
                announce(device, place, at: now)
            } else {
                poller.forget(device.descriptor)
                old.devices[place] = nil
            }
        }
    }

    /// Has the poller wait for their descriptors.
    func listen() {
        if let changes { poller.watch(changes.descriptor, tag: LoopTag.remoteChanges, reading: true) }
        for place in devices.indices { if let device = devices[place] { listen(to: device, place) } }
        for index in lines.indices {
            if let line = lines[index] { poller.watch(line.descriptor, tag: LoopTag.remoteLine(index), reading: true) }
        }
    }

    /// Has the poller wait no more for what `next` does not have.
    func stopListening(for next: RemoteDevices?) {
        if let changes, next?.changes !== changes { poller.forget(changes.descriptor) }
        for device in devices {
            if let device, next?.devices.contains(where: { $0 === device }) != true { poller.forget(device.descriptor) }
        }
        for line in lines {
            if let line, next?.lines.contains(where: { $0 === line }) != true { poller.forget(line.descriptor) }
        }
    }

    /// The input that came first, by `now`; nil: none has. (Of two lines the one that is read first may lack what the other one
    /// shows already: what came after `now`, when reading began, waits for the next time.)
    func next(by now: Instant) -> RemoteInput? {
        guard let first = inputs.first, first.time <= now else { return nil }
        inputs.removeFirst()
        if isSimulated, goesOn, inputs.isEmpty { simulate(at: now + .milliseconds(1_500)) }
        return first
    }

    /// When something is to be taken although nothing has happened to a descriptor.
    var deadline: Instant { inputs.first?.time ?? .never }

    /// Reads what has happened to what the poller calls `tag`; nil: to all of them.
    func read(_ tag: UInt32?, at now: Instant) {
        if tag == LoopTag.remoteChanges { return findDevices(at: now) }
        for place in devices.indices where tag == nil || tag == LoopTag.remoteDevice(place) {
            readDevice(place, at: now)
        }
        // (A knob's lines are read together.)
        var isWanted = false
        for index in lines.indices { isWanted = isWanted || tag == nil || tag == LoopTag.remoteLine(index) }
        guard isWanted else { return }
        for index in lines.indices { readLine(index, at: now) }
    }

    // MARK: Input devices

    /// Looks for those that have come. (One that has gone shows when it is read.)
    private func findDevices(at now: Instant) {
        guard let changes else { return }
        for path in changes.paths() where !devices.contains(where: { $0?.path == path }) {
            guard let place = devices.firstIndex(where: { $0 == nil }) else { return }
            var entry: RemotesDescription.Device?
            do throws(DeviceError) {
                let device = try MediaKeyDevice(path: path) { name in
                    entry = description.device(called: name, at: path)
                    return entry.map { ($0.grabs, $0.isHeadset) }
                }
                refused.removeAll { $0 == path }
                guard let device, let entry else { continue }
                devices[place] = device
                messages.append("takes commands from \(path) '\(device.name)'")
                announce(device, place, at: now, entry)
                listen(to: device, place)
            } catch {
                // (What the kernel makes gets its group a moment later.)
                guard !refused.contains(path), entry != nil || description.devices.contains(where: { $0.names(path) })
                else { continue }
                refused.append(path)
                messages.append(error.description)
            }
        }
    }

    private func announce(
        _ device: MediaKeyDevice, _ place: Int, at now: Instant, _ given: RemotesDescription.Device? = nil
    ) {
        guard let entry = given ?? description.device(called: device.name, at: device.path) else { return }
        let kind: RemoteKey.Device = device.isCEC ? .cec : entry.isHeadset ? .headset : .keys
        insert(RemoteInput(time: now, index: place, happening: .came(kind, times: entry.times)))
    }

    private func listen(to device: MediaKeyDevice, _ place: Int) {
        poller.watch(device.descriptor, tag: LoopTag.remoteDevice(place), reading: true)
    }

    private func readDevice(_ place: Int, at now: Instant) {
        guard let device = devices[place] else { return }
        let isThere = device.read { event in
            insert(
                RemoteInput(
                    time: event.time, index: place, happening: event.value.map { .key(event.code, $0) } ?? .missed))
        }
        guard !isThere else { return }
        devices[place] = nil
        messages.append("\(device.path) '\(device.name)' has gone; it is taken again when it is back")
        insert(RemoteInput(time: now, index: place, happening: .went))
        // (Its place may be another one's, which has been there for long.)
        findDevices(at: now)
    }

    // MARK: Lines

    /// Whether one of them is there that may give a command that wakes. (What keys a device sends nobody knows before it does.)
    func mayWake(_ waking: RemotesDescription.Waking) -> Bool {
        if isSimulated || devices.contains(where: { $0 != nil }) { return true }
        let buttons = description.buttons.count
        if (0..<buttons).contains(where: { waking.buttons & 1 << $0 != 0 && lines[$0] != nil }) { return true }
        return description.encoders.indices.contains { knob in
            waking.encoders & 1 << knob != 0 && lines[buttons + 2 * knob] != nil && lines[buttons + 2 * knob + 1] != nil
        }
    }

    /// How many buttons and encoders have their lines.
    var lineCounts: (buttons: Int, encoders: Int) {
        let buttons = description.buttons.count
        guard !isSimulated else { return (buttons, description.encoders.count) }
        let knobs = description.encoders.indices.map { buttons + 2 * $0 }
        return (
            lines.prefix(buttons).count { $0 != nil }, knobs.count { lines[$0] != nil && lines[$0 + 1] != nil }
        )
    }

    /// (Buttons come first, then two lines of each knob.)
    private func readLine(_ index: Int, at now: Instant) {
        guard let line = lines[index] else { return }
        let (knob, second) = (index - description.buttons.count).quotientAndRemainder(dividingBy: 2)
        let isButton = index < description.buttons.count
        let activeLow =
            isButton ? description.buttons[index].wiring.activeLow : description.encoders[knob].wiring.activeLow
        do throws(DeviceError) {
            let lost = try line.read(at: now) { isHigh, time in
                let isActive = isHigh != activeLow
                insert(
                    isButton
                        ? RemoteInput(time: time, index: index, happening: .contact(isActive))
                        : RemoteInput(
                            time: time, index: knob,
                            happening: second == 0
                                ? .turn(first: isActive, second: nil) : .turn(first: nil, second: isActive)))
            }
            // (A motion detector may be pressed when the run begins, which reads all lines; and one that repeats its command, and whose
            // release was lost, would do so for ever.)
            guard lost > 0 || isButton && description.buttons[index].times.repetition > .zero else { return }
            if isButton {
                insert(RemoteInput(time: now, index: index, happening: .contact(try line.isHigh() != activeLow)))
            } else {
                findKnob(knob, at: now)
            }
        } catch {
            // (Closed, or it would wake the loop for ever.)
            lines[index] = nil
            messages.append("\(error.description); nothing is taken from it any more")
            if isButton { insert(RemoteInput(time: now, index: index, happening: .contact(false))) }
        }
    }

    /// Asks where a knob stands.
    private func findKnob(_ knob: Int, at now: Instant) {
        let index = description.buttons.count + 2 * knob
        let activeLow = description.encoders[knob].wiring.activeLow
        guard let first = try? lines[index]?.isHigh(), let second = try? lines[index + 1]?.isHigh() else { return }
        insert(
            RemoteInput(
                time: now, index: knob, happening: .turn(first: first != activeLow, second: second != activeLow)))
    }

    /// Puts an input behind those that came before it.
    private func insert(_ input: RemoteInput) {
        var index = inputs.endIndex
        while index > 0, inputs[index - 1].time > input.time { index -= 1 }
        inputs.insert(input, at: index)
    }
}

extension RemotesDescription {
    /// The entry that means the device of this name: one that names it counts before one that takes any.
    package func device(called name: String, at path: String) -> Device? {
        let fits = devices.filter { $0.means(name, at: path) }
        return fits.first { $0.name != nil } ?? fits.first
    }
}

extension RemotesDescription.Device {
    /// Whether it means the device file at `path`, whatever the device is called.
    fileprivate func names(_ path: String) -> Bool {
        guard let name, name.hasPrefix("/") else { return false }
        return name == path || DeviceFiles.realPath(name) == path
    }

    /// Whether it means the device that calls itself `name`.
    package func means(_ name: String, at path: String) -> Bool {
        guard let own = self.name else { return true }
        return own == name || DeviceFiles.contains(name, own) || names(path)
    }
}
