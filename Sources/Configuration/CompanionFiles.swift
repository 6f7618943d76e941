/// How a configuration gets at the files that it names: the reader opens none itself.
public struct CompanionFiles {
    /// What became of a file.
    public enum Content {
        /// Its bytes, and what messages call it.
        case file(name: String, bytes: [UInt8])
        /// Why it cannot be read.
        case unreadable(String)
    }

    /// The file that a configuration calls so.
    let read: (_ path: String) -> Content

    /// Files that `read` finds by the name that stands in the configuration.
    public init(_ read: @escaping (_ path: String) -> Content) { self.read = read }

    /// No files.
    public static var none: CompanionFiles { CompanionFiles { _ in .unreadable("no files are read here") } }
}
