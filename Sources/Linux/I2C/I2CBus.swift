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
