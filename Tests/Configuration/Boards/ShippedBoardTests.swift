import TaplineConfiguration
import TestSupport

@Suite struct ShippedBoardTests {
    @Test func theSimulatedBoardIsAFileAndBuiltIn() throws {
        #expect(try file("boards/simulated.yaml") == Array(BoardDescription.simulatedText.utf8))
        let board = try BoardDescription.simulated()
        #expect(board.name == "simulated")
        #expect(board.controller.name == "gt911" && board.controller.family.name == "Goodix")
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
        let board = try shippedBoard("hyperpixel4")
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
}

/// The boards that came with FocalTech's family.
@Suite struct ShippedFocalTechBoardTests {
    @Test func hyperPixel4SquareIsRead() throws {
        let board = try shippedBoard("hyperpixel4-square")
        #expect(board.controller.name == "ft5406" && board.controller.family.name == "FocalTech")
        #expect(board.addresses == [0x48])
        #expect(board.bus == .adapter("i2c@0"))
        #expect(board.interruptPin == BoardPin(line: "GPIO27", activeLow: true))
        #expect(board.resetPin == nil)
        #expect(board.maximumFingers == 5)
        #expect(board.kernelDriver == "edt_ft5x06")
        let mm = try #require(board.panel.rawMillimetres)
        #expect(abs(mm.width - 25.4 * 4 / 2.0.squareRoot()) < 0.01 && mm.height == mm.width)
    }

    @Test(arguments: ["pi-touch-display-1", "edt-ft5406"])
    func panelsOnTheDisplayConnectorArePolledAndUpsideDown(name: String) throws {
        let board = try shippedBoard(name)
        #expect(board.controller.family.name == "FocalTech" && board.maximumFingers == 10)
        #expect(board.addresses == [0x38])
        #expect(board.interruptPin == nil && board.resetPin == nil)
        let geometry = PanelGeometry(board.panel)
        let corner = geometry.pixels(geometry.point(ofRawX: 0, y: 0))
        #expect(abs(corner.x - 799) < 1e-3 && abs(corner.y - 479) < 1e-3)
        // A tap of 36 ms, one in twenty, must not fall between two reads.
        #expect(board.idlePollPeriod < .milliseconds(36))
    }

    @Test func theTouchDisplaysKnowTheirSize() throws {
        let first = try shippedBoard("pi-touch-display-1")
        #expect(first.maximumFingers == 10)
        #expect(first.panel.rawMillimetres?.width == 154.08 && first.panel.rawMillimetres?.height == 85.92)
        // The second's chip is in its reset while the kernel's driver is not bound to it.
        let large = try shippedBoard("pi-touch-display-2-10inch")
        #expect(large.controller.family == .evdev && large.bus == .adapter("ili_v3"))
        #expect(large.panel.rawWidth == 1_200 && large.panel.rawHeight == 1_920)
        #expect(large.kernelDriver == "ilitek_v3")
        for (name, inches) in [("pi-touch-display-2", 7.0), ("pi-touch-display-2-5inch", 5.0)] {
            let second = try shippedBoard(name)
            #expect(second.controller.family == .evdev)
            #expect(second.bus == .adapter("Goodix Capacitive TouchScreen"))
            #expect(second.panel.rawWidth == 720 && second.panel.rawHeight == 1_280)
            #expect(second.kernelDriver == "Goodix-TS")
            let mm = try #require(second.panel.rawMillimetres)
            let diagonal = (720.0 * 720 + 1_280 * 1_280).squareRoot()
            #expect(abs(mm.width - 25.4 * inches * 720 / diagonal) < 0.01)
            #expect(abs(mm.height - 25.4 * inches * 1_280 / diagonal) < 0.01)
        }
    }

    @Test(
        arguments: [
            ("ft5x06", 5), ("ft5206", 5), ("ft5306", 5), ("ft5406", 5), ("ft5506", 10), ("ft5726", 10), ("ft6206", 2),
            ("ft5316", 5), ("ft5336", 5), ("ft6236", 2), ("ft6336", 2), ("edt-m06", 5),
        ])
    func everyChipHasAFamilyAndAMostOfFingers(name: String, fingers: Int) throws {
        let chip = try #require(ControllerChip(name: name))
        #expect(chip.name == name && chip.family.name == "FocalTech" && chip.maximumFingers == fingers)
        #expect(ControllerChip.allNames.contains(name))
    }
}

/// The boards that came with Hynitron's family.
@Suite struct ShippedHynitronBoardTests {
    @Test(
        arguments: [
            ("waveshare-1.28-touch-lcd", "cst816s", 240, 240), ("waveshare-1.69-touch-lcd", "cst816t", 240, 280),
            ("waveshare-2-touch-lcd", "cst816d", 240, 320),
        ])
    func waveshareTouchLCDsAreRead(name: String, chip: String, width: Int, height: Int) throws {
        let board = try shippedBoard(name)
        #expect(board.controller.name == chip && board.controller.family.name == "Hynitron")
        #expect(board.addresses == [0x15] && board.maximumFingers == 1)
        #expect(board.interruptPin == BoardPin(line: "GPIO4", activeLow: true))
        #expect(board.resetPin == BoardPin(line: "GPIO17", activeLow: true))
        #expect(board.panel.rawWidth == width && board.panel.rawHeight == height)
        let mm = try #require(board.panel.rawMillimetres)
        // Their pixels are square.
        #expect(abs(mm.width / Double(width) - mm.height / Double(height)) < 1e-4)
    }
}

/// The boards with touch keys in the place of a panel.
@Suite struct ShippedKeyBoardTests {
    @Test(
        arguments: [
            ("adafruit-capacitive-touch-hat", "mpr121", 0x5A, 12, "GPIO26"),
            ("pimoroni-drum-hat", "cap1188", 0x2C, 8, "GPIO25"),
        ] as [(String, String, UInt8, Int, String)])
    func everyKeyIsACellOfAHundredPixels(name: String, chip: String, address: UInt8, keys: Int, line: String) throws {
        let board = try shippedBoard(name)
        #expect(board.controller.name == chip && board.controller.hasKeys)
        #expect(board.addresses == [address])
        #expect(board.interruptPin == BoardPin(line: line, activeLow: true))
        #expect(board.maximumFingers == keys)
        let grid = try #require(board.keys)
        #expect(grid.columns == keys && grid.rows == 1)
        for key in 0..<keys {
            #expect(grid.x(of: key, width: board.panel.rawWidth) == 100 * key + 50)
            #expect(grid.y(of: key, height: board.panel.rawHeight) == 50)
        }
    }

    @Test func theDrumHatsResetIsActiveHigh() throws {
        let board = try shippedBoard("pimoroni-drum-hat")
        #expect(board.resetPin == BoardPin(line: "GPIO21", activeLow: false))
    }
}
