import CTaplineSystem
import TaplineBoards
import TaplineDevices
import TaplineService

// What files say: /sys, /dev, /proc, /etc, /boot. Nothing is opened that could do anything.

extension MachineFacts {
    /// Looks at the files.
    ///
    /// - Parameters:
    ///   - root: stands before every path, for tests on a tree of their own.
    ///   - user: the name of the user; nil: as the environment says.
    public mutating func lookAtFiles(root: String = "", user: String? = nil) {
        adapters = I2CAdapters.all(root: root)
        for path in ["/boot/firmware/config.txt", "/boot/config.txt"] where bootConfiguration == nil {
            guard let lines = MachineFacts.lines(root + path) else { continue }
            bootConfiguration = (path, lines)
        }
        let name = user ?? MachineFacts.environment("USER") ?? MachineFacts.environment("LOGNAME")
        if let name { userGroups = MachineFacts.groups(of: name, MachineFacts.lines(root + "/etc/group") ?? []) }
        lookAtBus(root)
    }

    private mutating func lookAtBus(_ root: String) {
        do throws(DeviceError) {
            let path = try I2CConnection.Location(board.bus).path(root: root)
            let hasFile = DeviceFiles.realPath(root + path) != nil
            let adapter = I2CAdapters.number(ofBusAt: path, root: root)
            guard hasFile || adapters.contains(where: { $0.number == adapter }) else { return }
            busPath = path
            hasBusFile = hasFile
            holders = ChipOwnership.holders(busPath: path, root: root)
            guard let adapter, let place = DeviceFiles.realPath("\(root)\(I2CAdapters.devices)/i2c-\(adapter)") else {
                return
            }
            let device = DeviceFiles.folder(of: place)
            adapterDriver = DeviceFiles.realPath(device + "/driver").map { DeviceFiles.lastName(of: $0) }
            busSpeedHz =
                MachineFacts.cell(place + "/of_node/clock-frequency")
                ?? MachineFacts.cell(device + "/of_node/clock-frequency")
        } catch {
            busRefusal = error
        }
    }

    /// The groups that the lines of /etc/group, `i2c:x:998:pi,mia`, say `user` belongs to.
    static func groups(of user: String, _ lines: [String]) -> [String] {
        lines.compactMap { line in
            let fields = line.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count == 4 else { return nil }
            let isMember = fields[3].split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual(user.utf8) }
            return isMember ? String(decoding: Array(fields[0]), as: UTF8.self) : nil
        }
    }

    /// The lines of the file at `path`, without comments, spaces at their ends, and empty ones; nil where it cannot be read.
    private static func lines(_ path: String) -> [String]? {
        guard Files.exists(path), let bytes = try? Files.read(path) else { return nil }
        var lines: [String] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            var line = line
            while let last = line.last, last <= 0x20 { line.removeLast() }
            while let first = line.first, first <= 0x20 { line.removeFirst() }
            if let first = line.first, first != UInt8(ascii: "#") {
                lines.append(String(decoding: Array(line), as: UTF8.self))
            }
        }
        return lines
    }

    /// A number of the device tree: four bytes, the high one first; nil where there is none.
    private static func cell(_ path: String) -> Int? {
        guard Files.exists(path), let bytes = try? Files.read(path), bytes.count == 4 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func environment(_ name: String) -> String? {
        unsafe tapline_environment(name).map { unsafe String(cString: $0) }
    }
}
