import CTaplineSystem
import CTaplineTool
public import TaplineDaemon

/// A file that is written whole or not at all: what was there stays until all of the new one is on the disk.
public enum WholeFile {
    /// Refuses to replace a file that is there, unless somebody has said so.
    ///
    /// - Throws: ``ServiceError`` with exit code 74.
    public static func require(_ path: String, replaces: Bool) throws(ServiceError) {
        guard replaces || path == "-" || tapline_file_kind(path) != TAPLINE_FILE_PLAIN.rawValue else {
            throw ServiceError("\(path): is there already; take another name, or --force to replace it", .inputOutput)
        }
    }

    /// Writes `bytes` to `path`. A device or a pipe takes them as they come.
    ///
    /// - Throws: ``ServiceError`` with exit code 74, or 77 where permission is missing; a file is as it was then.
    static func put(_ bytes: [UInt8], to path: String) throws(ServiceError) {
        if tapline_file_kind(path) == TAPLINE_FILE_PLAIN.rawValue { return try Files.replace(path, with: bytes) }
        let isNew = tapline_file_kind(path) < 0
        let status = unsafe bytes.withUnsafeBytes {
            unsafe isNew
                ? tapline_put_new(path, $0.baseAddress, $0.count) : tapline_put_into(path, $0.baseAddress, $0.count)
        }
        guard status == 0 else { throw ServiceError(file: path, errno: -status, isWritten: true) }
    }
}
