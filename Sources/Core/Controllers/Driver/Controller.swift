public import TaplineTouches

/// The driver of a chip on a bus: a state machine without I/O.
///
/// It is told what happened and answers what comes next. Resets of 300 ms, a ready flag that comes 10 ms late, retries and
/// recovery are states of it, never sleeps. There is one way through it, ``step(_:at:received:)``; its answer says which of
/// the properties to read. The host (the Simulator, or a loop on real devices) keeps four rules:
/// - It performs each ``ControllerAction/transfer`` and ``ControllerAction/line`` and gives the outcome to the next step;
///   after a ``ControllerAction/report`` or a ``ControllerAction/fault`` the next step is ``ControllerInput/proceed``.
/// - After ``ControllerAction/wait`` the next step is ``ControllerInput/interrupt`` when the interrupt line is asserted or
///   ``ControllerInput/wake`` at ``waitsUntil``, whichever is first.
/// - After a report it looks at the interrupt line's *level*: still asserted counts as another interrupt.
/// - ``ControllerInput/start`` may come at any time and begins anew with a reset; ``ControllerInput/sleep`` and
///   ``ControllerInput/wakeUp`` may come while the driver waits.
public protocol BusDriver {
    /// What comes next, after `input` at `now`.
    ///
    /// - Parameter received: the bytes read, valid for ``ControllerInput/transferred`` only. It stays as it is. (`inout`
    ///   because Swift copies a borrowed array of 256 bytes for each byte that is read of it.)
    mutating func step(_ input: ControllerInput, at now: Instant, received: inout BusBytes) -> ControllerAction

    /// The same for an input without bytes: any but ``ControllerInput/transferred``.
    mutating func step(_ input: ControllerInput, at now: Instant) -> ControllerAction

    /// The transfer of ``ControllerAction/transfer``.
    var transfer: Transfer { mutating get }
    /// The line of ``ControllerAction/line``.
    var line: ControllerLine { get }
    /// What ``ControllerAction/line`` does to ``line``.
    var drive: LineDrive { get }
    /// Until when ``ControllerAction/wait`` waits for an interrupt, ``Instant/never``: for nothing else.
    var waitsUntil: Instant { get }
    /// The fault of ``ControllerAction/fault``.
    var fault: ControllerFault { get }

    /// When the last report was announced: at its interrupt, or at the driver's own look. Retries and a ready flag that lags
    /// do not make it later.
    var reportTime: Instant { get }

    /// Until when interrupts change nothing, because they came in storms and the chip is polled: the host may stop listening.
    var ignoresInterruptsUntil: Instant { get }

    /// What the chip said of itself, once it has been identified.
    var identity: ControllerIdentity { get }
}

/// How often a driver is stepped in a row. One that goes on without waiting is broken; the limit keeps it from taking the
/// processor with it.
package enum StepLimit {
    package static var steps: Int { 32 }
    /// How long it is then left alone.
    package static var pause: Microseconds { .milliseconds(10) }
}

/// A touch controller's driver: its reports are contacts.
public protocol Controller: BusDriver {
    /// The fingers of ``ControllerAction/report``, until the next step. Nobody changes them. (They can be set so that they are
    /// read where they lie, and not copied.)
    var contacts: Contacts { get set }
    /// Asks a chip without an interrupt line so often while no finger is on it, 1 ms at least; nil: as it was configured. One
    /// that has an interrupt line is not asked.
    mutating func pollIdle(every period: Microseconds?)
}

extension Controller {
    public mutating func pollIdle(every period: Microseconds?) {}
}

extension BusDriver {
    // (Of a driver without lines, and of one without faults.)
    public var line: ControllerLine { .reset }
    public var drive: LineDrive { .release }
    public var fault: ControllerFault { .reset }

    public var ignoresInterruptsUntil: Instant { Instant(microseconds: .min) }

    public mutating func step(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        var nothing = BusBytes()
        return step(input, at: now, received: &nothing)
    }

    /// ``step(_:at:received:)`` for hosts without a pipeline: the action as one value with its details.
    public mutating func request(
        after input: ControllerInput, at now: Instant, received: borrowing BusBytes
    ) -> ControllerRequest {
        var bytes = copy received
        return switch step(input, at: now, received: &bytes) {
        case .transfer: .transfer(transfer)
        case .line: .line(line, drive)
        case .wait: .wait(until: waitsUntil)
        case .report: .report
        case .fault: .fault(fault)
        }
    }
}

extension Controller {
    /// The same, with the report: it is copied into `contacts`, which otherwise stay as they are.
    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes, contacts: inout Contacts
    ) -> ControllerRequest {
        let request = request(after: input, at: now, received: received)
        if case .report = request { contacts.copy(&self.contacts) }
        return request
    }
}

/// What a driver is told.
public enum ControllerInput: Equatable, Sendable {
    /// Power is on: reset, identify, begin.
    case start
    /// The last action needs no outcome (a report or a fault was taken): go on.
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

/// What comes next, as a driver's ``Controller`` says: small, the details are read where they lie.
public enum ControllerAction: Sendable {
    /// Write, then read, in one transfer: ``BusDriver/transfer``.
    case transfer
    /// Drive one of the controller's lines, or let go of it: ``BusDriver/line``, ``BusDriver/drive``.
    case line
    /// Nothing until the interrupt line is asserted or ``BusDriver/waitsUntil`` has come.
    case wait
    /// The report is complete: ``Controller/contacts``, or what a sensor measured.
    case report
    /// Something went wrong, ``BusDriver/fault``, and the driver is already dealing with it.
    case fault
}

/// A ``ControllerAction`` with its details, as hosts keep it and pass it on.
public enum ControllerRequest: Sendable {
    /// Write, then read, in one transfer.
    case transfer(Transfer)
    /// Drive one of the controller's lines, or let go of it.
    case line(ControllerLine, LineDrive)
    /// Nothing until the interrupt line is asserted or this instant has come (``Instant/never``: no deadline).
    case wait(until: Instant)
    /// The report is complete: ``Controller/contacts``, or what a sensor measured.
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
    public var readCount: Int {
        get { Int(reading) }
        set { reading = UInt16(truncatingIfNeeded: newValue) }
    }
    private var reading: UInt16
    /// What stands between the write and the read, where there are both.
    public var mode = TransferMode.repeatedStart

    /// Whether it both writes and reads.
    public var turnsAround: Bool { written.count > 0 && readCount > 0 }

    /// A transfer with the chip at the 7-bit `address`.
    public init(address: UInt8, written: ShortBytes, readCount: Int = 0) {
        self.address = address
        self.written = written
        reading = UInt16(truncatingIfNeeded: readCount)
    }
}

/// The bytes of a write: 16, and zeros after them, 68 in all. (It goes by value through every layer: it is small.)
public struct ShortBytes: Sendable {
    /// The longest write any driver asks for (EETI's requests are as long as its reports).
    public static var capacity: Int { 68 }
    /// How many bytes can be other than 0.
    public static var mostValues: Int { 16 }
    // Four in a word, the first one lowest: bytes of their own would be moved one by one.
    private var words: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    private var length: UInt8 = 0

    /// How many bytes there are, 0…68.
    public var count: Int { Int(length) }

    /// No bytes.
    public init() {}

    /// The one byte `first`.
    init(_ first: UInt8) {
        words.0 = UInt32(first)
        length = 1
    }

    /// The bytes `first` and `second`.
    init(_ first: UInt8, _ second: UInt8) {
        words.0 = UInt32(first) | UInt32(second) &<< 8
        length = 2
    }

    /// The byte at `index`, which must be less than ``count``.
    public subscript(index: Int) -> UInt8 {
        let word: UInt32 =
            switch index &>> 2 {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            case 3: words.3
            default: 0
            }
        return UInt8(truncatingIfNeeded: word &>> UInt32(truncatingIfNeeded: (index & 3) &* 8))
    }

    /// All of them, and zeros up to 68, as they lie in memory: the first one first.
    public var wire: InlineArray<17, UInt32> {
        var wire = InlineArray<17, UInt32>(repeating: 0)
        wire[0] = words.0.littleEndian
        wire[1] = words.1.littleEndian
        wire[2] = words.2.littleEndian
        wire[3] = words.3.littleEndian
        return wire
    }

    /// Adds a byte. Beyond 68 it is dropped, and so is one other than 0 beyond 16, which no driver does.
    public mutating func append(_ byte: UInt8) {
        let value = UInt32(byte) &<< UInt32(truncatingIfNeeded: (count & 3) &* 8)
        switch count &>> 2 {
        case 0: words.0 |= value
        case 1: words.1 |= value
        case 2: words.2 |= value
        case 3: words.3 |= value
        default: guard byte == 0, count < ShortBytes.capacity else { return }
        }
        length &+= 1
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

    /// The byte at `index`; 0 beyond ``count``, so that a short read never traps. (Mutating, so that one byte is read and not
    /// all of them copied.)
    public subscript(index: Int) -> UInt8 {
        mutating get { UInt(bitPattern: index) < UInt(bitPattern: count) ? storage[index & 0xFF] : 0 }
    }

    /// Four bytes from `index` on, each as the subscript gives it, as one number: the first one highest.
    @inline(__always)
    mutating func word(at index: Int) -> UInt32 {
        guard UInt(bitPattern: index) < 253, index &+ 3 < count else {
            return BusBytes.word(self[index], self[index &+ 1], self[index &+ 2], self[index &+ 3])
        }
        return BusBytes.word(storage[index], storage[index &+ 1], storage[index &+ 2], storage[index &+ 3])
    }

    @inline(__always)
    private static func word(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt32 {
        UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    /// Two bytes from `index` on, each as the subscript gives it, as one number: the first one higher, or lower.
    mutating func bigEndian(at index: Int) -> UInt16 { UInt16(self[index]) << 8 | UInt16(self[index &+ 1]) }
    @inline(__always)
    mutating func littleEndian(at index: Int) -> UInt16 { UInt16(self[index]) | UInt16(self[index &+ 1]) << 8 }

    /// The checksum of the first `length` bytes: what `next` makes of `seed` and each of them. Of fewer it is none.
    mutating func checksum(of length: Int, from seed: UInt8 = 0, _ next: (UInt8, UInt8) -> UInt8) -> UInt8? {
        guard length <= count else { return nil }
        var sum = seed
        var index = 0
        while index < length {
            sum = next(sum, storage[index & 0xFF])
            index &+= 1
        }
        return sum
    }

    /// Has `count` bytes, which `read` puts in their place; none where it answers an error, which is returned.
    ///
    /// - Parameter count: 0…256; of more only 256 are there.
    public mutating func fill(_ count: Int, by read: (inout MutableSpan<UInt8>) -> BusError?) -> BusError? {
        var bytes = storage.mutableSpan
        let error = read(&bytes)
        self.count = error == nil ? min(count, BusBytes.capacity) : 0
        return error
    }

    /// Adds a byte; beyond 256 it is dropped.
    public mutating func append(_ byte: UInt8) {
        guard count < BusBytes.capacity else { return }
        storage[count] = byte
        count &+= 1
    }

    /// Forgets all bytes.
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
    /// The report made no sense (a count above the maximum, two contacts of one identity, a wrong checksum) and was dropped.
    case badReport
    /// The report has a contact off the panel, at this raw pixel, and was dropped.
    case offPanel(x: UInt16, y: UInt16)
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
    /// More interrupts than a controller has reports: the line is not listened to for a while, the controller is polled.
    case interruptStorm
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
    public init() {}
}

/// What stands between the write and the read of a transfer. (One without the other begins with START and ends with
/// STOP in any case.)
public enum TransferMode: Equatable, Sendable {
    /// A repeated START: nobody else gets the bus in between. What nearly all chips and adapters do.
    case repeatedStart
    /// A STOP, then a START: for chips that do not understand the other, and adapters that cannot do it.
    case stop
}

// Transfers as families want them: without an address, which the driver puts in.

extension Transfer {
    /// Reads `count` bytes at a register with an address of 8 bits.
    public static func read(_ register: UInt8, count: Int) -> Transfer {
        Transfer(address: 0, written: ShortBytes(register), readCount: count)
    }

    /// Reads `count` bytes at a register with an address of 16 bits, sent high byte first.
    public static func read(_ register: UInt16, count: Int) -> Transfer {
        Transfer(address: 0, written: ShortBytes(register), readCount: count)
    }

    /// Reads `count` bytes, wherever the chip is.
    public static func read(count: Int) -> Transfer {
        Transfer(address: 0, written: ShortBytes(), readCount: count)
    }

    /// Writes a register's address of 8 bits and nothing else: a command, or what is read next.
    public static func write(_ register: UInt8) -> Transfer { Transfer(address: 0, written: ShortBytes(register)) }

    /// Writes an address of 16 bits that is a command.
    public static func command(_ command: UInt16) -> Transfer { Transfer(address: 0, written: ShortBytes(command)) }

    /// Writes to a register with an address of 8 bits.
    public static func write(_ register: UInt8, _ value: UInt8) -> Transfer {
        var written = ShortBytes(register)
        written.append(value)
        return Transfer(address: 0, written: written)
    }

    /// Writes to a register with an address of 16 bits, and to the one after it.
    public static func write(_ register: UInt16, _ value: UInt8, _ second: UInt8? = nil) -> Transfer {
        var written = ShortBytes(register)
        written.append(value)
        if let second { written.append(second) }
        return Transfer(address: 0, written: written)
    }
}

extension ShortBytes {
    /// A register's address of 16 bits, high byte first.
    init(_ register: UInt16) {
        self.init(UInt8(truncatingIfNeeded: register >> 8), UInt8(truncatingIfNeeded: register))
    }
}
