public import TaplineCore
import TaplineFormats

/// A bus that expects transactions, in order, and answers each as it gets to: for tests of one driver without a model
/// of its chip.
///
/// ```swift
/// var bus = MockBus([
///     .writeRead([0x81, 0x4E], returning: [0x80], at: 0x5D),
///     .write([0x81, 0x4E, 0], at: 0x5D),
/// ])
/// // … run the driver against it, for example in a SimulatedPanel …
/// let problems = bus.finish()  // Empty if everything came as expected, and nothing was forgotten.
/// ```
///
/// What comes instead of what was expected is kept as a ``Problem`` and answered with error 5 (EIO). The mock depends on
/// no test library: assert on what ``finish()`` returns, and print it.
public struct MockBus: ChipModel, Sendable {
    /// What is expected, and what is answered.
    public enum Expectation: Equatable, Sendable {
        /// A transfer with the 7-bit `address`: these bytes written, then as many read as are returned, or an error. The
        /// mode counts where it both writes and reads.
        case transfer(address: UInt8, written: [UInt8], returning: [UInt8], error: BusError?, mode: TransferMode)
        /// The host drives a line, or lets go of it.
        case line(ControllerLine, LineDrive)

        /// A write.
        public static func write(_ bytes: [UInt8], at address: UInt8) -> Expectation {
            .transfer(address: address, written: bytes, returning: [], error: nil, mode: .repeatedStart)
        }
        /// A write, then a read of as many bytes as are returned, with a repeated START between them unless said otherwise.
        public static func writeRead(
            _ bytes: [UInt8], returning answer: [UInt8], at address: UInt8, mode: TransferMode = .repeatedStart
        ) -> Expectation {
            .transfer(address: address, written: bytes, returning: answer, error: nil, mode: mode)
        }
        /// A transfer that begins with this write, reads any number of bytes, and fails.
        public static func failure(_ bytes: [UInt8], error: BusError, at address: UInt8) -> Expectation {
            .transfer(address: address, written: bytes, returning: [], error: error, mode: .repeatedStart)
        }
    }

    /// Something that did not come as expected.
    public struct Problem: Equatable, Sendable, CustomStringConvertible {
        /// Which expectation it was, counted from 0; their number if all had been met.
        public var position: Int
        /// What was expected, nil for nothing.
        public var expected: Expectation?
        /// What came (a transfer's `returning` holds as many zeros as bytes were to be read), nil for nothing: it was
        /// forgotten.
        public var actual: Expectation?

        public var description: String {
            let wanted = expected.map(MockBus.text) ?? "nothing more"
            let came = actual.map(MockBus.text) ?? "nothing: it was forgotten"
            return "transaction \(position): expected \(wanted), got \(came)"
        }
    }

    /// What did not come as expected so far; forgotten expectations are added by ``finish()``.
    public private(set) var problems: [Problem] = []
    /// Whether lines are left out: then the host may drive them as it likes.
    public var ignoresLines = false
    /// Whether the chip asserts its interrupt line; for a pulse see ``pulseInterrupt()``.
    public var interruptIsAsserted = false {
        didSet { if interruptIsAsserted, !oldValue { interruptEdges &+= 1 } }
    }
    public private(set) var interruptEdges: UInt32 = 0

    private var expectations: [Expectation]
    private var position = 0

    /// A bus that expects these transactions, in this order.
    public init(_ expectations: [Expectation]) { self.expectations = expectations }

    /// Expects more, after everything expected so far.
    public mutating func expect(_ more: [Expectation]) { expectations += more }

    /// Ends the test: all problems, with everything that was expected and did not come.
    public mutating func finish() -> [Problem] {
        while position < expectations.count {
            let expectation = expectations[position]
            if !(ignoresLines && MockBus.isLine(expectation)) {
                problems.append(Problem(position: position, expected: expectation, actual: nil))
            }
            position += 1
        }
        return problems
    }

    /// The chip asserts its interrupt line and lets go of it at once: an edge, and no level.
    public mutating func pulseInterrupt() { interruptEdges &+= 1 }

    // MARK: The chip

    public var nextEvent: Instant { .never }
    public mutating func advance(to now: Instant) {}
    public mutating func setFingers(_ contacts: Contacts, at now: Instant) {}

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {
        guard !ignoresLines else { return }
        let actual = Expectation.line(line, drive)
        let expected = position < expectations.count ? expectations[position] : nil
        if expected != actual { problems.append(Problem(position: position, expected: expected, actual: actual)) }
        if expected != nil { position += 1 }
    }

    public mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        var written: [UInt8] = []
        for index in 0..<transfer.written.count { written.append(transfer.written[index]) }
        let expected = position < expectations.count ? expectations[position] : nil
        if expected != nil { position += 1 }
        if case .transfer(let address, let expectedWrite, let answer, let error, let mode) = expected,
            address == transfer.address, expectedWrite == written, error != nil || answer.count == transfer.readCount,
            error != nil || mode == transfer.mode || !transfer.turnsAround
        {
            if let error { return error }
            for byte in answer { bytes.append(byte) }
            return nil
        }
        let actual = Expectation.transfer(
            address: transfer.address, written: written, returning: Array(repeating: 0, count: transfer.readCount),
            error: nil, mode: transfer.mode)
        problems.append(
            Problem(position: expected == nil ? position : position - 1, expected: expected, actual: actual))
        return BusError(errno: 5)
    }

    // MARK: Words

    private static func isLine(_ expectation: Expectation) -> Bool {
        if case .line = expectation { true } else { false }
    }

    private static func text(_ expectation: Expectation) -> String {
        switch expectation {
        case .transfer(let address, let written, let returning, let error, let mode):
            var text = "at \(hexadecimal(address))"
            if !written.isEmpty { text += " write \(spaced(written))" }
            if let error { return text + " failing with error \(error.errno)" }
            if mode == .stop, !written.isEmpty, !returning.isEmpty { text += " stop" }
            if !returning.isEmpty { text += " read \(returning.count) bytes (\(spaced(returning)))" }
            return text
        case .line(let line, let drive):
            let name = line == .reset ? "reset" : "interrupt"
            switch drive {
            case .low: return "\(name) low"
            case .high: return "\(name) high"
            case .release: return "\(name) released"
            }
        }
    }

    private static func spaced(_ bytes: [UInt8]) -> String {
        bytes.map { hexadecimal($0) }.joined(separator: " ")
    }
}
