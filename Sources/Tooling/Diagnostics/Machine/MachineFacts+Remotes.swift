import TaplineConfiguration
public import TaplineCore
import TaplineDaemon
public import TaplineLinux

/// What was seen of the sources of commands that a configuration names.
public struct RemoteFacts: Sendable {
    /// The input devices that an entry means.
    public struct Entry: Equatable, Sendable {
        /// What the entry names; empty: any device with media keys.
        public var wanted = ""
        /// Devices that have media keys, and those of its name that have none: path and name.
        public var devices: [String] = []
        public var keyless: [String] = []
        /// Why one could not be opened, if not for want of permission.
        public var refusal: DeviceError?
    }

    /// An infrared receiver of the kernel's.
    public struct Receiver: Equatable, Sendable {
        /// Its name in sysfs: `rc0`.
        public var name = ""
        /// Whether a protocol is enabled: without one it hears nothing.
        public var hasProtocol = false
        /// Whether its keymap has media keys; nil: its input device could not be asked.
        public var hasMediaKeys: Bool?
    }

    /// A button as it was pressed while somebody watched.
    public struct Button: Equatable, Sendable {
        /// The line's name, and the `debounce` of its entry.
        public let line: String
        public let debounce: Microseconds
        /// How often it was pressed, and how long its contact stood at most between two edges of its bouncing.
        public private(set) var presses = 0
        public private(set) var longestBounce = Microseconds.zero
        /// Why the line cannot be had.
        public var refusal: DeviceError?
        private var lastEdge = Instant.never

        /// A button that nobody has pressed yet.
        public init(line: String, debounce: Microseconds) {
            self.line = line
            self.debounce = debounce
        }

        /// Takes an edge: whether the contact is closed from then on.
        public mutating func take(_ isClosed: Bool, at time: Instant) {
            if lastEdge == .never || time - lastEdge > Debouncer.quickest {
                if isClosed { presses += 1 }
            } else {
                longestBounce = max(longestBounce, time - lastEdge)
            }
            lastEdge = time
        }
    }

    /// What a daemon that runs the configuration says.
    public struct Running: Sendable {
        /// The player that refuses, and why; nil: none does.
        public var refusal: (player: String, why: String)?
        /// The lines of buttons that bounce for longer than their `debounce`, and how often they were seen to.
        public var bouncing: [(line: String, count: Int)] = []
    }

    /// What a daemon that runs the configuration says; nothing: none does.
    public var running = Running()
    /// The entries of `remotes` that name input devices, in their order.
    public var entries: [Entry] = []
    /// The computer's infrared receivers; none where no entry names input devices.
    public var receivers: [Receiver] = []
    /// The buttons; none while nobody has watched them.
    public var buttons: [Button] = []
}

extension MachineFacts {
    /// Looks for the input devices that `description` names. Nothing of what their keys do is read.
    mutating func lookForRemotes(_ description: RemotesDescription) {
        guard !description.devices.isEmpty else { return }
        var entries = description.devices.map { RemoteFacts.Entry(wanted: $0.name ?? "") }
        var mediaKeys: [String: Bool] = [:]
        for number in DeviceFiles.numbers(in: "/dev/input", prefix: "event") {
            let path = EvdevDevices.path(number: number)
            for (index, entry) in description.devices.enumerated() {
                var seen: String?
                do throws(DeviceError) {
                    let device = try MediaKeyDevice(path: path) { name in
                        guard entry.means(name, at: path) else { return nil }
                        seen = name
                        return (isGrabbed: false, isHeadset: entry.isHeadset)
                    }
                    guard let seen else { continue }
                    mediaKeys[path] = device != nil
                    if device != nil {
                        entries[index].devices.append("'\(seen)' (\(path))")
                    } else if entry.name != nil {
                        entries[index].keyless.append("'\(seen)' (\(path))")
                    }
                } catch {
                    if error.isPermission { deny(path, error) } else { entries[index].refusal = error }
                }
            }
        }
        remotes.entries = entries
        remotes.receivers = DeviceFiles.numbers(in: "/sys/class/rc", prefix: "rc").map { number in
            MachineFacts.receiver("rc\(number)", mediaKeys)
        }
    }

    private static func receiver(_ name: String, _ mediaKeys: [String: Bool]) -> RemoteFacts.Receiver {
        let folder = "/sys/class/rc/\(name)"
        // (Those that are enabled stand in brackets; `lirc` only hands on what it hears.)
        let protocols = (DeviceFiles.line(folder + "/protocols") ?? "").split(separator: " ")
        var receiver = RemoteFacts.Receiver(name: name)
        receiver.hasProtocol = protocols.contains { $0.hasPrefix("[") && $0 != "[lirc]" }
        for input in DeviceFiles.numbers(in: folder, prefix: "input") {
            for event in DeviceFiles.numbers(in: "\(folder)/input\(input)", prefix: "event") {
                receiver.hasMediaKeys = mediaKeys[EvdevDevices.path(number: event)]
            }
        }
        return receiver
    }

    /// The name that a service has for the configuration in `file`; nil: none may run it.
    static func panel(of file: String) -> String? {
        let name =
            file.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: Array($0), as: UTF8.self) } ?? ""
        return name.hasSuffix(".yaml") ? String(name.dropLast(5)) : nil
    }

    /// Watches the buttons of `description` for `time`, or until somebody asks to stop.
    ///
    /// - Parameter willWatch: called before, where a button can be watched.
    mutating func watchButtons(
        _ description: RemotesDescription, for time: Microseconds, willWatch: () -> Void
    ) throws(DeviceError) {
        guard !description.buttons.isEmpty, time > .zero else { return }
        let poller = try Poller()
        var lines: [ContactLine?] = []
        for entry in description.buttons {
            var button = RemoteFacts.Button(line: entry.line, debounce: entry.times.debounce)
            var line: ContactLine?
            do throws(DeviceError) {
                let place = try GPIOLines.locate(entry.line)
                line = try ContactLine(line: place, bias: entry.wiring.bias, consumer: "tapline-doctor")
            } catch {
                if error.isPermission { deny(error.device, error) }
                button.refusal = error
            }
            if let line { poller.watch(line.descriptor, tag: 0, reading: true) }
            lines.append(line)
            remotes.buttons.append(button)
        }
        guard lines.contains(where: { $0 != nil }) else { return }
        willWatch()
        let end = MonotonicClock.now + time
        while MonotonicClock.now < end, !StopSignals.haveCome {
            _ = try poller.wait(until: end)
            let now = MonotonicClock.now
            for index in lines.indices {
                let activeLow = description.buttons[index].wiring.activeLow
                _ = try lines[index]?.read(at: now) { isHigh, time in
                    remotes.buttons[index].take(isHigh != activeLow, at: time)
                }
            }
        }
    }
}

extension RemoteFacts.Running {
    /// What samples of a daemon's `status` say.
    ///
    /// - Parameter samples: those of a name: the values of their labels, and their own.
    public init(samples: (_ name: String) -> [(labels: [String], value: String)]) {
        refusal = samples("player_refusal").first { $0.labels.count == 2 }.map { ($0.labels[0], $0.labels[1]) }
        for sample in samples("button_quick_changes_total") {
            if let line = sample.labels.first, let count = Int(sample.value), count > 0 {
                bouncing.append((line, count))
            }
        }
    }
}
