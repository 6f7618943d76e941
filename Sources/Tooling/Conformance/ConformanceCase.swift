public import TaplineDaemon
import TaplineLinux

/// A case of a conformance corpus: a folder of variants, each a file of expectations with a trace and a configuration.
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// What the file of a variant's expectations is called after its name.
    static var suffix: String { ".expect.jsonl" }
    /// What traces are called after their names.
    static var traceSuffix: String { ".trace.jsonl" }

    /// The folder's name.
    public let name: String
    /// The folder.
    let folder: String
    /// The names of the variants, sorted.
    public let variants: [String]
    /// The names of the files of traces, sorted.
    let traces: [String]

    private init?(folder: String) throws(ServiceError) {
        if let errno = DeviceFiles.refusal(ofFolder: folder) { throw ServiceError(file: folder, errno: errno) }
        let names = DeviceFiles.names(in: folder).filter { !$0.hasPrefix(".") }
        let variants = names.filter { $0.hasSuffix(ConformanceCase.suffix) }
        traces = names.filter { $0.hasSuffix(ConformanceCase.traceSuffix) }
        guard !variants.isEmpty else { return nil }
        self.folder = folder
        self.variants = variants.map { String($0.dropLast(ConformanceCase.suffix.utf8.count)) }
        name = String(folder.split(separator: "/").last ?? "/")
    }

    /// The cases at `path`: that folder alone, or those in it.
    ///
    /// - Throws: ``ServiceError``: exit code 74 where there is no such folder, 77 where it or one in it may not be read, 65 where it holds
    ///   no case, or a trace without expectations.
    public static func cases(at path: String) throws(ServiceError) -> [ConformanceCase] {
        guard Files.exists(path) || DeviceFiles.refusal(ofFolder: path) != nil else {
            throw ServiceError("\(path): there is no such folder", .inputOutput)
        }
        var folder = path
        while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        if let single = try ConformanceCase(folder: folder) { return [single] }
        var cases: [ConformanceCase] = []
        for name in DeviceFiles.names(in: folder) where !name.hasPrefix(".") {
            let inner = "\(folder)/\(name)"
            if let found = try ConformanceCase(folder: inner) {
                cases.append(found)
            } else if isMeantAsCase(inner) {
                throw ServiceError(
                    "\(inner): no expectations are in this folder; the name of a file of them ends in \(suffix)",
                    .badData)
            }
        }
        guard !cases.isEmpty else {
            throw ServiceError(
                "\(path): there is no case here; a case is a folder with files *\(suffix)", .badData)
        }
        return cases
    }

    /// Whether a folder without expectations has what belongs to them: it would be passed over. (One of documents or of recordings is
    /// no case.)
    private static func isMeantAsCase(_ folder: String) -> Bool {
        let names = DeviceFiles.names(in: folder)
        let hasTrace = names.contains { $0.hasSuffix(".jsonl") }
        return names.contains { $0.hasSuffix(".expect.json") || hasTrace && $0.hasSuffix(".yaml") }
    }

    public var description: String { name }

    /// The path of a variant's expectations.
    func expectations(of variant: String) -> String { "\(folder)/\(variant)\(ConformanceCase.suffix)" }
}
