import Foundation
import TaplineConfiguration
import TestSupport

@testable import TaplineDaemon

/// `acceptance/1` files: each is a test as it is, those of real panels too.
@Suite struct AcceptanceFileTests {
    /// The files in a folder, none where it is not there.
    private static func files(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".jsonl") }.sorted().map { folder.appending(path: $0).path }
    }

    private static let shipped = files(in: Repository.url("tools/tests/fixtures/acceptance"))
    private static let sent = Recordings.folder.map { files(in: URL(filePath: $0 + "/acceptance")) } ?? []

    /// The bug: a file that somebody made during the walk was gone, and so was its neighbour of the same name with `.new`.
    @Test func nameOfTheFileIsTakenFromTheStart() throws {
        let folder = SocketFolder()
        let path = folder.path + "/a.jsonl"
        #expect(try Files.claim(path, replaces: false))
        let error = #expect(throws: ServiceError.self) { try Files.claim(path, replaces: false) }
        #expect(error?.exitCode == .inputOutput && error?.description.contains("is there already") == true)
        #expect(try Files.claim(path, replaces: true) == false)
        // A walk that ends without a record leaves no file.
        let other = folder.path + "/b.jsonl"
        #expect(throws: ServiceError.self) {
            try Acceptance(board: "simulated").run(to: folder.path + "/missing/b.jsonl", isLive: false)
        }
        try Acceptance(board: "simulated").run(to: other, isLive: false)
        #expect(Files.exists(other))
        #expect(throws: ServiceError.self) { try Acceptance(board: "simulated").run(to: other, isLive: false) }
    }

    @Test(arguments: shipped + sent) func aFileHolds(path: String) throws {
        let error = failure { () throws(ServiceError) in try AcceptanceCheck.run(path) }
        #expect(error == nil)
    }

    @Test func thereIsAFile() { #expect(!Self.shipped.isEmpty) }

    // MARK: What is in it

    /// The simulated panel's file.
    private func text() throws -> String {
        var output = TaplineDaemon.OutputStream.kept()
        let record = try Acceptance(board: "simulated").record(into: &output, isLive: false)
        return record.text(
            AcceptanceFigures(record), differs: try Acceptance.findings(record).differing.map { $0.rawValue })
    }

    @Test func itHoldsNothingPrivate() throws {
        let folder = try ScratchFolder()
        let board = try folder.file(
            "my-kitchen.yaml",
            """
            tapline: board/1
            name: anna's kitchen
            source: written by anna
            controller: gt911
            bus: simulated
            addresses: [0x5d]
            size: [800, 480]
            """)
        var output = TaplineDaemon.OutputStream.kept()
        let record = try Acceptance(board: board).record(into: &output, isLive: false)
        let text = record.text(AcceptanceFigures(record), differs: ["size"])
        for word in ["anna", "kitchen", folder.path("")] { #expect(!text.contains(word)) }
        var keys = Set<String>()
        for line in text.split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            keys.formUnion(object.keys)
        }
        let allowed: Set<String> = [
            "tapline", "chip", "address", "size", "fingers", "interrupt", "reset", "stop", "poll", "product",
            "firmware",
            "width", "height", "figures", "differs", "t", "step", "asks", "int", "w", "r", "err", "c", "end",
        ]
        #expect(keys.isSubset(of: allowed), "\(keys.subtracting(allowed))")
    }

    @Test func itIsReadAsItWasWritten() throws {
        let text = try text()
        let file = try AcceptanceRecord.read(Array(text.utf8), file: "a")
        #expect(file.record.text(AcceptanceFigures(file.record), differs: file.differs) == text)
    }

    // MARK: Files that do not hold

    private func refusal(_ text: String) throws -> ServiceError? {
        let folder = try ScratchFolder()
        let path = try folder.file("a.jsonl", text)
        let error = failure { () throws(ServiceError) in try AcceptanceCheck.run(path) }
        return error.map { ServiceError($0.description.replacing(path, with: "a"), $0.exitCode) }
    }

    /// It was refused as a board that nobody has written, with exit code 78.
    @Test func whatNoBoardIsLikeIsTheFilesMistake() throws {
        let error = try refusal(text().replacing(#""chip":"gt911""#, with: #""chip":"cst816s""#))
        #expect(error?.exitCode == .badData)
        #expect(error?.description == "a:1: a cst816s reports at most 1 finger")
    }

    @Test func aFileThatSaysSomethingElseThanItsBytesIsRefused() throws {
        let text = try text()
        func expect(_ old: String, _ new: String, _ message: String, _ location: SourceLocation = #_sourceLocation)
            throws
        {
            #expect(text.contains(old), sourceLocation: location)
            let range = try #require(text.firstRange(of: old), sourceLocation: location)
            let error = try refusal(text.replacingCharacters(in: range, with: new))
            #expect(error?.exitCode == .badData, sourceLocation: location)
            #expect(error?.description == message, sourceLocation: location)
        }
        try expect(#""period":10000"#, #""period":9000"#, "a: the figure period was 9000, and is 10000")
        try expect(#""ghosts":0"#, #""ghosts":1"#, "a: the figure ghosts was 1, and is 0")
        try expect(#""differs":[]"#, #""differs":["size"]"#, "a: size differed from the model, and now nothing does")
        // A place of a finger in the bytes: the driver makes another report of them.
        try expect(#""r":"8100500030"#, #""r":"8100510030"#, "a: report 1 of 219 is another one, or is missing")
        try expect(
            #""product":"911""#, #""product":"928""#, "a: nothing differed from the model, and now identity does")
    }

    @Test func aWrongFileIsRefusedByItsLine() throws {
        let head = String(try text().prefix { $0 != "\n" }) + "\n"
        let cases = [
            ("", "a:1: the file is empty; it begins with {\"tapline\":\"acceptance/1\",…}"),
            ("{}\n", "a:1: there is no header; the file begins with {\"tapline\":\"acceptance/1\",\"chip\":…}"),
            (
                head.replacing("0x5d", with: "0x99"), "a:1: \"address\" must be \"0x08\"…\"0x77\""
            ),
            (head.replacing("[800,480]", with: "[0,480]"), "a:1: \"size\" must be two whole numbers above 0"),
            (head.replacing("\"fingers\":5", with: "\"fingers\":17"), "a:1: \"fingers\" must be 1…16"),
            (head.replacing("true", with: "1"), "a:1: \"reset\" and \"stop\" must be true or false"),
            (head + "{\"t\":-1,\"end\":true}", "a:2: \"t\" must be whole microseconds that do not run backwards"),
            (head + "{\"t\":1,\"step\":9}", "a:2: \"step\" must be a whole number, 0…8"),
            (head + "{\"t\":1,\"c\":[[0,1]]}", "a:2: a contact must be [id, x, y]"),
            (head + "{\"t\":1,\"c\":7}", "a:2: \"c\" must be a list of at most 16 contacts, [id, x, y]"),
            (head + "{\"x\":1}", "a:2: none of \"t\", \"product\" and \"figures\" with \"differs\" is there"),
        ]
        for (text, message) in cases {
            let error = try refusal(text)
            #expect(error?.description == message && error?.exitCode == .badData)
        }
        #expect(
            try refusal(head.replacing("gt911", with: "gt91x"))?.description.hasPrefix("a:1: \"chip\" must be one of ")
                == true)
    }
}
