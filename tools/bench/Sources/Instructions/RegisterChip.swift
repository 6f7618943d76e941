import TaplineCore

/// A FocalTech chip as 256 registers: what is read is what was written or put there.
final class RegisterChip: MeasuredChip {
    /// Where a report begins, and how long one is: the status and ten records.
    static let report = 0x02
    static let reportLength = 61
    /// An FT5506 in trigger mode, of a maker without a number.
    private static let identity = 0xA3

    private var registers = [UInt8](repeating: 0, count: 256)

    override init() {
        registers[RegisterChip.identity] = 0x55
        registers[RegisterChip.identity + 1] = 1
    }

    /// Shows a report: 61 bytes.
    override func show(_ bytes: ArraySlice<UInt8>, at now: Instant) {
        for (offset, byte) in bytes.enumerated() { registers[RegisterChip.report + offset] = byte }
    }

    override func carryOut(_ transfer: Transfer, at now: Instant, into received: inout BusBytes) -> ControllerInput {
        received.removeAll()
        let register = Int(transfer.written[0])
        for index in 1..<max(1, transfer.written.count) { registers[register + index - 1] = transfer.written[index] }
        for index in 0..<transfer.readCount { received.append(registers[register + index]) }
        return .transferred
    }
}
