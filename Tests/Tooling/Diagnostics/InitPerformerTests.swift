import Foundation
import TaplineDaemon
import TestSupport

@testable import TaplineDiagnostics

/// What `tapline init` does to files, and takes back, in a folder that stands for `/`.
@Suite struct InitPerformerTests {
    /// The commands that were run.
    private final class Commands {
        var all: [String] = []
        var failing = ""
    }

    private let tree: ScratchFolder
    private let commands = Commands()

    init() throws {
        tree = try ScratchFolder(["/etc/tapline/boards/keep.yaml": "", "/boot/config.txt": "a=b\n"])
    }

    private var performer: InitPerformer {
        let commands = commands
        return InitPerformer(name: "lamp", root: tree.root, time: "2026-11-22-021003") { words in
            commands.all.append(words.joined(separator: " "))
            return words[0] == commands.failing ? 1 : 0
        }
    }

    private func plan(_ steps: InitStep...) -> InitPlan {
        var plan = InitPlan()
        plan.steps = steps
        return plan
    }

    private func write(_ path: String, _ text: String) -> InitStep { .write(path: path, bytes: Array(text.utf8)) }

    private func refusal(_ work: () throws(ServiceError) -> Void) throws -> ServiceError {
        guard let error = failure(work) else { throw Missing("a refusal") }
        return error
    }

    /// All files, with what they hold.
    private var files: [String: String] {
        var files: [String: String] = [:]
        let all = FileManager.default.enumerator(atPath: tree.root)?.allObjects as? [String] ?? []
        for path in all { files["/" + path] = try? tree.text(path) }
        return files
    }

    /// The bug: where root's files are nobody else's, the service could not read its configuration.
    @Test func serviceCanReadWhatIsWrittenWhateverTheUmask() throws {
        let before = umask(0o077)
        defer { umask(before) }
        try performer.perform(plan(write("/etc/tapline/new/lamp.yaml", "one")))
        let rights = try ["/etc/tapline/new", "/etc/tapline/new/lamp.yaml"].map { path in
            let attributes = try FileManager.default.attributesOfItem(atPath: tree.root + path)
            return try #require(attributes[.posixPermissions] as? Int)
        }
        #expect(rights == [0o755, 0o644])
    }

    @Test func whatWasDoneIsTakenBackByteForByteTheLastFirst() throws {
        let before = files
        try performer.perform(
            plan(
                write("/boot/config.txt", "a=b\nc=d\n"), write("/etc/tapline/lamp.yaml", "one"),
                .run(["enable", "it"], undo: ["disable", "it's"])))
        #expect(try tree.text("/boot/config.txt") == "a=b\nc=d\n")
        #expect(try tree.text("/boot/config.txt.2026-11-22-021003.tapline") == "a=b\n")
        #expect(try tree.text("/etc/tapline/lamp.yaml") == "one")
        #expect(commands.all == ["enable it"])
        var told: [String] = []
        try performer.undo { told.append($0) }
        #expect(files == before)
        #expect(commands.all.last == #"sh -c disable 'it'\''s'"#)
        #expect(told == [#"disable 'it'\''s'"#, "/etc/tapline/lamp.yaml: removed", "/boot/config.txt: as it was"])
    }

    @Test func secondRunAfterTheRestartIsTakenBackWithTheFirst() throws {
        let before = files
        try performer.perform(plan(write("/boot/config.txt", "a=b\nc=d\n")))
        try performer.perform(plan(write("/etc/tapline/lamp.yaml", "one")))
        // With --force, in the same second: no copy replaces another.
        try performer.perform(plan(write("/etc/tapline/lamp.yaml", "two")))
        try performer.perform(plan(write("/etc/tapline/lamp.yaml", "three")))
        #expect(try tree.text("/etc/tapline/lamp.yaml.2026-11-22-021003-2.tapline") == "two")
        try performer.undo { _ in }
        #expect(files == before)
    }

    @Test func fileThatWasChangedSinceIsLeftAndNothingIsTakenBack() throws {
        try performer.perform(
            plan(
                write("/boot/config.txt", "a=b\nc=d\n"), write("/etc/tapline/lamp.yaml", "one"),
                .run(["x"], undo: ["y"])))
        try tree.file("/boot/config.txt", "a=b\nc=d\nmine\n")
        let all = files
        let error = try refusal { () throws(ServiceError) in try performer.undo { _ in } }
        #expect(error.exitCode == .badData)
        #expect(
            error.description.contains("/boot/config.txt; before it was /boot/config.txt.2026-11-22-021003.tapline"))
        #expect(!error.description.contains("lamp.yaml;"))
        #expect(files == all)
        #expect(commands.all == ["x"])
    }

    @Test func copyThatIsGoneIsToldBeforeAnythingIsTakenBack() throws {
        try performer.perform(plan(write("/boot/config.txt", "c")))
        try tree.remove("/boot/config.txt.2026-11-22-021003.tapline")
        let error = try refusal { () throws(ServiceError) in try performer.undo { _ in } }
        #expect(error.description.contains("is gone"))
        #expect(try tree.text("/boot/config.txt") == "c")
    }

    @Test func commandThatFailsEndsItAndWhatWasDoneIsTakenBack() throws {
        let before = files
        commands.failing = "restart"
        let error = try refusal { () throws(ServiceError) in
            try performer.perform(plan(write("/etc/tapline/lamp.yaml", "one"), .run(["restart"]), .run(["never"])))
        }
        #expect(error.exitCode == .unavailable)
        #expect(error.description.contains("restart: ended with 1"))
        #expect(error.description.contains("sudo tapline init lamp --undo"))
        #expect(commands.all == ["restart"])
        try performer.undo { _ in }
        #expect(files == before)
    }

    @Test func fileThatCannotBeWrittenEndsItAndWhatWasDoneIsTakenBack() throws {
        let before = files
        let error = try refusal { () throws(ServiceError) in
            // (A folder cannot be made where a file is: so it fails for root, too.)
            try performer.perform(
                plan(write("/etc/tapline/lamp.yaml", "one"), write("/etc/tapline/boards/keep.yaml/x", "two")))
        }
        #expect(error.exitCode == .inputOutput)
        #expect(try tree.text("/etc/tapline/lamp.yaml") == "one")
        try performer.undo { _ in }
        #expect(files == before)
    }

    @Test func fileThatCannotBeReplacedEndsItBeforeAnythingIsDone() throws {
        guard geteuid() != 0 else { return }  // (root may everything)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: tree.path("/boot/config.txt"))
        let before = files
        let error = try refusal { () throws(ServiceError) in
            try performer.perform(plan(write("/etc/tapline/lamp.yaml", "one"), write("/boot/config.txt", "c")))
        }
        #expect(error.exitCode == .permission)
        #expect(files == before)
    }

    @Test func withoutARecordThereIsNothingToTakeBack() throws {
        let error = try refusal { () throws(ServiceError) in try performer.undo { _ in } }
        #expect(error.exitCode == .unavailable)
        #expect(error.description.contains("/etc/tapline/lamp.init"))
    }

    @Test(arguments: ["rubbish\n", "{\"tapline\":\"init/1\"}\n{\"file\":\"/etc/passwd\"}\n", "{\"undo\":\"reboot\"}\n"])
    func recordThatIsNoneIsNotFollowed(text: String) throws {
        try tree.file("/etc/tapline/lamp.init", text)
        let error = try refusal { () throws(ServiceError) in try performer.undo { _ in } }
        #expect(error.exitCode == .badData)
        #expect(error.description.hasPrefix("/etc/tapline/lamp.init:"))
        #expect(commands.all.isEmpty)
    }

    @Test func recordKeepsWhateverIsInANameOrACommand() throws {
        var record = InitRecord()
        record.entries = [
            .file(path: "/a \"b\"\n", digest: "00", backup: "/a\\b"), .undo("echo 'it'\\''s' >\"x\""),
            .file(path: "/c", digest: "11", backup: nil),
        ]
        #expect(try InitRecord(record.bytes, file: "x") == record)
    }

    @Test func backupsCarryTheTimeInOneForm() {
        #expect(InitPerformer.now.wholeMatch(of: /\d{4}-\d\d-\d\d-\d{6}/) != nil)
    }

    @Test func planShowsWhatIsAddedAndWhatIsKept() {
        var plan = plan(
            write("/boot/config.txt", "a=b\nc=d\n"), write("/new", "one\u{1B}[2J\n"), write("/old", "x\n"),
            .run(["a", "b c"]),
            .run([], undo: ["never shown"]))
        plan.notes = ["a note"]
        let old = ["/boot/config.txt": "a=b\n", "/old": "y\n"]
        let text = """
            a note
            This is what it does:
              add to /boot/config.txt, after a copy of it as it is
                  c=d
              write /new
                  one\u{FFFD}[2J
              replace /old, after a copy of it as it is
                  x
              run a 'b c'

            """
        #expect(plan.text { old[$0].map { Array($0.utf8) } } == text)
    }
}
