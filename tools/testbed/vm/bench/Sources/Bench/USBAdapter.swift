import CKernelInterface
import Glibc
import TaplineCore

/// An i2c-tiny-usb, plugged into the running kernel.
///
/// i2c-tiny-usb (drivers/i2c/busses/i2c-tiny-usb.c) makes an I2C adapter of the device. So the adapter is as genuine as
/// one on a cable: i2c-core, i2c-dev, kernel drivers of chips, unplugging. Each message of a transfer is a control request.
final class USBAdapter {
    /// How the chip answers a message.
    enum Answer {
        case acknowledged([UInt8])
        /// Nobody has the address: the transfer fails with ENXIO.
        case noAnswer
        /// The request fails: EIO.
        case failed
        /// It never comes: the kernel gives up after 2 s.
        case none
    }
    /// One message of a transfer.
    struct Message {
        var address: UInt8
        /// What is written; for a read as many zeros as are asked for.
        var bytes: [UInt8]
        var isRead: Bool
        var isFirst: Bool
        var isLast: Bool
    }
    /// A device of the vendor's own class with the numbers of an i2c-tiny-usb, 0403:c631; one configuration with one interface
    /// without endpoints.
    private static let descriptors = USBDescriptors(
        device: [18, 1, 0x10, 1, 0xff, 0, 0, 8, 0x03, 0x04, 0x31, 0xc6, 0x05, 0x02, 1, 2, 0, 1],
        configuration: [9, 2, 18, 0, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 0, 0xff, 0, 0, 0], product: "i2c-tiny-usb")

    private let cable = USBCable()
    /// What the device says of the last message: 1 acknowledged, 2 not.
    private var status: UInt8 = 0

    var socket: Int32 { cable.socket }
    var isPluggedIn: Bool { cable.isPluggedIn }

    func plugIn() throws(Complaint) {
        try cable.plugIn()
        status = 0
    }

    func pullOut() { cable.pullOut() }

    /// Waits until the kernel has seen that it is gone.
    func awaitRemoval() {
        let limit = Clock.now + .milliseconds(20_000)
        while device != nil, Clock.now < limit { _ = abi_wait(nil, 0, 10_000) }
    }

    /// The adapter's device, `/dev/i2c-1`; nil: the kernel has not got to it yet.
    var device: String? {
        guard let name = cable.entry(of: "/sys/bus/i2c/devices", prefix: "i2c-") else { return nil }
        return access("/dev/\(name)", F_OK) == 0 ? "/dev/\(name)" : nil
    }

    /// Answers the request that has come.
    func answer(_ chip: (Message) -> Answer) {
        // (The one that the kernel gave up was not answered.)
        guard let request = cable.next(givesUp: { _ in true }) else { return }
        switch control(request, chip) {
        case .acknowledged(let bytes): cable.complete(request, bytes)
        case .failed, .noAnswer: cable.stall(request)
        case .none: break
        }
    }

    private func control(_ request: USBCable.Request, _ chip: (Message) -> Answer) -> Answer {
        guard request.kind == USBCable.Request.ofVendor else {
            return USBAdapter.descriptors.answer(request).map { .acknowledged($0) } ?? .failed
        }
        switch request.code {
        case 0: return .acknowledged([request.setup[2], request.setup[3]])  // echo
        case 1: return .acknowledged([0x01, 0x00, 0xff, 0x0e])  // I2C, and SMBus made of it
        case 2: return .acknowledged([])  // the bus's delay
        case 3: return .acknowledged([status])
        case 4...7:
            let answer = chip(
                Message(
                    address: UInt8(truncatingIfNeeded: request.index & 0x7f),
                    bytes: request.isIn ? [UInt8](repeating: 0, count: request.length) : request.data,
                    isRead: request.isIn, isFirst: request.code & 1 != 0, isLast: request.code & 2 != 0))
            status = 1
            guard case .noAnswer = answer else { return answer }
            // (The request goes through; the status that is asked for next tells.)
            status = 2
            return .acknowledged([UInt8](repeating: 0, count: request.length))
        default: return .failed
        }
    }
}
