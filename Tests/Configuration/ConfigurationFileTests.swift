import TaplineConfiguration
import TestSupport

@Suite struct ConfigurationFileTests {
    @Test func theHeaderIsRequired() {
        expect([
            "gestures: []\n":
                "c.yaml:1:1: the file has no header; begin with 'tapline: config/1' or 'tapline: board/1'",
            "- 1\n": "c.yaml:1:1: the file has no header; begin with 'tapline: config/1' or 'tapline: board/1'",
        ]) { complaints($0) }
    }

    @Test func anotherVersionIsRefusedWithThoseThatAreRead() {
        expect([
            "tapline: config/2\n":
                "c.yaml:1:10: 'config/2' is no format that this version reads; it reads config/1, board/1 and stroke/1",
            "tapline: [1]\n":
                "c.yaml:1:10: a list is no format that this version reads; it reads config/1, board/1 and stroke/1",
        ]) { complaints($0) }
        #expect(boardComplaints("tapline: board/2\n").count == 1)
    }

    @Test func aBoardIsNoConfigurationAndTheOtherWayRound() {
        expect(
            complaints("tapline: board/1\n"),
            "c.yaml:1:10: this is a board; a configuration is wanted here: 'tapline: config/1'")
        expect(
            boardComplaints("tapline: config/1\n"),
            "b.yaml:1:10: this is a configuration; a board is wanted here: 'tapline: board/1'")
    }

    @Test func theKindOfAFileCanBeAsked() throws {
        #expect(try TaplineFileKind(YAMLDocument(Array("tapline: board/1".utf8), file: "x")) == .board)
        #expect(try TaplineFileKind(YAMLDocument(Array("tapline: config/1".utf8), file: "x")) == .configuration)
    }

    @Test func anEmptyConfigurationIsOne() throws {
        let read = try configuration("tapline: config/1\nzones:\ngestures:\nrelations:\noutputs:\noptions:\n")
        #expect(read.gestures.isEmpty && read.zones.isEmpty && read.outputs.isEmpty && read.boardName == nil)
    }

    @Test func theBoardIsKnownBeforeThePanel() throws {
        let source = try ConfigurationSource(Array("tapline: config/1\nboard: hyperpixl4\n".utf8), file: "c.yaml")
        #expect(source.boardName == "hyperpixl4")
        #expect(
            source.unknownBoard(among: ["simulated", "hyperpixel4"]).description
                == "c.yaml:2:8: unknown board 'hyperpixl4'; did you mean 'hyperpixel4'? valid: simulated, hyperpixel4")
    }

    @Test func keysGivenTwiceAreToldBesideOtherErrors() {
        #expect(
            complaints("tapline: config/1\ngestures:\n  - {name: a, kind: tap, taps: 1, taps: 2, tops: 3}\n").map {
                $0.prefix { $0 != ";" }
            } == [
                "c.yaml:3:35: key 'taps' stands here a second time",
                "c.yaml:3:44: unknown key 'tops' in a gesture",
            ])
    }

    @Test func unknownOptionsAreRefused() {
        expect(
            complaints("tapline: config/1\noptions: {grace: 1s, gracey: 1s}\n"),
            "c.yaml:2:22: unknown key 'gracey' in options; did you mean 'grace'? valid: grace, firstResponder, orientation, requires, wakeOn, youth"
        )
    }

    @Test func theBuiltInConfigurationIsReadByTheSameReader() throws {
        let read = try StandardConfiguration.builtIn(panel: testPanel)
        #expect(
            read.gestures.map(\.name) == ["tap", "doubleTap", "press", "swipe", "edge", "drag", "zoom", "turn"])
        #expect(
            read.gestures.map(\.kind) == [
                "tap", "tap", "longPress", "swipe", "edgePan", "pan", "pinch", "rotation",
            ])
        #expect(read.gestures[0].relations.requireToFail == [1])
        #expect(read.gestures[5].relations.requireToFail == [3, 4])
        #expect(read.gestures[6].relations.simultaneousWith == [7])
        #expect(read.outputs.isEmpty && read.zones.isEmpty)
        let swipe: SwipeRecognizer = try recognizer(read, 3)
        #expect(swipe.parameters.fires == .onLift)
        #expect(swipe.parameters.maxDuration == .milliseconds(300))
    }

    @Test func theDemoConfigurationWiresFiveGesturesToFiveLines() throws {
        let source = try ConfigurationSource(try file("boards/examples/demo.yaml"), file: "demo.yaml")
        #expect(source.boardName == "simulated")
        let board = try BoardDescription.simulated()
        let read = try StandardConfiguration(source, panel: PanelGeometry(board.panel), board: board)
        #expect(read.gestures.map(\.name) == ["tap", "doubleTap", "press", "swipe", "drag"])
        #expect(read.gestures[0].relations.requireToFail == [1])
        #expect(read.gestures[4].relations.requireToFail == [3])
        #expect(read.outputs.map(\.line) == ["GPIO23", "GPIO24", "GPIO25", "GPIO16", "GPIO26"])
        #expect(
            read.outputs.map(\.action) == [
                .pulse(.milliseconds(100)), .pulse(.milliseconds(200)), .hold, .pulse(.milliseconds(150)), .hold,
            ])
        for index in read.outputs.indices { #expect(read.outputs[index].source == .gestures([index])) }
    }
}
