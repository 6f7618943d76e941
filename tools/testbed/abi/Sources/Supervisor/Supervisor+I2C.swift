import CKernelInterface
import Glibc
import TaplineCore
import TaplineSimulator

// Adapters: what i2c-dev answers, and the transfers that reach the chip.
extension Supervisor {
    func i2c(_ request: abi_request, _ handle: Handle, _ adapter: I2CAdapter) -> Int64 {
        switch abi_i2c_classify(request.command) {
        case ABI_I2C_FUNCTIONS:
            return Int64(abi_i2c_put_functions(request, !adapter.description.smbusOnly))
        case ABI_I2C_ADDRESS, ABI_I2C_ADDRESS_FORCED:
            guard request.argument <= 0x7F else { return -Int64(EINVAL) }
            let isBound =
                panel.driver != nil && isBoundNow && panel.chip?.bus == adapter.path
                && UInt64(panel.chip?.address ?? 0) == request.argument
            if isBound, abi_i2c_classify(request.command) == ABI_I2C_ADDRESS { return -Int64(EBUSY) }
            handle.address = UInt16(request.argument)
            return 0
        case ABI_I2C_OPTION: return 0
        case ABI_I2C_TRANSFER where adapter.description.smbusOnly: return -Int64(EOPNOTSUPP)
        case ABI_I2C_TRANSFER, ABI_I2C_SMBUS: return transfer(request, handle, adapter)
        default: return -Int64(ENOTTY)
        }
    }

    private func transfer(_ request: abi_request, _ handle: Handle, _ adapter: I2CAdapter) -> Int64 {
        var transfer = abi_i2c_transfer()
        let error = abi_i2c_fetch(request, handle.address, &transfer)
        guard error == 0 else { return Int64(error) }
        let now = Clock.now
        advanceChips(to: now)
        let messages = Array(UnsafeBufferPointer(start: transfer.messages, count: Int(transfer.count)))
        let failure = carryOut(messages, on: adapter, at: now)
        emit(messages, failure)
        tellInterrupts(at: now)
        let answer = failure.map { -Int64($0) } ?? Int64(abi_i2c_store(request, &transfer))
        if faults.hang > .zero {
            trace.add("hang")
            lateAnswers.append((now + faults.hang, request.id, answer))
            faults.hang = .zero
            return Supervisor.isLate
        }
        guard adapter.description.speed > 0 else { return answer }
        // A start, a stop, and nine bits for each byte and each address; from when the trace says that it began.
        let bits = messages.reduce(1) { $0 + 10 + 9 * Int64($1.count) }
        let due = Clock.now + Microseconds(bits * 1_000_000 / Int64(adapter.description.speed))
        lateAnswers.append((due, request.id, answer))
        return Supervisor.isLate
    }

    /// The chip answers; what it sends goes into the messages.
    ///
    /// - Returns: the error number, or nil.
    private func carryOut(_ messages: [abi_i2c_message], on adapter: I2CAdapter, at now: Instant) -> Int32? {
        if let absence = adapter.absence { return absence }
        if adapter.description.oneRead, messages.dropLast().contains(where: { $0.is_read }) { return EOPNOTSUPP }
        if let fault = faults.next() { return fault }
        var index = 0
        while index < messages.count {
            let message = messages[index]
            var written = ShortBytes()
            var reads: abi_i2c_message? = message.is_read ? message : nil
            if !message.is_read {
                // The models take the writes that drivers do.
                guard message.count <= ShortBytes.capacity else {
                    trace.add("refused: a write of \(message.count) bytes, the model takes \(ShortBytes.capacity)")
                    return EOPNOTSUPP
                }
                for place in 0..<Int(message.count) { written.append(message.bytes[place]) }
                if index + 1 < messages.count, messages[index + 1].is_read,
                    messages[index + 1].address == message.address
                {
                    index += 1
                    reads = messages[index]
                }
            }
            if let error = answer(on: adapter.path, message.address, written, reads, at: now) { return error }
            index += 1
        }
        return nil
    }

    /// One write, then one read; a long read goes on where the chip's pointer is.
    private func answer(
        on bus: String, _ address: UInt16, _ written: ShortBytes, _ read: abi_i2c_message?, at now: Instant
    ) -> Int32? {
        let count = Int(read?.count ?? 0)
        var done = 0
        repeat {
            let part = min(count - done, BusBytes.capacity)
            var bytes = BusBytes()
            let transfer = Transfer(
                address: UInt8(truncatingIfNeeded: address), written: done == 0 ? written : ShortBytes(),
                readCount: part)
            if let error = askChips(of: bus, transfer, at: now, into: &bytes) { return error.errno }
            for index in 0..<part { read?.bytes[done + index] = bytes[index] }
            done += part
        } while done < count
        return nil
    }

    private func emit(_ messages: [abi_i2c_message], _ failure: Int32?) {
        lastTransfer = Clock.now
        var text = Array("i2c 0x\(String.hex(UInt8(truncatingIfNeeded: messages.first?.address ?? 0)))".utf8)
        for message in messages {
            text += message.is_read ? " r ".utf8 : " w ".utf8
            if message.is_read, failure != nil {
                text += "(\(message.count))".utf8
            } else {
                for index in 0..<Int(message.count) {
                    text.append(hexadecimalDigits[Int(message.bytes[index] >> 4)])
                    text.append(hexadecimalDigits[Int(message.bytes[index] & 15)])
                }
            }
        }
        if let failure { text += " errno \(failure)".utf8 }
        trace.add(String(decoding: text, as: UTF8.self))
    }

    /// Whether a kernel driver has the chip at this moment.
    var isBoundNow: Bool {
        guard let driver = panel.driver else { return false }
        return tree.resolved("/sys/bus/i2c/drivers/\(driver)/\(boundName)") != nil
    }

    private var boundName: String {
        guard let chip = panel.chip else { return "" }
        return "\(FakeTree.number(of: chip.bus))-00\(String.hex(chip.address))"
    }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)
