public import Foundation

/// The files of this repository that tests hold to something.
public enum Repository {
    /// Its root.
    public static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// A file or folder by its path from the root.
    public static func url(_ path: String) -> URL { root.appending(path: path) }

    /// A file as text.
    public static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

    /// A file as bytes.
    public static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }
}
