import CBench
import CKernelInterface
import Glibc
import TaplineCore

/// A USB device's cable, plugged into the running kernel.
///
/// The kernel's own drivers talk to what is at its end: vhci-hcd takes USB over a socket (USB/IP,
/// Documentation/usb/usbip_protocol.rst). So a device is as genuine as one on a cable, up to its being unplugged.
final class USBCable {
    /// What the kernel asks of the device, and waits for.
    struct Request {
        var sequence: UInt32
        /// 0 is the one for control requests, which `setup` tells.
        var endpoint: Int
        /// Whether the device is to send, `length` bytes at most.
        var isIn: Bool
        var length: Int
        var setup: [UInt8]
        /// What the kernel sends.
        var data: [UInt8]

        /// Of `setup` (Usb.org, USB 2.0, 9.3).
        var kind: UInt8 { setup[0] & 0x60 }
        var code: UInt8 { setup[1] }
        var value: Int { Int(setup[2]) | Int(setup[3]) << 8 }
        var index: Int { Int(setup[4]) | Int(setup[5]) << 8 }

        static let standard: UInt8 = 0x00
        static let ofClass: UInt8 = 0x20
        static let ofVendor: UInt8 = 0x40
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

    var isPluggedIn: Bool { socket >= 0 }

    /// Plugs it into the first free port.
    func plugIn() throws(Complaint) {
        var ends: [Int32] = [-1, -1]
        guard bench_pair(&ends) == 0 else { throw Complaint("socketpair: \(errorText(errno))") }
        defer { close(ends[1]) }
        port = try USBCable.freePort()
        // Port, socket, bus and device number (of no meaning here), speed (2: full).
        do throws(Complaint) {
            try put("\(port) \(ends[1]) 65538 2".utf8, into: "\(USBCable.vhci)/attach")
        } catch {
            close(ends[0])
            throw error
        }
        socket = ends[0]
    }

    func pullOut() {
        close(socket)
        socket = -1
    }

    /// What the kernel has made of it in a folder of sysfs, by its name, which begins so; nil: it has not got to it yet.
    func entry(of folder: String, prefix: String = "") -> String? {
        guard let listing = opendir(folder) else { return nil }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), name.hasPrefix(prefix), let path = realpath("\(folder)/\(name)", nil) else {
                continue
            }
            defer { free(path) }
            // …/vhci_hcd.0/usb1/1-1/1-1:1.0/i2c-1
            let parts = String(cString: path).split(separator: "/")
            let isBehind = parts.contains { $0.hasSuffix("-\(port + 1):1.0") }
            if isBehind, parts.contains("vhci_hcd.0") { return name }
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

    /// The request that has come.
    ///
    /// - Parameter givesUp: told the number of one that the kernel does not wait for any more; true where it has not been answered.
    /// - Returns: nil where there is none, or the cable is out now.
    func next(givesUp: (UInt32) -> Bool) -> Request? {
        guard let header = receive(USBCable.headerLength) else {
            pullOut()
            return nil
        }
        let command = USBCable.number(header, at: 0)
        let sequence = USBCable.number(header, at: 4)
        switch command {
        case Command.submit:
            let isIn = USBCable.number(header, at: 12) == 1
            let length = Int(min(USBCable.number(header, at: 24), 65_536))
            guard let data = isIn ? [] : receive(length) else {
                pullOut()
                return nil
            }
            return Request(
                sequence: sequence, endpoint: Int(USBCable.number(header, at: 16)), isIn: isIn, length: length,
                setup: Array(header[40..<48]), data: data)
        case Command.unlink:
            let wasPending = givesUp(USBCable.number(header, at: 20))
            reply(Command.unlinked, sequence, status: wasPending ? -ECONNRESET : 0, count: 0, [])
        default: pullOut()
        }
        return nil
    }

    /// The device has done it, and sends these bytes where it is to.
    func complete(_ request: Request, _ bytes: [UInt8] = []) {
        let sent = request.isIn ? Array(bytes.prefix(request.length)) : []
        reply(
            Command.submitted, request.sequence, status: 0, count: request.isIn ? sent.count : request.length, sent)
    }

    /// The device does not do that.
    func stall(_ request: Request) { reply(Command.submitted, request.sequence, status: -EPIPE, count: 0, []) }

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
}

/// What every device answers to standard requests (Usb.org, USB 2.0, 9.4).
struct USBDescriptors {
    var device: [UInt8]
    var configuration: [UInt8]
    var product: String

    /// - Returns: what is sent; nil: the device does not do that.
    func answer(_ request: USBCable.Request) -> [UInt8]? {
        switch request.code {
        case 0: [0, 0]
        case 1, 3, 5, 9, 11: []
        case 6: descriptor(request.value)
        case 8: [1]
        default: nil
        }
    }

    private func descriptor(_ value: Int) -> [UInt8]? {
        switch value >> 8 {
        case 1: device
        case 2: configuration
        case 3 where value & 0xff == 0: [4, 3, 0x09, 0x04]
        case 3: USBDescriptors.text(value & 0xff == 1 ? "tapline" : product)
        default: nil
        }
    }

    private static func text(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(2 + 2 * text.utf8.count), 3]
        for unit in text.utf8 { bytes += [unit, 0] }
        return bytes
    }
}
