public import TaplineTouches

/// A touch controller's driver: a state machine without I/O.
///
/// It is told what happened and answers what it wants next. Resets of 300 ms, a ready flag that comes 10 ms late,
/// retries and recovery are states of it, never sleeps. Whoever carries its wishes out (the Simulator or real
/// devices) keeps four rules:
/// - Every answer except ``ControllerAction/report``, ``ControllerAction/fault(_:)`` and
///   ``ControllerAction/wait(until:)`` is carried out and its outcome told with the next step; after a report or a
///   fault the next step is ``ControllerInput/proceed``.
/// - While a driver waits it is told ``ControllerInput/interrupt`` when the interrupt line is asserted and
///   ``ControllerInput/wake`` when the instant has come, whichever is first.
/// - After a report the interrupt line's *level* is looked at: still asserted counts as another interrupt.
/// - ``ControllerInput/start`` may come at any time and begins anew with a reset; ``ControllerInput/sleep`` and
///   ``ControllerInput/wakeUp`` may come while the driver waits.
public protocol Controller {
    /// What the driver wants next, after `input` at `now`.
    ///
    /// - Parameters:
    ///   - received: the bytes read, valid for ``ControllerInput/transferred`` only.
    ///   - contacts: filled by the driver before it answers ``ControllerAction/report``; otherwise of no meaning.
    mutating func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes, contacts: inout Contacts
    ) -> ControllerAction

    /// When the report that was answered last was announced: at its interrupt, or at the driver's own look. Retries
    /// and a ready flag that lags do not make it later.
    var reportTime: Instant { get }

    /// What the chip said of itself, once it has been identified.
    var identity: ControllerIdentity { get }
}

/// What a driver is told.
public enum ControllerInput: Equatable, Sendable {
    /// Power is on: reset, identify, begin.
    case start
    /// The last wish needs no outcome (a report or a fault was taken): go on.
    case proceed
    /// The interrupt line is asserted.
    case interrupt
    /// Send the chip to sleep, and leave it alone until ``wakeUp``. Only told while the driver waits; before the chip is
    /// ready it is remembered.
    case sleep
    /// Wake the chip that was sent to sleep. Only told while the driver waits.
    case wakeUp
    /// The instant waited for has come.
    case wake
    /// The transfer went through; what it read is in `received`.
    case transferred
    /// The transfer failed. A failed read is no news about fingers.
    case transferFailed(BusError)
    /// The line has the level asked for.
    case lineSet
}

/// What a driver wants.
public enum ControllerAction: Sendable {
    /// Write, then read, in one transfer.
    case transfer(Transfer)
    /// Drive one of the controller's lines, or let go of it.
    case line(ControllerLine, LineDrive)
    /// Nothing until the interrupt line is asserted or this instant has come (``Instant/never``: no deadline).
    case wait(until: Instant)
    /// `contacts` holds a complete report.
    case report
    /// Something went wrong, and the driver is already dealing with it.
    case fault(ControllerFault)
}

/// The lines between host and controller.
public enum ControllerLine: Equatable, Sendable { case reset, interrupt }

/// What the host does to a line.
public enum LineDrive: Equatable, Sendable {
    /// Drives 0 V.
    case low
    /// Drives the supply's level.
    case high
    /// Stops driving: the line is an input.
    case release
}

/// One transfer: a write of 0 to 68 bytes, then a read of `readCount` bytes, with what ``mode`` says between them.
public struct Transfer: Sendable {
    /// The 7-bit address.
    public var address: UInt8
    /// What is written: nearly always a register's address, then values.
    public var written: ShortBytes
    /// How many bytes are read, 0…``BusBytes/capacity``.
    public var readCount: Int
    /// What stands between the write and the read, where there are both.
    public var mode = TransferMode.repeatedStart

    /// Whether it both writes and reads.
    @inline(__always)
    public var turnsAround: Bool { written.count > 0 && readCount > 0 }

    /// A transfer with the chip at the 7-bit `address`.
    public init(address: UInt8, written: ShortBytes, readCount: Int = 0) {
        self.address = address
        self.written = written
        self.readCount = readCount
    }
}

/// The bytes of a write: at most 68.
public struct ShortBytes: Sendable {
    /// The longest write any driver asks for (EETI's requests are as long as its reports).
    public static var capacity: Int { 68 }
    private var storage = InlineArray<68, UInt8>(repeating: 0)
    /// How many bytes there are, 0…68.
    public private(set) var count = 0

    /// No bytes.
    public init() {}

    /// The byte at `index`, which must be less than ``count``.
    @inline(__always)
    public subscript(index: Int) -> UInt8 { storage[index] }

    /// Adds a byte; beyond 68 it is dropped, which no driver does.
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        guard count < ShortBytes.capacity else { return }
        storage[count] = byte
        count &+= 1
    }
}

/// The bytes of a read: at most 256.
public struct BusBytes: Sendable {
    /// The longest read any driver asks for (Goodix configuration: 240 bytes).
    public static var capacity: Int { 256 }
    private var storage = InlineArray<256, UInt8>(repeating: 0)
    /// How many bytes were read, 0…256.
    public private(set) var count = 0

    /// No bytes.
    public init() {}

    /// The byte at `index`; 0 beyond ``count``, so that a short read never traps.
    @inline(__always)
    public subscript(index: Int) -> UInt8 {
        index >= 0 && index < count ? storage[index] : 0
    }

    /// Adds a byte; beyond 256 it is dropped.
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        guard count < BusBytes.capacity else { return }
        storage[count] = byte
        count &+= 1
    }

    /// Forgets all bytes.
    @inline(__always)
    public mutating func removeAll() { count = 0 }
}

/// Why a transfer failed, with the kernel's number.
public struct BusError: Error, Equatable, Sendable {
    /// What a driver makes of it.
    public enum Kind: Equatable, Sendable {
        /// No acknowledge: nobody at this address, or the chip is asleep (ENXIO 6, EREMOTEIO 121).
        case noAcknowledge
        /// The bus is stuck or the chip stretches the clock too long (ETIMEDOUT 110).
        case timeout
        /// Arbitration was lost (EAGAIN 11).
        case arbitrationLost
        /// The adapter is gone or cannot do this (ENODEV 19, ENOTSUP 95).
        case unsupported
        /// Anything else (EIO 5 and others).
        case other
    }
    /// The kernel's error number.
    public var errno: Int32

    /// The error with the kernel's number `errno`.
    public init(errno: Int32) { self.errno = errno }

    /// What a driver makes of it.
    @inline(__always)
    public var kind: Kind {
        switch errno {
        case 6, 121: .noAcknowledge
        case 110: .timeout
        case 11: .arbitrationLost
        case 19, 95: .unsupported
        default: .other
        }
    }
}

/// What went wrong between host and controller.
public enum ControllerFault: Equatable, Sendable {
    /// A transfer failed; it is tried again.
    case bus(BusError)
    /// The report made no sense (a count above the maximum, two contacts of one identity, coordinates off the panel)
    /// and was dropped.
    case badReport
    /// The ready flag did not come within the time a controller may take.
    case notReady
    /// Nobody answers at any of the addresses; tried again later.
    case absent
    /// Somebody answers who is not this controller.
    case wrongIdentity
    /// The controller answers, but has lost its firmware.
    case noFirmware
    /// The controller is being reset, or has gone: every finger is cancelled.
    case reset
    /// Reports were lost because nobody read them in time; the fingers are looked at anew.
    case overrun
    /// The chip's configuration is not the one that the board asks for, and the board does not want it written.
    case configurationDiffers
    /// The chip was given the board's configuration and goes on without it.
    case configurationRefused
}

/// What a chip says of itself.
public struct ControllerIdentity: Sendable {
    /// False until the chip has been identified.
    public var isKnown = false
    /// The 7-bit address at which it answered.
    public var address: UInt8 = 0
    /// The product id as ASCII, zero-filled: "911" for a GT911, "54" for a FocalTech chip with the id 0x54.
    public var product = InlineArray<4, UInt8>(repeating: 0)
    /// The panel's maker as a FocalTech chip calls it; 0 where nobody says.
    public var vendor: UInt8 = 0
    /// The firmware's version.
    public var firmware: UInt16 = 0
    /// Raw pixels across, 0 where the chip does not say.
    public var width: UInt16 = 0
    /// Raw pixels down, 0 where the chip does not say.
    public var height: UInt16 = 0

    /// Nothing known yet.
    #if NOALLOC
        @_noAllocation
    #endif
    public init() {}
}
