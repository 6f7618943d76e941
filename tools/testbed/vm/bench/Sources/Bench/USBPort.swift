import Glibc

/// The USB controller that has the serial adapter: without its driver everything behind it is gone, as if it had been
/// pulled out.
enum USBPort {
    private static let driver = "/sys/bus/pci/drivers/xhci_hcd"
    nonisolated(unsafe) private static var device = ""

    static func switchOff() throws(Complaint) {
        guard let folder = opendir(driver) else { throw Complaint("\(driver): \(errorText(errno))") }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            // 0000:00:05.0
            if name.contains(":") { device = name }
        }
        try put(device.utf8, into: "\(driver)/unbind")
    }

    static func switchOn() throws(Complaint) { try put(device.utf8, into: "\(driver)/bind") }
}
