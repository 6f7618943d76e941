import Foundation
import TaplineConformance
import TaplineDaemon

/// A folder with one case, made for a test.
struct Corpus {
    let folder: URL
    static let tap =
        "tapline: config/1\noptions: {youth: none}\ngestures:\n  - {name: tap, kind: tap}\n  - {name: drag, kind: pan}\n"
    /// A tap, and 60 pt to the right in 60 ms; the pan begins at 520 ms.
    static let trace: String = {
        var lines = [
            #"{"tapline":"trace/1","panel":{"width":800,"height":480}}"#, #"{"t":0,"c":[[0,100,100]]}"#,
            #"{"t":80000,"c":[]}"#,
        ]
        for i in 0...6 { lines.append(#"{"t":\#(500_000 + i * 10_000),"c":[[0,\#(100 + i * 10),100]]}"#) }
        return (lines + [#"{"t":570000,"c":[]}"#]).joined(separator: "\n")
    }()
    static let tapEnds = #"{"t":80000,"gesture":"tap","state":"ended"}"#
    static let panBegins = #"{"t":510000,"gesture":"drag","state":"began"}"#
    static let panEnds = #"{"t":570000,"gesture":"drag","state":"ended"}"#
    static let all = [tapEnds, panBegins, panEnds]

    init(_ files: [String: String]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("conform-\(UUID().uuidString)")
        for (name, text) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// The case with one variant, `a`, that expects `lines`.
    init(expecting lines: [String], header: String = #","trace":"a.trace.jsonl""#, config: String = tap) throws {
        let header = #"{"tapline":"expect/1","config":"config.yaml"\#(header)}"#
        try self.init([
            "case/config.yaml": config, "case/a.trace.jsonl": Self.trace,
            "case/a.expect.jsonl": ([header] + lines).joined(separator: "\n"),
        ])
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// What came of the variant `a`: nil where it passed.
    func difference() throws -> String? {
        defer { remove() }
        let found = try ConformanceCase.cases(at: folder.path)
        switch try ConformanceRun().play("a", of: found[0]) {
        case .passed: return nil
        case .differed(let report): return report
        }
    }

    /// What a whole run prints, and how it ends.
    func run(isQuiet: Bool = false) throws -> (output: String, errors: String, code: ExitCode) {
        var report = ConformanceReport()
        report.isQuiet = isQuiet
        let told = folder.appendingPathComponent("told")
        let wrong = folder.appendingPathComponent("wrong")
        for file in [told, wrong] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        let handles = (try FileHandle(forWritingTo: told), try FileHandle(forWritingTo: wrong))
        var output = OutputStream(descriptor: handles.0.fileDescriptor)
        var errors = OutputStream(descriptor: handles.1.fileDescriptor)
        let code = try report.run([folder.path], into: &output, errors: &errors)
        return (try String(contentsOf: told, encoding: .utf8), try String(contentsOf: wrong, encoding: .utf8), code)
    }
}
