public import TaplineTouches

/// A command to whatever plays. The numbers are those of UIKit's `UIEvent.EventSubtype`, 100…109; those after them stand for
/// commands of a command centre, which have none there.
public enum RemoteCommand: UInt8, Equatable, Sendable {
    case play = 100
    case pause = 101
    case stop = 102
    case togglePlayPause = 103
    case nextTrack = 104
    case previousTrack = 105
    case beginSeekingBackward = 106
    case endSeekingBackward = 107
    case beginSeekingForward = 108
    case endSeekingForward = 109
    /// On by as many seconds as its value says, back where that is negative.
    case skip = 110
    /// To the place its value says, seconds from the beginning.
    case changePosition = 111
    /// How well it is liked, 0…1. It is told and nothing more: no player takes it.
    case rating = 112
    /// Louder by as many steps as its value says, softer where that is negative.
    case changeVolume = 113
    /// Silence, or sound again.
    case toggleMute = 114

    /// Its name, in configurations and at sockets.
    public var name: StaticString {
        switch self {
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .togglePlayPause: "togglePlayPause"
        case .nextTrack: "nextTrack"
        case .previousTrack: "previousTrack"
        case .beginSeekingBackward: "beginSeekingBackward"
        case .endSeekingBackward: "endSeekingBackward"
        case .beginSeekingForward: "beginSeekingForward"
        case .endSeekingForward: "endSeekingForward"
        case .skip: "skip"
        case .changePosition: "changePosition"
        case .rating: "rating"
        case .changeVolume: "changeVolume"
        case .toggleMute: "toggleMute"
        }
    }

    /// UIKit's number for it; nil: it is a command centre's.
    public var subtype: Int? { rawValue <= 109 ? Int(rawValue) : nil }

    /// Which values it may have; nil: it has none.
    public var values: ClosedRange<Float>? {
        switch self {
        case .skip: -86_400...86_400
        case .changePosition: 0...86_400
        case .rating: 0...1
        case .changeVolume: -100...100
        default: nil
        }
    }

    /// The seek that it begins.
    public var begins: RemoteSeek? {
        switch self {
        case .beginSeekingForward: .forward
        case .beginSeekingBackward: .backward
        default: nil
        }
    }

    /// The seek that it ends.
    public var ends: RemoteSeek? {
        switch self {
        case .endSeekingForward: .forward
        case .endSeekingBackward: .backward
        default: nil
        }
    }
}

/// A seek goes on from its begin to its end.
public enum RemoteSeek: Equatable, Sendable {
    case forward, backward

    /// The command that it begins with.
    public var begin: RemoteCommand { self == .forward ? .beginSeekingForward : .beginSeekingBackward }
    /// The command that it ends with.
    public var end: RemoteCommand { self == .forward ? .endSeekingForward : .endSeekingBackward }
}

/// A command as it is delivered.
public struct RemoteEvent: Equatable, Sendable {
    /// When it was given.
    public var time: Instant
    /// What it asks for.
    public var command: RemoteCommand
    /// How much of it, where ``RemoteCommand/values`` says that it has a value.
    public var value: Float
    /// Which of several outputs gives it: each holds a seek of its own.
    public var giver: UInt16

    /// A command given at `time`.
    public init(time: Instant, command: RemoteCommand, value: Float = 0, giver: UInt16 = 0) {
        self.time = time
        self.command = command
        self.value = value
        self.giver = giver
    }
}
