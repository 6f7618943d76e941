public import TaplineCore

/// An I2C adapter that may vanish and return, as one on USB does.
///
/// While it is gone every transfer fails with ENODEV, which changes no finger; once a second it is looked for
/// again.
public final class I2CConnection {
    /// Which adapter it is.
    public enum Location: Equatable, Sendable {
        /// The device file, `/dev/i2c-1`.
        case path(String)
        /// The adapter's number.
        case number(Int)
        /// The adapter's name or alias; its number may change when it returns.
        case name(String)
        /// The first of these that there is; the others are for other computers. Asked again when it returns.
        case firstOf([Location])
    }

    /// The time between attempts to open an adapter that has gone.
    public static var reopenPeriod: Microseconds { .milliseconds(1_000) }

    /// Which adapter it is.
    public let location: Location
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
    public init(
        _ location: Location, addresses: [UInt8], timeoutMilliseconds: Int? = nil
    ) throws(DeviceError) {
        self.location = location
        self.timeoutMilliseconds = timeoutMilliseconds
        self.addresses = addresses
        try open()
    }

    private func open() throws(DeviceError) {
        bus = try I2CBus(path: location.path())
        do throws(DeviceError) {
            for address in addresses { try bus?.checkOwnership(of: address) }
        } catch {
            bus = nil
            throw error
        }
        if let timeoutMilliseconds { try bus?.setTimeout(milliseconds: timeoutMilliseconds) }
    }

    /// Whether the adapter is there, as far as is known.
    public var isOpen: Bool { bus != nil }

    /// Carries a transfer out: the driver's next input. `received` holds what was read.
    public func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput {
        if bus == nil, reopensAt <= now {
            reopensAt = now + I2CConnection.reopenPeriod
            try? open()
        }
        guard let outcome = bus?.perform(transfer, received: &received) else {
            received.removeAll()
            return .transferFailed(BusError(errno: Errno.noSuchDevice))
        }
        if case .transferFailed(let error) = outcome, I2CConnection.meansGone(error.errno) {
            bus = nil
            losses &+= 1
            reopensAt = now + I2CConnection.reopenPeriod
        }
        return outcome
    }

    /// ENODEV; ENOTSUP, which an open descriptor answers whose adapter was unplugged; ESHUTDOWN of USB.
    private static func meansGone(_ errno: Int32) -> Bool {
        errno == Errno.noSuchDevice || errno == Errno.notSupported || errno == Errno.shutDown
    }
}

extension I2CConnection.Location {
    /// The device file.
    ///
    /// - Parameter root: stands before every path that is looked at, for tests on a tree of their own.
    /// - Throws: ``DeviceError`` where there is no adapter of this name, or several; for a list, where there is none of
    ///   any of its names.
    public func path(root: String = "") throws(DeviceError) -> String {
        switch self {
        case .path(let path): return path
        case .number(let number): return I2CAdapters.path(number: number)
        case .name(let name): return try I2CAdapters.find(name, root: root)
        case .firstOf(let locations): return try I2CConnection.Location.first(of: locations, root)
        }
    }

    /// Every error but that there is no such adapter ends the search: what is there but unclear must be made clear.
    private static func first(
        of locations: [I2CConnection.Location], _ root: String
    ) throws(DeviceError) -> String {
        var names = ""
        var hint = ""
        var absence = DeviceError(device: "", reason: "no bus is named", errno: Errno.noSuchDevice)
        for location in locations {
            do throws(DeviceError) {
                let path = try location.path(root: root)
                if I2CAdapters.exists(path, root: root) { return path }
                absence = DeviceError(path: path, errno: Errno.noSuchFile)
            } catch {
                guard error.errno == Errno.noSuchDevice else { throw error }
                absence = error
            }
            names += (names.isEmpty ? "" : ", ") + absence.device
            if hint.isEmpty { hint = absence.hint }
        }
        guard locations.count > 1 else { throw absence }
        throw DeviceError(
            device: names, reason: "this computer has none of these I2C adapters", errno: Errno.noSuchDevice,
            hint: hint)
    }
}
