/// What a media key means. Devices spell the same command in several ways: all are taken.
public enum RemoteKey: Equatable, Sendable {
    /// A command when it is pressed.
    case command(RemoteCommand)
    /// A seek while it is pressed.
    case seek(RemoteSeek)
    /// Louder or softer by a step, again and again while it is pressed.
    case volume(Float)
    /// The one button of a headset, which has a language (``HeadsetButton``).
    case button

    /// The device that a key belongs to.
    public enum Device: Equatable, Sendable {
        /// A remote control, a keyboard, a player's buttons.
        case keys
        /// A television's remote control through HDMI: its BACK and FORWARD are tracks. (On keyboards they are the browser's.)
        case cec
        /// A headset: its PLAYPAUSE is its button, too.
        case headset
    }

    /// The meaning of a kernel's key code (Linux, `include/uapi/linux/input-event-codes.h`); nil: it is no media key.
    public init?(code: UInt16, of device: Device = .keys) {
        switch code {
        case 207, 200: self = .command(.play)  // KEY_PLAY, KEY_PLAYCD
        case 119, 201: self = .command(.pause)  // KEY_PAUSE, KEY_PAUSECD
        case 128, 166: self = .command(.stop)  // KEY_STOP, KEY_STOPCD
        case 164: self = device == .headset ? .button : .command(.togglePlayPause)  // KEY_PLAYPAUSE
        case 226: self = .button  // KEY_MEDIA
        case 163, 0x197: self = .command(.nextTrack)  // KEY_NEXTSONG, KEY_NEXT
        case 165, 0x19C: self = .command(.previousTrack)  // KEY_PREVIOUSSONG, KEY_PREVIOUS
        case 159 where device == .cec: self = .command(.nextTrack)  // KEY_FORWARD
        case 158 where device == .cec: self = .command(.previousTrack)  // KEY_BACK
        case 208: self = .seek(.forward)  // KEY_FASTFORWARD
        case 168, 0x275: self = .seek(.backward)  // KEY_REWIND, KEY_FASTREVERSE
        case 115: self = .volume(1)  // KEY_VOLUMEUP
        case 114: self = .volume(-1)  // KEY_VOLUMEDOWN
        case 113: self = .command(.toggleMute)  // KEY_MUTE
        default: return nil
        }
    }

    /// One more than the largest code that means something.
    public static var codes: UInt16 { 0x276 }
}
