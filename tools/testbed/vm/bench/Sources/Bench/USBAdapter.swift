import CBench
import CKernelInterface
import Glibc
import TaplineCore

/// An i2c-tiny-usb, plugged into the running kernel.
///
/// The kernel's own drivers talk to it: vhci-hcd takes USB over a socket (USB/IP, Documentation/usb/usbip_protocol.rst),
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
    private enum Command {
        static let submit: UInt32 = 1
        static let unlink: UInt32 = 2
        static let submitted: UInt32 = 3
        static let unlinked: UInt32 = 4
    }
    private static let headerLength = 48
    private static let vhci = "/sys/devices/platform/vhci_hcd.0"

    /// Our end of the cable; -1: it is not plugged in.
    private(set) var socket: Int32 = -1
    private var port = -1
    /// What the device says of the last message: 1 acknowledged, 2 not.
    private var status: UInt8 = 0

    var isPluggedIn: Bool { socket >= 0 }

    /// Plugs it into the first free port.
    func plugIn() throws(Complaint) {
        var ends: [Int32] = [-1, -1]
        guard bench_pair(&ends) == 0 else { throw Complaint("socketpair: \(errorText(errno))") }
        defer { close(ends[1]) }
        port = try USBAdapter.freePort()
        // Port, socket, bus and device number (of no meaning here), speed (2: full).
        do throws(Complaint) {
            try put("\(port) \(ends[1]) 65538 2".utf8, into: "\(USBAdapter.vhci)/attach")
        } catch {
            close(ends[0])
            throw error
        }
        socket = ends[0]
        status = 0
    }

    func pullOut() {
        close(socket)
        socket = -1
    }

    /// Waits until the kernel has seen that it is gone.
    func awaitRemoval() {
        let limit = Clock.now + .milliseconds(20_000)
        while device != nil, Clock.now < limit { _ = abi_wait(nil, 0, 10_000) }
    }

    /// The adapter's device, `/dev/i2c-1`; nil: the kernel has not got to it yet.
    var device: String? {
        let buses = "/sys/bus/i2c/devices"
        guard let folder = opendir(buses) else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix("i2c-"), let path = realpath("\(buses)/\(name)", nil) else { continue }
            defer { free(path) }
            // …/vhci_hcd.0/usb1/1-1/1-1:1.0/i2c-1
            let parts = String(cString: path).split(separator: "/")
            guard parts.contains("vhci_hcd.0"), parts.contains(where: { $0.hasSuffix("-\(port + 1):1.0") }) else {
                continue
            }
            return access("/dev/\(name)", F_OK) == 0 ? "/dev/\(name)" : nil
        }
        return nil
    }

    /// `hs  0000 004 000 …`: a port without a device has the state 004.
    private static func freePort() throws(Complaint) -> Int {
        let text = String(decoding: try contents(of: "\(vhci)/status"), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 2, words[0] == "hs", words[2] == "004", let port = Int(words[1]) { return port }
        }
        throw Complaint("every port of vhci_hcd.0 is taken")
    }

    // MARK: The cable

    /// Answers the request that has come.
    func answer(_ chip: (Message) -> Answer) {
        guard let header = receive(USBAdapter.headerLength) else { return pullOut() }
        let command = USBAdapter.number(header, at: 0)
        let sequence = USBAdapter.number(header, at: 4)
        switch command {
        case Command.submit:
            let isIn = USBAdapter.number(header, at: 12) == 1
            let length = Int(min(USBAdapter.number(header, at: 24), 65_536))
            guard let data = isIn ? [UInt8](repeating: 0, count: length) : receive(length) else { return pullOut() }
            switch control(Array(header[40..<48]), data, chip) {
            case .acknowledged(let bytes):
                let sent = isIn ? Array(bytes.prefix(length)) : []
                reply(Command.submitted, sequence, status: 0, count: isIn ? sent.count : length, sent)
            case .failed, .noAnswer: reply(Command.submitted, sequence, status: -EPIPE, count: 0, [])
            case .none: break
            }
        case Command.unlink:
            // The kernel gave up a request that was not answered.
            reply(Command.unlinked, sequence, status: -ECONNRESET, count: 0, [])
        default: pullOut()
        }
    }

    private func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let part = bytes.withUnsafeMutableBytes { read(socket, $0.baseAddress! + done, count - done) }
            guard part > 0 else { return nil }
            done += part
        }
        return bytes
    }

    private func reply(_ command: UInt32, _ sequence: UInt32, status: Int32, count: Int, _ data: [UInt8]) {
        var bytes: [UInt8] = []
        for word in [command, sequence, 0, 0, 0, UInt32(bitPattern: status), UInt32(count), 0, 0, 0, 0, 0] {
            bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        bytes += data
        if write(socket, bytes, bytes.count) != bytes.count { pullOut() }
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: The device

    /// A request to the device. (Usb.org, USB 2.0, 9.4 for the standard ones.)
    private func control(_ setup: [UInt8], _ data: [UInt8], _ chip: (Message) -> Answer) -> Answer {
        let value = Int(setup[2]) | Int(setup[3]) << 8
        let index = Int(setup[4]) | Int(setup[5]) << 8
        let length = Int(setup[6]) | Int(setup[7]) << 8
        let isVendor = setup[0] & 0x60 == 0x40
        switch (isVendor, setup[1]) {
        case (true, 0): return .acknowledged([UInt8(truncatingIfNeeded: value), setup[3]])  // echo
        case (true, 1): return .acknowledged([0x01, 0x00, 0xff, 0x0e])  // I2C, and SMBus made of it
        case (true, 2): return .acknowledged([])  // the bus's delay
        case (true, 3): return .acknowledged([status])
        case (true, 4...7):
            let answer = chip(
                Message(
                    address: UInt8(truncatingIfNeeded: index & 0x7f),
                    bytes: setup[0] & 0x80 != 0 ? [UInt8](repeating: 0, count: length) : data,
                    isRead: setup[0] & 0x80 != 0, isFirst: setup[1] & 1 != 0, isLast: setup[1] & 2 != 0))
            status = 1
            guard case .noAnswer = answer else { return answer }
            // (The request goes through; the status that is asked for next tells.)
            status = 2
            return .acknowledged([UInt8](repeating: 0, count: length))
        case (false, 0): return .acknowledged([0, 0])
        case (false, 1), (false, 3), (false, 5), (false, 9), (false, 11): return .acknowledged([])
        case (false, 6): return USBAdapter.descriptor(value).map { .acknowledged(Array($0.prefix(length))) } ?? .failed
        case (false, 8): return .acknowledged([1])
        default: return .failed
        }
    }

    private static func descriptor(_ value: Int) -> [UInt8]? {
        switch value >> 8 {
        // A device of the vendor's own class with the numbers of an i2c-tiny-usb, 0403:c631.
        case 1: [18, 1, 0x10, 1, 0xff, 0, 0, 8, 0x03, 0x04, 0x31, 0xc6, 0x05, 0x02, 1, 2, 0, 1]
        // One configuration with one interface without endpoints.
        case 2: [9, 2, 18, 0, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 0, 0xff, 0, 0, 0]
        case 3 where value & 0xff == 0: [4, 3, 0x09, 0x04]
        case 3: text(value & 0xff == 1 ? "tapline" : "i2c-tiny-usb")
        default: nil
        }
    }

    private static func text(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(2 + 2 * text.utf8.count), 3]
        for unit in text.utf8 { bytes += [unit, 0] }
        return bytes
    }
}
