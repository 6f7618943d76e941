import Glibc
import TaplineChipModels
import TaplineCore

// The bus: messages from the kernel's adapter, answered by the chip.
extension Bench {
    /// The error number of a transfer that no chip answers, with this adapter.
    static let noAnswer = ENXIO

    /// Answers what the kernel asks an adapter.
    func answer(_ adapter: USBAdapter, of bus: String) {
        adapter.answer { message in
            hear()
            return answer(message, bus)
        }
    }

    private func answer(_ message: USBAdapter.Message, _ bus: String) -> USBAdapter.Answer {
        let now = Clock.now
        lastTransfer = now
        advanceChips(to: now)
        if message.isFirst { transfer = BusTransfer(text: "i2c 0x\(String.hex(message.address))") }
        var bytes = message.bytes
        let error = carryOut(message, bus, &bytes, at: now)
        if message.isRead, error != nil {
            transfer.text += " r (\(bytes.count))"
        } else {
            transfer.text += message.isRead ? " r " : " w "
            for byte in bytes { transfer.text += String.hex(byte) }
        }
        if let error { transfer.text += " errno \(error)" }
        if message.isLast || error != nil { trace.add(transfer.text) }
        tellInterrupts(at: now)
        return switch error {
        case nil: .acknowledged(bytes)
        case Bench.noAnswer: .noAnswer
        case ETIMEDOUT: .none
        default: .failed
        }
    }

    /// One message. What is written is told the chip when it is complete: with the read that follows it, or at the end.
    ///
    /// - Returns: the error number, or nil.
    private func carryOut(
        _ message: USBAdapter.Message, _ bus: String, _ bytes: inout [UInt8], at now: Instant
    ) -> Int32? {
        if message.isFirst, let fault = faults.next() { return fault }
        guard surfaces.contains(where: { $0.description?.bus == bus }) else { return Bench.noAnswer }
        var read = 0
        if message.isRead {
            read = bytes.count
            bytes.removeAll()
        } else {
            guard transfer.written.count + bytes.count <= ShortBytes.capacity else {
                trace.add("refused: a write of \(bytes.count) bytes, the model takes \(ShortBytes.capacity)")
                return EIO
            }
            for byte in bytes { transfer.written.append(byte) }
            guard message.isLast else { return nil }
        }
        repeat {
            var part = BusBytes()
            let asked = Transfer(
                address: message.address, written: transfer.written, readCount: min(read, BusBytes.capacity))
            transfer.written = ShortBytes()
            if let error = askChips(of: bus, asked, at: now, into: &part) {
                bytes = [UInt8](repeating: 0, count: message.bytes.count)
                return error.kind == .noAcknowledge ? Bench.noAnswer : error.errno
            }
            for index in 0..<asked.readCount { bytes.append(part[index]) }
            read -= asked.readCount
        } while read > 0
        return nil
    }
}
