import CTaplineSystem
import CTaplineTool
import TaplineDaemon
import TaplineLinux

/// A folder for files that are needed for a moment; it goes with its owner.
final class TemporaryFolder {
    /// Its path.
    let path: String

    /// - Throws: ``ServiceError``: exit code 74 or 77 where there cannot be one.
    init() throws(ServiceError) {
        var buffer = [CChar](repeating: 0, count: 256)
        let made = unsafe tapline_temporary_folder(&buffer)
        path = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard made == 0 else { throw ServiceError(file: path, errno: -made, isWritten: true) }
    }

    deinit { Self.remove(path) }

    private static func remove(_ folder: String) {
        for name in DeviceFiles.names(in: folder) where name != "." && name != ".." {
            let path = "\(folder)/\(name)"
            if tapline_file_kind(path) == TAPLINE_FILE_FOLDER.rawValue { remove(path) } else { tapline_remove(path) }
        }
        tapline_remove_folder(folder)
    }
}
