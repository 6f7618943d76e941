import TaplineConfiguration
import TaplineDaemon
import TaplineLinux

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
            guard Files.exists(root + path), let bytes = try? Files.readText(root + path) else {
                continue
            }
            bootConfiguration = BootConfiguration(bytes, file: path)
        }
        lookAtOverlays(root)
        canWriteBoard = boardFile.isEmpty || (try? Files.requireReplaceable(boardFile)) != nil
        let name = user ?? Environment.value("USER") ?? Environment.value("LOGNAME")
        if let name { userGroups = MachineFacts.groups(of: name, MachineFacts.lines(root + "/etc/group") ?? []) }
        service = MachineFacts.service(MachineFacts.lines(root + "/proc/self/cgroup") ?? [])
        lookAtBus(root)
    }

    /// The service that the lines of /proc/self/cgroup, `0::/system.slice/tapline.service`, end in; nil for none.
    static func service(_ lines: [String]) -> String? {
        for line in lines {
            let name = DeviceFiles.lastName(of: line)
            if name.hasSuffix(".service"), !name.hasPrefix("user@") { return name }
        }
        return nil
    }

    /// Which overlays of config.txt give a touch controller to the kernel's driver, and on which bus.
    private mutating func lookAtOverlays(_ root: String) {
        model = DeviceFiles.line(root + "/proc/device-tree/model") ?? ""
        for line in bootConfiguration?.overlays ?? [] where MachineFacts.counts(line.section, on: model) {
            guard let touch = OverlayImport(unchecked: line), touch.bindsTheDriver else { continue }
            var busPath: String?
            for name in touch.overlay.bus where busPath == nil {
                busPath = try? BusName.adapter(name).adapterPath(root: root)
            }
            bindings.append(OverlayBinding(line: touch.line, overlay: touch.overlay, busPath: busPath))
        }
    }

    /// Whether lines behind `[section]` count on the Raspberry Pi called `model`. Of filters that are not about the model
    /// only the computer itself knows: they may.
    static func counts(_ section: String, on model: String) -> Bool {
        if section == "none" { return false }
        let name = Array(section.utf8)
        guard !model.isEmpty, name.count == 3, name.starts(with: Array("pi".utf8)), name[2] >= 0x30, name[2] <= 0x39
        else { return true }
        // (The Compute Module 4 and the Pi 400 are Pi 4s.)
        let digit = String(decoding: name[2...], as: UTF8.self)
        return DeviceFiles.contains(model, "Pi \(digit)") || DeviceFiles.contains(model, "Compute Module \(digit)")
    }

    private mutating func lookAtBus(_ root: String) {
        do throws(DeviceError) {
            let path = try board.bus.adapterPath(root: root)
            let hasFile = DeviceFiles.realPath(root + path) != nil
            let adapter = I2CAdapters.number(ofBusAt: path, root: root)
            guard hasFile || adapters.contains(where: { $0.number == adapter }) else { return }
            busPath = path
            hasBusFile = hasFile
            holders = ChipOwnership.holders(busPath: path, root: root)
            for holder in holders {
                guard let module = DeviceFiles.realPath("\(root)/sys/bus/i2c/drivers/\(holder.driver)/module") else {
                    continue
                }
                modules.append((holder.driver, DeviceFiles.lastName(of: module)))
            }
            guard let adapter, let place = DeviceFiles.realPath("\(root)\(I2CAdapters.devices)/i2c-\(adapter)") else {
                return
            }
            busLabels = I2CAdapters.labels(ofBusAt: path, among: Doctor.labels, root: root)
            // (A bus behind a multiplexer has neither driver nor speed: they are those of a bus above it.)
            var folder = place
            for _ in 0..<4 {
                busSpeedHz = busSpeedHz ?? MachineFacts.cell(folder + "/of_node/clock-frequency")
                folder = DeviceFiles.folder(of: folder)
                adapterDriver =
                    adapterDriver ?? DeviceFiles.realPath(folder + "/driver").map { DeviceFiles.lastName(of: $0) }
                if adapterDriver != nil {
                    busSpeedHz = busSpeedHz ?? MachineFacts.cell(folder + "/of_node/clock-frequency")
                    break
                }
            }
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
}
