import CKernelInterface
import Glibc

/// The part of /dev, /sys and /proc that the program sees instead of the real one: folders and files in a temporary
/// folder. A device node is an empty file there; what it is stands in ``nodes``.
final class FakeTree {
    /// The temporary folder.
    let root: String
    /// The numbers of device nodes, by the path that the program knows.
    private(set) var nodes: [String: abi_node] = [:]
    /// Paths that may not be opened.
    var denied: Set<String> = []
    /// Device files that are ours even while they are not there.
    private var claimed: Set<String> = []

    /// Folders of which the program sees nothing but ours.
    private static let folders = [
        "/sys/bus/i2c", "/sys/bus/gpio", "/sys/class/i2c-dev", "/sys/class/i2c-adapter", "/sys/class/gpio",
        "/sys/class/input", "/sys/class/rc", "/sys/class/backlight",
        "/sys/devices/platform/soc", "/proc/device-tree", "/sys/firmware/devicetree", "/boot/firmware",
    ]
    private static let deviceNames = ["/dev/i2c-", "/dev/gpiochip", "/dev/input/", "/dev/uinput"]

    init() throws(Complaint) {
        var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/abi.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Complaint("mkdtemp: \(errorText(errno))") }
        // (The program's view of a folder is compared with this path.)
        guard let resolved = realpath(template, nil) else { throw Complaint("realpath: \(errorText(errno))") }
        root = String(cString: resolved)
        free(resolved)
        try folder("/dev")
        for path in FakeTree.folders { try folder(path) }
    }

    func remove() { FakeTree.removeAll(root) }

    // MARK: Building

    func folder(_ path: String) throws(Complaint) {
        var place = root
        for part in path.split(separator: "/") {
            place += "/" + part
            guard mkdir(place, 0o755) == 0 || errno == EEXIST else {
                throw Complaint("\(place): \(errorText(errno))")
            }
        }
    }

    func file(_ path: String, _ text: String) throws(Complaint) {
        try folder(FakeTree.parent(path))
        try put(text.utf8, into: root + path)
        if path.hasPrefix("/dev/") { claimed.insert(path) }
    }

    func link(_ path: String, to target: String) throws(Complaint) {
        try folder(FakeTree.parent(path))
        unlink(root + path)
        guard symlink(target, root + path) == 0 else { throw Complaint("\(path): \(errorText(errno))") }
        if path.hasPrefix("/dev/") { claimed.insert(path) }
    }

    func device(_ path: String, major: UInt32, minor: UInt32) throws(Complaint) {
        try file(path, "")
        nodes[path] = abi_node(is_device: true, major: major, minor: minor)
    }

    /// The first line of a file; nil where there is none.
    func line(_ path: String) -> String? {
        guard let file = fopen(root + path, "r") else { return nil }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 256)
        guard fgets(&text, 256, file) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove(_ path: String) {
        FakeTree.removeAll(root + path)
        nodes[path] = nil
    }

    private static func parent(_ path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static func removeAll(_ path: String) {
        if !isLink(path), let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { removeAll(path + "/" + name) }
            }
            closedir(folder)
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var file = stat()
        return lstat(path, &file) == 0 && file.st_mode & S_IFMT == S_IFLNK
    }

    // MARK: Looking up

    /// The path that the program means, if it is one of ours.
    func owned(_ request: abi_request) -> String? {
        var path = String(cString: request.path)
        if !path.hasPrefix("/") {
            // Relative to a folder: ours is known by where it lies.
            guard request.fd != AT_FDCWD, !path.isEmpty else { return nil }
            var buffer = [CChar](repeating: 0, count: 4096)
            guard abi_folder_of(request.pid, request.fd, &buffer, buffer.count) == 0 else { return nil }
            let folder = buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            guard folder.hasPrefix(root) else { return nil }
            path = folder.dropFirst(root.count) + "/" + path
        }
        guard
            path.hasPrefix("/dev") || path.hasPrefix("/sys") || path.hasPrefix("/proc/device-tree")
                || path.hasPrefix("/boot")
        else { return nil }
        while let double = path.range(of: "//") { path.remove(at: double) }
        if path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return isOurs(path) ? path : nil
    }

    private func isOurs(_ path: String) -> Bool {
        if path == "/dev" || claimed.contains(path) { return true }
        if FakeTree.deviceNames.contains(where: { path.hasPrefix($0) }) { return true }
        if path.hasPrefix("/dev/") || path.hasPrefix("/sys/dev/char/") {
            // (A folder such as /dev/serial, or a part of one.)
            var file = stat()
            return lstat(root + path, &file) == 0
        }
        return FakeTree.folders.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// What `path` leads to, links followed; nil when it does not exist.
    func resolved(_ path: String) -> String? {
        guard let real = realpath(root + path, nil) else { return nil }
        defer { free(real) }
        let text = String(cString: real)
        return text.hasPrefix(root) ? String(text.dropFirst(root.count)) : nil
    }
}

extension String {
    /// Where `text` stands first.
    fileprivate func range(of text: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
