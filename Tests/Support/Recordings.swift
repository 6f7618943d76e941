import Foundation
public import Testing

/// Recordings of real fingers and of real bus bytes: other people's data, of which none is committed. The environment
/// variable `TAPLINE_RECORDINGS` names the folder that they lie in.
public enum Recordings {
    /// The folder, nil where nobody has named one.
    public static let folder = ProcessInfo.processInfo.environment["TAPLINE_RECORDINGS"].flatMap {
        $0.isEmpty ? nil : $0
    }

    /// Where a recording lies: `bus/cst816s_reports.txt`.
    public static func path(_ name: String) throws -> String { try #require(folder) + "/" + name }

    /// A recording as text.
    public static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    /// Where the traces in some parts of the folder lie: `panels`, `phones`, `velocity`.
    public static func traces(in parts: [String]) throws -> [String] {
        try parts.flatMap { part in
            let folder = try path(part)
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                .filter { $0.hasSuffix(".jsonl") }.map { folder + "/" + $0 }
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Without recordings the test is told as skipped: it has shown nothing.
    public static var needsRecordings: Self {
        .enabled(if: Recordings.folder != nil, "TAPLINE_RECORDINGS names no folder of recordings")
    }
}
