import TaplineBoards
import TaplineTouches
import Testing

@Suite struct ShippedBoardTests {
    @Test func theSimulatedBoardIsAFileAndBuiltIn() throws {
        #expect(try file("boards/simulated.yaml") == Array(BoardDescription.simulatedText.utf8))
        let board = try BoardDescription.simulated()
        #expect(board.name == "simulated")
        #expect(board.controller == .gt911 && board.controller.family == .goodix && board.controller.name == "gt911")
        #expect(board.bus == .simulated)
        #expect(board.addresses == [0x5D])
        #expect(board.interruptPin == BoardPin(line: "GPIO4", activeLow: true))
        #expect(board.resetPin == BoardPin(line: "GPIO17", activeLow: true))
        #expect(board.panel.rawWidth == 800 && board.panel.rawHeight == 480)
        #expect(board.panel.rawMillimetres?.width == 154.08 && board.panel.rawMillimetres?.height == 85.92)
        let geometry = PanelGeometry(board.panel)
        #expect(geometry.hasMillimetres)
        #expect(abs(geometry.pointsPerPixel.x - 1.213_228) < 1e-5)
    }

    @Test func hyperPixel4IsRead() throws {
        let board = try BoardDescription(try file("boards/hyperpixel4.yaml"), file: "hyperpixel4.yaml")
        #expect(board.addresses == [0x5D, 0x14])
        #expect(board.bus == .adapter("i2c@0"))
        #expect(board.interruptPin == BoardPin(line: "GPIO27", activeLow: true))
        #expect(board.resetPin == nil)
        #expect(board.kernelDriver == "Goodix-TS")
        let mm = try #require(board.panel.rawMillimetres)
        let diagonal = (480.0 * 480 + 800 * 800).squareRoot()
        #expect(abs(mm.width - 25.4 * 4 * 480 / diagonal) < 0.01)
        #expect(abs(mm.height - 25.4 * 4 * 800 / diagonal) < 0.01)
    }

    @Test(
        arguments: [
            // Mirrored on the raw y axis, then swapped: oriented x runs against raw y, oriented y along raw x.
            (rawX: 0, rawY: 799, x: 0, y: 0), (rawX: 0, rawY: 0, x: 799, y: 0),
            (rawX: 479, rawY: 799, x: 0, y: 479), (rawX: 479, rawY: 0, x: 799, y: 479),
        ] as [(rawX: Float, rawY: Float, x: Float, y: Float)])
    func theCornersOfHyperPixel4AreWhereTheyAreSeen(corner: (rawX: Float, rawY: Float, x: Float, y: Float)) throws {
        let board = try BoardDescription(try file("boards/hyperpixel4.yaml"), file: "hyperpixel4.yaml")
        let geometry = PanelGeometry(board.panel)
        #expect(geometry.width == 800 && geometry.height == 480)
        let seen = geometry.pixels(geometry.point(ofRawX: corner.rawX, y: corner.rawY))
        #expect(abs(seen.x - corner.x) < 1e-3 && abs(seen.y - corner.y) < 1e-3)
        if corner.x == 0, corner.y == 0 {
            #expect(geometry.point(ofRawX: corner.rawX, y: corner.rawY) == Point(x: 0, y: 0))
        }
    }
}
