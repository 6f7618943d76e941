import TaplineFormats
import Testing

@testable import TaplineStudioServer

struct TouchCommandTests {
    private func command(_ text: String) throws -> String? {
        TouchCommand.text(of: try JSONReader.read(Array(text.utf8)[...]))
    }

    @Test func fingersBecomeOneCommand() throws {
        #expect(try command("{\"c\":[]}") == "touch")
        #expect(try command("{\"c\":[[0,100.4,200.6],[3,1,0]]}") == "touch 0 100 201 3 1 0")
    }

    @Test func fiveFingersAtTheFarthestFitIntoACommand() throws {
        let fingers = (0..<5).map { "[\(95 + $0),9999,9999]" }.joined(separator: ",")
        #expect(try #require(try command("{\"c\":[\(fingers)]}")).utf8.count <= 80)
    }

    @Test(arguments: [
        "{}", "{\"c\":1}", "{\"c\":[[0,1]]}", "{\"c\":[[0,1,2,3]]}", "{\"c\":[[0,\"1\\nreload\",2]]}",
        "{\"c\":[[-1,1,1]]}",
        "{\"c\":[[0,-1,1]]}", "{\"c\":[[0,1e9,1]]}", "{\"c\":[[0.5,1,1]]}",
        "{\"c\":[[0,1,1],[1,1,1],[2,1,1],[3,1,1],[4,1,1],[5,1,1]]}",
    ])
    func whatIsNoFingersIsNoCommand(text: String) throws {
        #expect(try command(text) == nil)
    }
}
