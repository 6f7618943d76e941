public import TaplineCore

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
