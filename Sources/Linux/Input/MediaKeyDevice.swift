import CTaplineSystem
public import TaplineCore

/// An input device of the kernel's of which only media keys are read: a remote control, a headset, a keyboard's keys for
/// players. What else it reports never reaches this process (EVIOCSMASK).
public final class MediaKeyDevice {
    /// What a key has done.
    public struct Event: Equatable, Sendable {
        /// When, on the monotonic clock.
        public var time: Instant
        /// The kernel's code of the key.
        public var code: UInt16
        /// Pressed 1, let go 0, repeated 2; nil: events are missing, and what is pressed is not known any more.
        public var value: Int32?
    }

    /// The device file.
    public let path: String
    /// What the device calls itself.
    public let name: String
    /// Whether it is a television's remote control, through HDMI.
    public let isCEC: Bool
    /// What becomes readable when a key does something.
    public let descriptor: Int32
    private var keys = [tapline_input_key](repeating: tapline_input_key(), count: 32)

    /// Opens the device at `path` if it has media keys, is none that this program makes, and `wants` its name.
    ///
    /// - Parameter wants: whether a device of this name is wanted, and whether nobody else shall get its events; nil: it is not.
    /// - Throws: ``DeviceError`` where it may not be read, or is in somebody else's hands.
    public init?(path: String, wants: (String) -> (isGrabbed: Bool, isHeadset: Bool)?) throws(DeviceError) {
        let opened = tapline_input_open(path, 0)
        guard opened >= 0 else {
            let isNone = [Errno.noSuchFile, Errno.noSuchDevice, Errno.noSuchAddress, Errno.wrongFunction].contains(
                -opened)
            if isNone { return nil }
            // (Everybody may know its name: who waits for it hears why it is not taken.)
            if let name = EvdevDevices.name(ofDeviceAt: path) { _ = wants(name) }
            throw DeviceError(path: path, errno: -opened)
        }
        let name = MediaKeyDevice.text { unsafe _ = tapline_input_name(opened, $0, $1) }
        let place = MediaKeyDevice.text { unsafe tapline_input_place(opened, $0, $1) }
        let isCEC = tapline_input_is_cec(opened) != 0
        guard !place.hasPrefix(UinputDevice.place), let wanted = wants(name) else {
            tapline_close(opened)
            return nil
        }
        let kind: RemoteKey.Device = isCEC ? .cec : wanted.isHeadset ? .headset : .keys
        // (The kernel takes a mask in words of 64 bits only.)
        let count = (Int(RemoteKey.codes) + 63) / 64 * 8
        var own = [UInt8](repeating: 0, count: count)
        _ = unsafe own.withUnsafeMutableBytes {
            unsafe tapline_input_abilities(opened, UInt32(EvdevCode.key), $0.baseAddress, count)
        }
        var isOne = false
        for code in 0..<UInt16(count * 8) {
            let bit = UInt8(1) << UInt8(code % 8)
            guard own[Int(code / 8)] & bit != 0 else { continue }
            if RemoteKey(code: code, of: kind) == nil { own[Int(code / 8)] &= ~bit } else { isOne = true }
        }
        guard isOne else {
            tapline_close(opened)
            return nil
        }
        var status = unsafe own.withUnsafeBytes { unsafe tapline_input_mask(opened, $0.baseAddress, count) }
        if status == 0, wanted.isGrabbed { status = tapline_input_grab(opened) }
        guard status == 0 else {
            tapline_close(opened)
            throw DeviceError(path: path, errno: -status)
        }
        self.path = path
        self.name = name
        self.isCEC = isCEC
        descriptor = opened
    }

    deinit { tapline_close(descriptor) }

    /// Takes what keys have done; it does not wait.
    ///
    /// - Returns: false where the device has gone.
    public func read(_ take: (Event) -> Void) -> Bool {
        // (Whoever presses without end does not keep others waiting.)
        for _ in 0..<8 {
            let count = unsafe keys.withUnsafeMutableBufferPointer {
                unsafe tapline_input_read_keys(descriptor, $0.baseAddress)
            }
            guard count > 0 else { return count == 0 }
            for index in 0..<Int(count) {
                let key = keys[index]
                take(
                    Event(
                        time: Instant(microseconds: key.time_us), code: key.code,
                        value: key.are_missing != 0 ? nil : key.value))
            }
        }
        return true
    }

    private static func text(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Void) -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        return unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe write($0.baseAddress, $0.count)
            return unsafe String(cString: $0.baseAddress!)
        }
    }
}

/// Says when input devices come and go: inotify on `/dev/input`, which asks nothing of a sandbox.
public final class InputDeviceChanges {
    /// The folder of device files.
    static var folder: String { "/dev/input" }
    /// What becomes readable when something has changed.
    public let descriptor: Int32

    /// Watches from now on.
    ///
    /// - Throws: ``DeviceError`` where the process has no descriptors left.
    public init() throws(DeviceError) {
        descriptor = tapline_changes_open()
        guard descriptor >= 0 else { throw DeviceError(path: "inotify", errno: -descriptor) }
        watch()
    }

    deinit { if descriptor >= 0 { tapline_close(descriptor) } }

    /// The device files that there are by now; what has changed until then is taken.
    public func paths() -> [String] {
        tapline_changes_take(descriptor)
        watch()
        return DeviceFiles.numbers(in: Self.folder, prefix: "event").map { EvdevDevices.path(number: $0) }
    }

    /// (A computer without input devices has no such folder either.)
    private func watch() {
        if unsafe tapline_changes_watch(descriptor, Self.folder) < 0 {
            _ = unsafe tapline_changes_watch(descriptor, "/dev")
        }
    }
}
