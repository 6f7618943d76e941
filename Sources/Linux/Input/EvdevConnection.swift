import CTaplineSystem
public import TaplineCore

/// A touchscreen of the kernel's that may vanish and return.
///
/// While it is gone every query fails with ENODEV, which changes no finger; once a second it is looked for again.
public final class EvdevConnection {
    /// Which device; found anew each time it is opened, as its number may change.
    private let busName: BusName
    /// Whether nobody else gets the device's events.
    public let grabs: Bool
    /// What becomes readable when there are events; -1 while the device is gone, and another one when it is back.
    public private(set) var descriptor: Int32 = -1
    /// How often the device has gone, since the start.
    public private(set) var losses: UInt32 = 0
    /// The device file and what the device calls itself: `/dev/input/event0 'raspberrypi-ts'`.
    public private(set) var name = ""
    private var reopensAt = Instant.never

    /// Opens the device.
    ///
    /// - Parameter grabs: whether nobody else, such as a desktop, shall get its events.
    /// - Throws: ``DeviceError`` where it does not exist, may not be read, is in somebody else's hands, or is no
    ///   touchscreen.
    public init(_ busName: BusName, grabs: Bool = false) throws(DeviceError) {
        self.busName = busName
        self.grabs = grabs
        try open()
    }

    deinit { close() }

    /// The axis across and the axis down: the panel's raw size, and its size in mm where the device says it.
    ///
    /// - Throws: ``DeviceError`` where the device has gone.
    public func axes() throws(DeviceError) -> (x: EvdevAxis, y: EvdevAxis) {
        let isMultitouch = try manner() != .single
        return (
            try axis(isMultitouch ? EvdevCode.contactX : EvdevCode.x),
            try axis(isMultitouch ? EvdevCode.contactY : EvdevCode.y)
        )
    }

    private func open() throws(DeviceError) {
        let path = try busName.inputDevicePath()
        let opened = tapline_input_open(path, grabs ? 1 : 0)
        guard opened >= 0 else {
            guard opened == -Errno.busy else { throw DeviceError(path: path, errno: -opened) }
            throw DeviceError(
                device: path, reason: "grabbed by another program", errno: Errno.busy,
                hint: "sudo fuser -v \(path) names it; stop it, or take grab out of the board")
        }
        descriptor = opened
        do throws(DeviceError) {
            _ = try manner()
        } catch {
            close()
            throw error
        }
        name = "\(path) '\(deviceName)'"
    }

    private func close() {
        guard descriptor >= 0 else { return }
        tapline_close(descriptor)
        descriptor = -1
    }

    /// How the device reports fingers.
    private func manner() throws(DeviceError) -> EvdevReader.Manner {
        var received = BusBytes()
        let status = ask(.abilities(EvdevCode.absolute), &received)
        guard status >= 0 else { throw DeviceError(path: try busName.inputDevicePath(), errno: Int32(-status)) }
        let manner = EvdevReader.Manner(axes: &received)
        if manner == .single { _ = ask(.abilities(EvdevCode.key), &received) }
        guard let manner, manner != .single || received.hasBit(EvdevCode.touch) else {
            throw DeviceError(
                device: try busName.inputDevicePath(), reason: "'\(deviceName)' is no touchscreen",
                hint: "write bus: \(EvdevDevices.anyTouchscreen), or its name; names: cat /proc/bus/input/devices")
        }
        return manner
    }

    private func axis(_ code: UInt16) throws(DeviceError) -> EvdevAxis {
        var received = BusBytes()
        let status = ask(.axis(code), &received)
        guard status >= 0 else { throw DeviceError(path: try busName.inputDevicePath(), errno: Int32(-status)) }
        return EvdevAxis(&received)
    }

    private var deviceName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        return unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe tapline_input_name(descriptor, $0.baseAddress, $0.count) == 0
                ? String(cString: $0.baseAddress!) : ""
        }
    }

    /// Carries a query out: the driver's next input. `received` holds the answer.
    public func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput {
        if descriptor < 0, reopensAt <= now {
            reopensAt = now + .retryPeriod
            try? open()
        }
        guard descriptor >= 0, let query = EvdevQuery(transfer) else {
            received.removeAll()
            return .transferFailed(BusError(errno: Errno.noSuchDevice))
        }
        let status = ask(query, &received)
        // (An end of the events: the other end of a device that is none has been closed.)
        let error = status == 0 && query.kind == 0 ? Errno.noSuchDevice : Int32(clamping: -status)
        guard error > 0 else { return .transferred }
        received.removeAll()
        if error != Errno.tryAgain {
            close()
            losses &+= 1
            reopensAt = now + .retryPeriod
        }
        return .transferFailed(BusError(errno: error))
    }

    /// Asks the device.
    ///
    /// - Returns: the bytes of the answer, or a negative error number.
    private func ask(_ query: EvdevQuery, _ received: inout BusBytes) -> Int64 {
        received.removeAll()
        // (Of 32 bits, as the structures of the answers are.)
        var words = InlineArray<64, Int32>(repeating: 0)
        var span = words.mutableSpan
        let count = query.readCount
        let code = UInt32(query.code)
        let status: Int64 = unsafe span.withUnsafeMutableBufferPointer { words in
            switch query {
            case .events: unsafe tapline_read(descriptor, words.baseAddress, count)
            case .abilities: Int64(unsafe tapline_input_abilities(descriptor, code, words.baseAddress, count))
            case .keys: Int64(unsafe tapline_input_keys(descriptor, words.baseAddress, count))
            case .axis: Int64(unsafe tapline_input_axis(descriptor, code, words.baseAddress))
            case .slots: Int64(unsafe tapline_input_slots(descriptor, code, words.baseAddress, count / 4))
            }
        }
        guard status >= 0 else { return status }
        let length = query.kind == 0 ? Int(status) : count
        for index in 0..<length {
            received.append(UInt8(truncatingIfNeeded: UInt32(bitPattern: words[index / 4]) >> UInt32(index % 4 * 8)))
        }
        return Int64(length)
    }
}

extension BusName {
    /// The input device's file.
    ///
    /// - Throws: ``DeviceError`` where there is no device of this name.
    public func inputDevicePath() throws(DeviceError) -> String {
        switch self {
        // (A simulated board is not run on devices; there is no such file.)
        case .simulated: "simulated"
        case .path(let path): path
        case .number(let number): EvdevDevices.path(number: number)
        case .adapter(let name): try EvdevDevices.find(name)
        // (Input devices have one name each; a list is refused where boards are read.)
        case .firstOf(let names): try (names.first ?? .adapter("")).inputDevicePath()
        }
    }
}
