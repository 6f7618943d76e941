import Foundation

/// A folder for a test's files, which goes with its last user. It may stand for `/`: paths in it may begin with a slash.
public final class ScratchFolder {
    public let root = FileManager.default.temporaryDirectory.appending(path: "tapline-\(UUID().uuidString)").path

    /// With these files, text by path.
    public init(_ files: [String: String] = [:]) throws {
        try folder("")
        for (path, text) in files { try file(path, text) }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    public func path(_ path: String) -> String { root + (path.hasPrefix("/") ? "" : "/") + path }

    public func folder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: self.path(path), withIntermediateDirectories: true)
    }

    /// Writes a file, and the folders that it lies in: where it is.
    @discardableResult
    public func file(_ path: String, _ text: String) throws -> String { try bytes(path, Array(text.utf8)) }

    @discardableResult
    public func bytes(_ path: String, _ bytes: [UInt8]) throws -> String {
        try folder((path as NSString).deletingLastPathComponent)
        try Data(bytes).write(to: URL(fileURLWithPath: self.path(path)))
        return self.path(path)
    }

    public func link(_ path: String, to target: String) throws {
        try folder((path as NSString).deletingLastPathComponent)
        try FileManager.default.createSymbolicLink(atPath: self.path(path), withDestinationPath: self.path(target))
    }

    public func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: self.path(path)) }

    public func text(_ path: String) throws -> String { try String(contentsOfFile: self.path(path), encoding: .utf8) }

    /// The names of what lies in it.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted() }
}
