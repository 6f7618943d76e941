import CKernelInterface
import Glibc
import TaplineCore

/// A picoLCD of 256x64 pixels, plugged into the running kernel: a display with a backlight.
///
/// usbhid and hid-picolcd (drivers/hid/hid-picolcd_*.c, whose header lists the reports and their lengths) make a backlight, a
/// framebuffer, keys and lamps of it. Here it takes every report, and tells of the backlight's.
final class USBDisplay {
    private enum Report {
        static let brightness: UInt8 = 0x91
        static let version: UInt8 = 0xf1
        /// Their numbers and bytes: those without which the driver refuses it, and the version, which it asks for after a reset.
        static let sent: [(id: UInt8, count: UInt8)] = [(0x11, 2), (0x21, 63), (version, 2)]
        static let taken: [(id: UInt8, count: UInt8)] = [
            (0x81, 1), (brightness, 1), (0x92, 1), (0x93, 2), (0x94, 63), (0x95, 63), (0x96, 63), (0xa3, 63),
            (0xa4, 63), (0xb3, 3), (0xb4, 63), (0xef, 2), (version, 1),
        ]
    }

    private let cable = USBCable()
    private let descriptors: USBDescriptors
    private let report: [UInt8]
    /// Requests of the kernel for what it sends by itself, not answered yet.
    private var listening: [USBCable.Request] = []

    var socket: Int32 { cable.socket }
    var isPluggedIn: Bool { cable.isPluggedIn }

    init() {
        report = USBDisplay.reportDescriptor()
        descriptors = USBDescriptors(
            // 04d8:c002, full speed.
            device: [18, 1, 0x10, 1, 0, 0, 0, 8, 0xd8, 0x04, 0x02, 0xc0, 0x01, 0x00, 1, 2, 0, 1],
            configuration: USBDisplay.configuration(reportLength: report.count), product: "picoLCD")
    }

    /// One interface of the class HID with its descriptor (Usb.org, HID 1.11, 6.2.1), and two interrupt endpoints.
    private static func configuration(reportLength: Int) -> [UInt8] {
        var bytes: [UInt8] = [9, 2, 41, 0, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 2, 3, 0, 0, 0]
        bytes += [9, 0x21, 0x11, 1, 0, 1, 0x22, UInt8(reportLength & 0xff), UInt8(reportLength >> 8)]
        bytes += [7, 5, 0x81, 3, 64, 0, 1, 7, 5, 0x01, 3, 64, 0, 1]
        return bytes
    }

    /// The reports as bytes of the vendor's own meaning (Usb.org, HID 1.11, 6.2.2).
    private static func reportDescriptor() -> [UInt8] {
        // Usage page of the vendor, usage, collection; bytes from 0 to 255.
        var bytes: [UInt8] = [0x06, 0x00, 0xff, 0x09, 1, 0xa1, 1, 0x15, 0, 0x26, 0xff, 0x00, 0x75, 8]
        for report in Report.sent { bytes += [0x85, report.id, 0x95, report.count, 0x09, 1, 0x81, 2] }
        for report in Report.taken { bytes += [0x85, report.id, 0x95, report.count, 0x09, 1, 0x91, 2] }
        return bytes + [0xc0]
    }

    func plugIn() throws(Complaint) {
        listening = []
        try cable.plugIn()
    }

    func pullOut() { cable.pullOut() }

    /// The backlight's name; nil: the kernel has not got to it yet.
    var backlight: String? { cable.entry(of: "/sys/class/backlight") }

    /// Waits until the kernel has seen that it is gone.
    func awaitRemoval() {
        let limit = Clock.now + .milliseconds(20_000)
        while backlight != nil, Clock.now < limit { _ = abi_wait(nil, 0, 10_000) }
    }

    /// Answers the request that has come.
    func answer(_ trace: TraceLog) {
        let request = cable.next { number in
            let count = listening.count
            listening.removeAll { $0.sequence == number }
            return listening.count < count
        }
        guard let request else { return }
        switch (request.endpoint, request.isIn) {
        case (0, _): control(request, trace)
        case (_, true): listening.append(request)
        default:
            cable.complete(request)
            take(request.data, trace)
        }
    }

    private func control(_ request: USBCable.Request, _ trace: TraceLog) {
        let answer: [UInt8]?
        switch (request.kind, request.code) {
        case (USBCable.Request.standard, 6) where request.value >> 8 == 0x22: answer = report
        case (USBCable.Request.standard, _): answer = descriptors.answer(request)
        // SET_REPORT, SET_IDLE, SET_PROTOCOL
        case (USBCable.Request.ofClass, 0x09), (USBCable.Request.ofClass, 0x0a), (USBCable.Request.ofClass, 0x0b):
            answer = []
        default: answer = nil
        }
        guard let answer else { return cable.stall(request) }
        cable.complete(request, answer)
        if request.code == 0x09, !request.data.isEmpty { take(request.data, trace) }
    }

    /// The kernel has sent a report: its number, and its bytes.
    private func take(_ bytes: [UInt8], _ trace: TraceLog) {
        guard bytes.count > 1 else { return }
        switch bytes[0] {
        case Report.brightness: trace.add("backlight \(bytes[1])")
        case Report.version where !listening.isEmpty:
            cable.complete(listening.removeFirst(), [Report.version, 0x01, 0x00])
        default: break
        }
    }
}
