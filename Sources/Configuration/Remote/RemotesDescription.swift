public import TaplineCore

/// Where commands to whatever plays come from: the value of `remotes`.
///
/// ```yaml
/// remotes:
///   - {device: any}                                  # whatever has media keys: infrared, HDMI-CEC, Bluetooth, keyboards
///   - {device: /dev/input/by-id/usb-Headset, headset: true, grab: true}
///   - {button: GPIO22}                               # a headset's language: clicks, and clicks with a hold
///   - {button: GPIO23, command: nextTrack}           # or one command, as soon as it is pressed
///   - {encoder: [GPIO5, GPIO6], acceleration: 4}     # volume; or command: skip, command: nextTrack
/// ```
public struct RemotesDescription: Equatable, Sendable {
    /// Input devices of the kernel's.
    public struct Device: Equatable, Sendable {
        /// The device file, or the name, or a part of it; nil: all that have media keys.
        public var name: String?
        /// Whether nobody else gets their events.
        public var grabs: Bool
        /// Whether their PLAYPAUSE speaks a headset's language.
        public var isHeadset: Bool
        /// The language's times.
        public var times: HeadsetButton.Times
    }

    /// A button on a GPIO line: it speaks a headset's language, or has one command.
    public struct Button: Equatable, Sendable {
        /// The line's name.
        public var line: String
        /// How the line is wired.
        public var wiring: Wiring
        /// The language's times, and how long the contact has to stand.
        public var times: HeadsetButton.Times
        /// What it commands as soon as it is pressed; ``RemoteKey/button``: what the language says.
        public var key: RemoteKey

        /// What it commands.
        public var commands: [RemoteCommand] {
            switch key {
            case .command(let command): [command]
            case .volume: [.changeVolume]
            case .seek(let seek): [seek.begin]
            case .button:
                [.togglePlayPause, .nextTrack, .previousTrack, .beginSeekingForward, .beginSeekingBackward]
            }
        }
    }

    /// A knob on two GPIO lines.
    public struct Encoder: Equatable, Sendable {
        /// The names of the lines; clockwise the first one leads.
        public var first: String
        public var second: String
        /// How both are wired.
        public var wiring: Wiring
        /// Where it rests.
        public var detents: RotaryEncoder.Detents
        /// The largest factor of a quick step.
        public var acceleration: Int
        /// The longest time between two steps that are quick.
        public var quick: Microseconds
        /// What a step clockwise commands: `changeVolume`, `skip`, or `nextTrack`, the other way `previousTrack`.
        public var command: RemoteCommand
        /// The value of a step; below 0 it turns the other way.
        public var step: Float
    }

    /// How a contact is wired.
    public struct Wiring: Equatable, Sendable {
        /// Whether it is closed at 0 V.
        public var activeLow: Bool
        /// The resistor at the line.
        public var bias: LineBias
    }

    /// The most input devices that are there at once, and the most entries of each kind.
    public static var mostDevices: Int { 8 }
    public static var mostOfAKind: Int { 4 }
    /// The most buttons.
    public static var mostButtons: Int { 8 }

    public var devices: [Device] = []
    public var buttons: [Button] = []
    public var encoders: [Encoder] = []

    /// None.
    public init() {}

    /// Whether there are none: then no device is opened.
    public var isEmpty: Bool { devices.isEmpty && buttons.isEmpty && encoders.isEmpty }
    /// The names of all lines.
    public var lines: [String] { buttons.map { $0.line } + encoders.flatMap { [$0.first, $0.second] } }
}

// What they give.
extension RemotesDescription {
    /// Which of the buttons and encoders give commands that wake a panel.
    public struct Waking: Equatable, Sendable {
        /// The buttons that do, a bit each.
        public var buttons = 0
        /// The encoders that do, a bit each.
        public var encoders = 0

        /// None of them.
        public init() {}
    }

    /// Which of them give what these entries of `remote` stand for.
    func waking(by meanings: [RemoteGestures.Meaning]) -> Waking {
        var names = RemoteGestures(first: 0)
        for meaning in meanings { _ = names.append(meaning) }
        var waking = Waking()
        for (index, button) in buttons.enumerated() where button.commands.contains(where: names.names) {
            waking.buttons |= 1 << index
        }
        for (index, encoder) in encoders.enumerated() where encoder.commands.contains(where: names.names) {
            waking.encoders |= 1 << index
        }
        return waking
    }
}

extension RemoteGestures.Meaning {
    /// Whether a button may command it: it has no seconds to skip, and no place to go to.
    public var isOfButton: Bool {
        switch self {
        case .command(let command): command != .skip && command != .changePosition
        case .seek: true
        case .playing: false
        }
    }
}

extension RemotesDescription.Encoder {
    /// What it commands, one way or the other.
    public var commands: [RemoteCommand] { command == .nextTrack ? [.nextTrack, .previousTrack] : [command] }
}
