import CTaplineSystem
import TaplineConfiguration
import TaplineLinux
public import TaplineSimulator

/// Files as bytes, without Foundation.
public enum Files {
    /// The largest file that is read: 128 MiB.
    public static var largest: Int { 1 << 27 }
    /// The largest board, configuration or set of strokes: 4 MiB.
    public static var largestText: Int { 4 << 20 }

    /// All bytes of the file at `path`; `-` is the standard input.
    ///
    /// - Parameter limit: more bytes than that are refused.
    /// - Throws: ``ServiceError`` with exit code 74, or 77 where permission is missing; 65 for a file that is too large.
    public static func read(_ path: String, limit: Int = largest) throws(ServiceError) -> [UInt8] {
        let descriptor = path == "-" ? 0 : tapline_open(path)
        guard descriptor >= 0 else { throw ServiceError(file: path, errno: -descriptor) }
        defer { if path != "-" { tapline_close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe tapline_read(descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 else { throw ServiceError(file: path, errno: Int32(-count)) }
            if count == 0 { return bytes }
            guard bytes.count + Int(count) <= limit else {
                throw ServiceError("\(path): larger than \(limit >> 20) MiB", .badData)
            }
            bytes.append(contentsOf: chunk[0..<Int(count)])
        }
    }

    /// All bytes of the board, the configuration or the strokes at `path`; `-` is the standard input.
    ///
    /// - Throws: ``ServiceError`` as ``read(_:limit:)`` does; 74 for a pipe with a name, at which this would wait for a
    ///   writer (what a shell gives as `<(command)` has one).
    public static func readText(_ path: String) throws(ServiceError) -> [UInt8] {
        guard tapline_is_pipe(path) == 0 || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") else {
            throw ServiceError(
                "\(path): is a pipe, no file; what another program writes is read as -, the standard input",
                .inputOutput)
        }
        return try read(path, limit: largestText)
    }

    /// Refuses a file that cannot be replaced.
    ///
    /// - Throws: ``ServiceError`` with exit code 74, or 77 where permission is missing.
    package static func requireReplaceable(_ path: String) throws(ServiceError) {
        let status = tapline_can_replace_file(path)
        guard status == 0 else { throw ServiceError(file: path, errno: -status, isWritten: true) }
    }

    /// Puts `bytes` in the place of what the file at `path` holds: whole, or not at all.
    ///
    /// - Throws: ``ServiceError`` with exit code 74, or 77 where permission is missing; the file is as it was then.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(ServiceError) {
        let status = unsafe bytes.withUnsafeBytes { unsafe tapline_replace_file(path, $0.baseAddress, $0.count) }
        guard status == 0 else { throw ServiceError(file: path, errno: -status, isWritten: true) }
    }

    /// Makes the folder that the file at `path` lies in, where it is missing.
    ///
    /// - Throws: ``ServiceError`` with exit code 74, or 77 where permission is missing.
    package static func makeFolder(of path: String) throws(ServiceError) {
        let status = tapline_folder_make(DeviceFiles.folder(of: path))
        guard status == 0 else {
            throw ServiceError(file: DeviceFiles.folder(of: path), errno: -status, isWritten: true)
        }
    }

    /// Makes an empty file at `path`, so that nobody else takes its name. Whether it is new; otherwise it is to be replaced.
    ///
    /// - Throws: ``ServiceError`` with exit code 74 where it is there already and `replaces` is false, or cannot be made or replaced; 77
    ///   where permission is missing.
    static func claim(_ path: String, replaces: Bool) throws(ServiceError) -> Bool {
        let status = tapline_claim_file(path)
        if status == -Errno.fileExists {
            guard replaces else {
                throw ServiceError(
                    "\(path): is there already; take another name, or --force to replace it", .inputOutput)
            }
            try requireReplaceable(path)
            return false
        }
        guard status == 0 else { throw ServiceError(file: path, errno: -status, isWritten: true) }
        return true
    }

    /// Removes the file at `path`, if it is there.
    static func remove(_ path: String) { _ = tapline_remove(path) }

    /// What messages call the file at `path`.
    static func displayName(_ path: String) -> String { path == "-" ? "standard input" : path }

    /// Whether the file at `path` can be read.
    public static func exists(_ path: String) -> Bool { tapline_access(path) == 0 }

    /// Whether it is a file that can be read again, no pipe and no terminal.
    static func isFile(_ path: String) -> Bool { tapline_is_file(path) != 0 }
}

extension CompanionFiles {
    /// Files by their path as seen from the file at `path`.
    init(beside path: String) {
        let folder = DeviceFiles.folder(of: path)
        self.init { name in
            let path =
                if name.hasPrefix("/") || folder.isEmpty {
                    name
                } else {
                    folder == "/" ? "/" + name : folder + "/" + name
                }
            // A pipe would be waited for, a device never ends.
            guard Files.isFile(path) || !Files.exists(path) else { return .unreadable("\(path): no plain file") }
            do throws(ServiceError) {
                return .file(name: path, bytes: try Files.read(path))
            } catch {
                return .unreadable(error.description)
            }
        }
    }
}

extension Files {
    /// What `make` makes of the file at `path` and of its name.
    fileprivate static func read<File>(
        _ path: String, _ make: ([UInt8], String) throws(LineFormatError) -> File
    ) throws(ServiceError) -> File {
        let bytes = try read(path)
        do throws(LineFormatError) {
            return try make(bytes, displayName(path))
        } catch {
            throw ServiceError(error)
        }
    }
}

extension Trace {
    /// Reads the recording at `path`; `-` is the standard input.
    ///
    /// - Throws: ``ServiceError``: exit code 65 where it is no trace, 74 or 77 where it cannot be read.
    public static func read(_ path: String) throws(ServiceError) -> Trace {
        try Files.read(path) { bytes, file throws(LineFormatError) in try Trace(bytes, file: file) }
    }
}

extension Recording {
    /// Reads the recording at `path`, of either kind; `-` is the standard input.
    ///
    /// - Throws: ``ServiceError``: exit code 65 where it is no recording, 74 or 77 where it cannot be read.
    public static func read(_ path: String) throws(ServiceError) -> Recording {
        try Files.read(path) { bytes, file throws(LineFormatError) in try Recording(bytes, file: file) }
    }
}
