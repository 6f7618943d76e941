import Foundation
import TestSupport

@testable import TaplineDaemon
@testable import TaplineDiagnostics

/// `tapline board set`: whose files are written, and what is told.
@Suite struct BoardSettingTests {
    private let folder: String
    private let output: String

    init() throws {
        folder = NSTemporaryDirectory() + "tapline-set-" + UUID().uuidString
        output = folder + "/output"
        for name in ["share", "etc"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
    }

    private func board(in place: String) throws -> String {
        let text =
            "tapline: board/1\nname: b\nsource: s\ncontroller: gt911\nbus: 1\naddresses: [0x5d]\nsize: [800, 480]\n"
        let path = "\(folder)/\(place)/panel.yaml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func set(_ path: String, _ settings: (key: String, value: String)...) throws -> String {
        var library = BoardLibrary()
        library.packageFolder = folder + "/share/"
        library.ownFolder = folder + "/etc"
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        let file = try #require(FileHandle(forWritingAtPath: output))
        var stream = OutputStream(descriptor: file.fileDescriptor)
        try BoardSetting.apply(settings, toBoard: path, library: library, output: &stream)
        try file.close()
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    @Test func fileAndBothValuesAreTold() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try board(in: "etc")
        #expect(
            try set(path, ("bus", "i2c1"), ("exclusive_bus", "false"), ("name", "b"))
                == "\(path): bus: 1 -> i2c1\n\(path): exclusive_bus: false (it was not there)\n\(path): name: b, as before\n"
        )
    }

    @Test func fileOfAPackageIsLeftAloneWithTheCommandThatCopiesIt() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try board(in: "share")
        let before = try String(contentsOfFile: path, encoding: .utf8)
        var refusal = try #require(throws: ServiceError.self) { _ = try set(path, ("addresses", "[0x14]")) }
        #expect(refusal.exitCode == .permission)
        #expect(
            refusal.description.hasSuffix(
                "copy it first: sudo install -D -m 644 \(path) \(folder)/etc/panel.yaml && "
                    + "sudo tapline board set --board \(folder)/etc/panel.yaml addresses '[0x14]'"))
        // What is copied already is not written over.
        let own = try board(in: "etc")
        refusal = try #require(throws: ServiceError.self) { _ = try set(path, ("bus", "8")) }
        #expect(refusal.description.contains("a copy of your own: sudo tapline board set --board \(own) bus 8"))
        #expect(!refusal.description.contains("install"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
        #expect(BoardLibrary().packageFolder == "/usr/share/" && BoardLibrary().ownFolder == "/etc/tapline/boards")
    }

    @Test func builtInBoardHasNoFile() throws {
        let refusal = try #require(throws: ServiceError.self) { _ = try set("simulated", ("bus", "1")) }
        #expect(refusal.exitCode == .usage && refusal.description.contains("built in and has no file to write to"))
    }
}
