import CTaplineSystem
public import TaplineControllers

/// An I2C adapter of this computer, `/dev/i2c-N`: carries a driver's transfers out.
///
/// Every transfer is one `I2C_RDWR` with at most one read message, which is the last: the adapters of the Raspberry Pi
/// up to 4 can do no more (Linux, `i2c-bcm2835.c`).
public struct I2CBus: ~Copyable {
    /// The adapter's path.
    public let path: String
    private let descriptor: Int32

    /// Opens the adapter.
    ///
    /// - Throws: ``DeviceError`` where it does not exist, may not be used, or cannot do plain transfers.
    public init(path: String) throws(DeviceError) {
        let descriptor = tapline_i2c_open(path)
        guard descriptor >= 0 else { throw DeviceError(path: path, errno: -descriptor) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { tapline_close(descriptor) }

    /// Carries a transfer out: what to tell the driver. `received` holds what was read.
    public func carryOut(_ transfer: Transfer, received: inout BusBytes) -> ControllerInput {
        received.removeAll()
        var written = InlineArray<16, UInt8>(repeating: 0)
        for i in 0..<transfer.written.count { written[i] = transfer.written[i] }
        var read = InlineArray<256, UInt8>(repeating: 0)
        let readCount = min(transfer.readCount, BusBytes.capacity)
        let writeSpan = written.span
        var readSpan = read.mutableSpan
        let status = unsafe writeSpan.withUnsafeBufferPointer { out in
            unsafe readSpan.withUnsafeMutableBufferPointer { into in
                unsafe tapline_i2c_transfer(
                    descriptor, transfer.address, out.baseAddress, UInt16(transfer.written.count), into.baseAddress,
                    UInt16(readCount))
            }
        }
        guard status == 0 else { return .transferFailed(BusError(errno: -status)) }
        for i in 0..<readCount { received.append(read[i]) }
        return .transferred
    }
}
