import CTaplineSystem
public import TaplineCore

/// An I2C adapter of this computer, `/dev/i2c-N`: carries a driver's transfers out.
///
/// A transfer is one `I2C_RDWR` with at most one read message, which is the last: the adapters of the Raspberry Pi
/// up to 4 can do no more (Linux, `i2c-bcm2835.c`). One with a STOP between its write and its read is two.
public struct I2CBus: ~Copyable {
    /// The adapter's path.
    public let path: String
    private let descriptor: Int32
    private var isTimeoutChanged = false

    /// Opens the adapter.
    ///
    /// - Throws: ``DeviceError`` where it does not exist, may not be used, or cannot do plain transfers.
    public init(path: String) throws(DeviceError) {
        let descriptor = tapline_i2c_open(path)
        guard descriptor >= 0 else { throw DeviceError(path: path, errno: -descriptor) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        if isTimeoutChanged { _ = tapline_i2c_set_timeout(descriptor, I2CBus.usualTimeout) }
        tapline_close(descriptor)
    }

    /// Refuses the chip at `address` where a driver of the kernel holds it.
    ///
    /// - Throws: ``DeviceError`` that names the driver and the command that frees the chip.
    public func checkOwnership(of address: UInt8) throws(DeviceError) {
        try ChipOwnership.check(busPath: path, address: address)
        // sysfs may be hidden from a container; the adapter itself knows too.
        try select(address)
    }

    /// Sets how long the adapter waits for a transfer, for everyone who uses it, until the end of this
    /// value.
    ///
    /// How often it tries again is left alone: each adapter has its own figure, and the kernel does not report it, so
    /// that it could not be restored.
    ///
    /// - Parameter milliseconds: 10…10,000; rounded up to tens.
    /// - Throws: ``DeviceError`` where the adapter refuses.
    public mutating func setTimeout(milliseconds: Int) throws(DeviceError) {
        let tens = (min(max(milliseconds, 10), 10_000) + 9) / 10
        let status = tapline_i2c_set_timeout(descriptor, UInt32(tens))
        guard status == 0 else { throw DeviceError(path: path, errno: -status) }
        isTimeoutChanged = true
    }

    /// The time-out of an adapter whose driver sets none, in units of 10 ms (Linux, `i2c-core-base.c`). The adapters of
    /// the Raspberry Pi set none.
    private static var usualTimeout: UInt32 { 100 }

    private func select(_ address: UInt8) throws(DeviceError) {
        let status = tapline_i2c_select(descriptor, address)
        guard status == 0 else {
            throw status == -Errno.busy
                ? ChipOwnership.held(busPath: path, address: address) : DeviceError(path: path, errno: -status)
        }
    }

    /// Carries a transfer out: the driver's next input. `received` holds what was read.
    public func perform(_ transfer: Transfer, received: inout BusBytes) -> ControllerInput {
        let written = transfer.written.wire
        let writeCount = UInt16(transfer.written.count)
        let readCount = UInt16(min(transfer.readCount, BusBytes.capacity))
        let error = received.fill(transfer.readCount) { read in
            let bytes = written.span.bytes
            let status = unsafe bytes.withUnsafeBytes { out in
                unsafe read.withUnsafeMutableBufferPointer { into in
                    let out = unsafe out.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    guard transfer.mode == .stop, transfer.turnsAround else {
                        return unsafe tapline_i2c_transfer(
                            descriptor, transfer.address, out, writeCount, into.baseAddress, readCount)
                    }
                    let status = unsafe tapline_i2c_transfer(descriptor, transfer.address, out, writeCount, nil, 0)
                    guard status == 0 else { return status }
                    return unsafe tapline_i2c_transfer(
                        descriptor, transfer.address, nil, 0, into.baseAddress, readCount)
                }
            }
            return status == 0 ? nil : BusError(errno: -status)
        }
        return error.map { .transferFailed($0) } ?? .transferred
    }
}

/// An I2C adapter that may vanish and return, as one on USB does.
///
/// While it is gone every transfer fails with ENODEV, which changes no finger; once a second it is looked for
/// again.
public final class I2CConnection {
    /// Which adapter; found anew each time it is opened, as its number may change.
    private let busName: BusName
    /// How often the adapter has gone, since the start.
    public private(set) var losses = CountStart.value
    private let timeoutMilliseconds: Int?
    private let addresses: [UInt8]
    private var bus: I2CBus?
    private var reopensAt = Instant.never

    /// Opens the adapter for the chips at `addresses`.
    ///
    /// - Parameter timeoutMilliseconds: how long the adapter may wait for a transfer, for everyone who uses it, while the
    ///   connection lasts; nil: as long as it did.
    /// - Throws: ``DeviceError`` where it does not exist, may not be used, or cannot do plain transfers, and where the
    ///   kernel drives one of the chips.
    public init(_ busName: BusName, addresses: [UInt8], timeoutMilliseconds: Int? = nil) throws(DeviceError) {
        self.busName = busName
        self.timeoutMilliseconds = timeoutMilliseconds
        self.addresses = addresses
        try open()
    }

    private func open() throws(DeviceError) {
        bus = try I2CBus(path: busName.adapterPath())
        do throws(DeviceError) {
            for address in addresses { try bus?.checkOwnership(of: address) }
        } catch {
            bus = nil
            throw error
        }
        if let timeoutMilliseconds { try bus?.setTimeout(milliseconds: timeoutMilliseconds) }
    }

    /// Carries a transfer out: the driver's next input. `received` holds what was read.
    public func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput {
        if bus == nil, reopensAt <= now {
            reopensAt = now + .retryPeriod
            try? open()
        }
        guard let outcome = bus?.perform(transfer, received: &received) else {
            received.removeAll()
            return .transferFailed(BusError(errno: Errno.noSuchDevice))
        }
        if case .transferFailed(let error) = outcome, I2CConnection.meansGone(error.errno) {
            bus = nil
            losses &+= 1
            reopensAt = now + .retryPeriod
        }
        return outcome
    }

    /// ENODEV; ENOTSUP, which an open descriptor answers whose adapter was unplugged; ESHUTDOWN of USB.
    private static func meansGone(_ errno: Int32) -> Bool {
        errno == Errno.noSuchDevice || errno == Errno.notSupported || errno == Errno.shutDown
    }
}

extension BusName {
    /// The adapter's device file.
    ///
    /// - Parameter root: stands before every path that is looked at, for tests on a tree of their own.
    /// - Throws: ``DeviceError`` where there is no adapter of this name, or several; for a list, where there is none of
    ///   any of its names.
    public func adapterPath(root: String = "") throws(DeviceError) -> String {
        switch self {
        // (A simulated board is not run on devices; there is no such file.)
        case .simulated: return "simulated"
        case .path(let path): return path
        case .number(let number): return I2CAdapters.path(number: number)
        case .adapter(let name): return try I2CAdapters.find(name, root: root)
        case .firstOf(let names): return try BusName.first(of: names, root)
        }
    }

    /// Every error but that there is no such adapter ends the search: what is there but unclear must be made clear.
    private static func first(of buses: [BusName], _ root: String) throws(DeviceError) -> String {
        var names = ""
        var hint = ""
        var absence = DeviceError(device: "", reason: "no bus is named", errno: Errno.noSuchDevice)
        for bus in buses {
            do throws(DeviceError) {
                let path = try bus.adapterPath(root: root)
                if I2CAdapters.exists(path, root: root) { return path }
                absence = DeviceError(path: path, errno: Errno.noSuchFile)
            } catch {
                guard error.errno == Errno.noSuchDevice else { throw error }
                absence = error
            }
            names += (names.isEmpty ? "" : ", ") + absence.device
            if hint.isEmpty { hint = absence.hint }
        }
        guard buses.count > 1 else { throw absence }
        throw DeviceError(
            device: names, reason: "this computer has none of these I2C adapters", errno: Errno.noSuchDevice,
            hint: hint)
    }
}
