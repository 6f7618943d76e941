import CTaplineSystem
public import TaplineCore

/// The light behind a panel, as the kernel's class `backlight` has it.
///
/// `root` stands before every path, for tests on a tree of their own. Source of the files: Linux,
/// `Documentation/ABI/stable/sysfs-class-backlight`.
public final class Backlight {
    /// Where the kernel lists them.
    public static var folder: String { "/sys/class/backlight" }

    /// Its name, as `ls /sys/class/backlight` shows it.
    public private(set) var name: String
    /// The most that can be written into `brightness`; more than 0.
    public private(set) var most: Int
    /// What it is while the panel is awake.
    public private(set) var awake = 0
    private let root: String
    /// The folder that keeps what it was while the panel was awake, for who comes after a process that was killed; nil: none.
    private let memory: String?
    /// What it was opened as; nil: the first one.
    private let wanted: String?
    /// What it is while the panel is awake, in thousandths of its most; nil: what it is when it is dimmed.
    private var share: UInt16?
    private var isBright = true
    /// Whether it has not taken its last level.
    public private(set) var isBehind = false
    /// Whether it is there, as far as is known.
    public var isOpen: Bool { descriptor >= 0 }
    private var written = -1
    private var descriptor: Int32

    /// The backlights that there are: those that firmware and platform drive before those that are set at their own chip, as the
    /// kernel advises, then by name.
    public static func all(root: String = "") -> [String] {
        let kinds = ["firmware", "platform"]
        let names = DeviceFiles.names(in: root + folder).filter { !$0.hasPrefix(".") }
        func rank(_ name: String) -> Int {
            let type = DeviceFiles.line("\(root)\(folder)/\(name)/type") ?? ""
            return kinds.firstIndex(of: type) ?? kinds.count
        }
        return (0...kinds.count).flatMap { kind in names.filter { rank($0) == kind } }
    }

    /// Opens a backlight.
    ///
    /// - Parameters:
    ///   - name: its name; nil: the first of ``all(root:)``.
    ///   - awake: what it is while the panel is awake, in thousandths of its most, which it gets now; nil: what it is when it is
    ///     dimmed.
    ///   - memory: the folder that keeps what it was before it was dimmed, as long as it is: a process that is killed leaves it
    ///     so. nil: nobody does.
    /// - Throws: ``DeviceError`` where it is not there, or may not be written.
    public init(
        _ name: String?, awake: UInt16? = nil, memory: String? = nil, root: String = ""
    ) throws(DeviceError) {
        (wanted, share, self.memory, self.root) = (name, awake, memory, root)
        (self.name, most, descriptor) = (name ?? "", 0, -1)
        try open()
    }

    /// One that is not there yet: every level that it is given looks for it.
    public init(awaiting name: String?, awake: UInt16? = nil, memory: String? = nil, root: String = "") {
        (wanted, share, self.memory, self.root) = (name, awake, memory, root)
        (self.name, most, descriptor) = (name ?? "", 0, -1)
    }

    /// Where `brightness` stands.
    private var path: String { Backlight.path(name, root: root) }
    private static func path(_ name: String, root: String) -> String { "\(root)\(folder)/\(name)/brightness" }

    private static func find(
        _ name: String?, root: String
    ) throws(DeviceError) -> (name: String, path: String, most: Int) {
        let all = Backlight.all(root: root)
        guard let found = name ?? all.first else {
            throw DeviceError(
                device: folder, reason: "this computer has no backlight", errno: Errno.noSuchDevice,
                hint:
                    "the display's overlay in config.txt brings it; one that hangs at a line of the header is an output: "
                    + "{while: untouched, after: 30s, line: GPIO18, active_low: true}")
        }
        guard all.contains(found) else {
            throw DeviceError(
                device: found, reason: "there is no backlight of this name", errno: Errno.noSuchDevice,
                hint: all.isEmpty
                    ? "this computer has none" : "there are \(all.joined(separator: ", ")); or write first")
        }
        let file = "\(root)\(folder)/\(found)/max_brightness"
        guard let most = DeviceFiles.line(file).flatMap({ Int32($0) }), most > 0 else {
            throw DeviceError(device: file, reason: "no brightness stands there", errno: Errno.noSuchDevice)
        }
        return (found, path(found, root: root), Int(most))
    }

    /// Knows what it is while the panel is awake.
    private func settle() {
        if let share {
            awake = Backlight.part(Int(share), of: most)
        } else {
            // (One that is dark and of which nothing is kept may have been left so by somebody who has gone.)
            let now = present
            let before = min(remembered, most)
            awake = before > now ? before : now > 0 || memory != nil ? now : most
        }
    }

    /// Opens it, at first and after it has gone. (The first one may have another name when it comes back.)
    private func open() throws(DeviceError) {
        let found = try Backlight.find(wanted, root: root)
        descriptor = tapline_open_for_writing(found.path)
        guard descriptor >= 0 else { throw Backlight.error(found.path, errno: -descriptor) }
        // (What one of the same name is now may be what it was dimmed to.)
        let isNew = name != found.name || most != found.most
        if isNew {
            if name != found.name { remember(0) }
            (name, most) = (found.name, found.most)
            settle()
        }
        if isBright, share != nil || isNew && present != awake { try write(awake) }
        remember(isBright || share != nil ? 0 : awake)
    }

    /// So many thousandths of a brightness, and of one that shines at least 1.
    private static func part(_ thousandths: Int, of brightness: Int) -> Int {
        max(1, Int((Int64(brightness) * Int64(thousandths) + 500) / 1_000))
    }

    deinit { if descriptor >= 0 { tapline_close(descriptor) } }

    private static func error(_ path: String, errno: Int32) -> DeviceError {
        var error = DeviceError(path: path, errno: errno)
        if error.isPermission {
            error.hint =
                "the package's udev rule gives it to the group video, and the drop-in backlight.conf of the service's unit "
                + "lets the service write it"
        }
        return error
    }

    /// What it is now; what makes no sense is its most.
    private var present: Int {
        let now = DeviceFiles.line(path).flatMap { Int($0) } ?? -1
        return now < 0 ? most : min(now, most)
    }

    /// Gives it a level; `idle` and a full one are what it is while the panel is awake.
    ///
    /// - Throws: ``DeviceError`` where it has gone. The next level is tried all the same.
    public func set(_ level: OutputLevel) throws(DeviceError) {
        var share = 1_000
        if case .brightness(let thousandths, _) = level { share = Int(min(thousandths, 1_000)) }
        let isBright = share == 1_000
        isBehind = descriptor < 0 || !(self.isBright && isBright)
        guard isBehind else { return }
        if descriptor < 0 { try open() }
        guard !(self.isBright && isBright) else {
            isBehind = false
            return
        }
        if self.isBright, self.share == nil {
            awake = present
            remember(awake)
        }
        do throws(DeviceError) {
            try write(share: share)
        } catch {
            let gone = error
            // (It may have come back by now.)
            do throws(DeviceError) { try open() } catch { throw gone }
            try write(share: share)
        }
        self.isBright = isBright
        isBehind = false
        if isBright { remember(0) }
    }

    // MARK: What it was, for whoever comes after a process that was killed

    /// What it was before somebody dimmed it who has gone; 0: nobody has.
    private var remembered: Int {
        guard let memory, let line = DeviceFiles.line("\(memory)/light.\(name)") else { return 0 }
        return Int(Int32(line) ?? 0)
    }

    /// (Where that cannot be written, it is not known, and no more.)
    private func remember(_ brightness: Int) {
        guard let memory, remembered != brightness else { return }
        let (file, text) = ("\(memory)/light.\(name)", Array("\(brightness)\n".utf8))
        _ = unsafe text.withUnsafeBytes {
            unsafe tapline_put_file(file, file + ".new", $0.baseAddress, $0.count)
        }
    }

    /// From now on it is this while the panel is awake, in thousandths of its most; nil: what it was until now.
    ///
    /// - Throws: ``DeviceError`` where it has gone.
    public func change(awake share: UInt16?) throws(DeviceError) {
        guard share != self.share else { return }
        self.share = share
        guard share != nil else {
            if !isBright { remember(awake) }
            return
        }
        guard most > 0 else { return }
        settle()
        guard isBright else { return }
        isBehind = true
        if descriptor < 0 { try open() }
        try write(awake)
        isBehind = false
    }

    /// (What shines a little shines; what somebody has switched off stays off.)
    private func write(share: Int) throws(DeviceError) {
        try write(share == 0 || awake == 0 ? 0 : Backlight.part(share, of: awake))
    }

    /// A device that comes back has another file.
    func forgetFile() {
        tapline_close(descriptor)
        descriptor = -1
        written = -1
    }

    private func write(_ value: Int) throws(DeviceError) {
        guard value != written else { return }
        let text = Array("\(value)\n".utf8)
        let status = unsafe text.withUnsafeBytes {
            unsafe tapline_write_value(descriptor, $0.baseAddress, $0.count)
        }
        guard status != 0 else {
            written = value
            return
        }
        forgetFile()
        throw Backlight.error(path, errno: -status)
    }
}
