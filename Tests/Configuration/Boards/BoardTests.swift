import TaplineConfiguration
import TestSupport

@Suite struct BoardTests {
    /// What is wrong with a board that has `lines` from line 8 on.
    private func complaints(_ lines: String) -> [String] { boardComplaints(boardFacts + lines) }

    private func board(_ lines: String) throws -> BoardDescription {
        try readBoard(boardFacts + lines)
    }

    @Test func aBoardNeedsFewFacts() throws {
        let board = try board("")
        #expect(board.name == "test")
        #expect(board.sources == ["made up"])
        #expect(board.controller.name == "gt911")
        #expect(board.bus == .number(1))
        #expect(board.addresses == [0x5D])
        #expect(board.overlay == nil)
        #expect(board.interruptPin == nil && board.resetPin == nil)
        #expect(board.panel == PanelGeometry.Description(rawWidth: 800, rawHeight: 480))
        #expect(board.activePollPeriod == .milliseconds(10) && board.idlePollPeriod == .milliseconds(50))
        #expect(board.touchTimeout == nil)
        #expect(board.maximumFingers == 5)
        #expect(!board.exclusiveBus)
        #expect(board.kernelDriver == nil && board.overlay == nil)
        #expect(board.transferMode == nil && board.transferDelay == .zero)
    }

    @Test func noneIsNone() throws {
        let none = try board(
            "overlay: none\ninterrupt_pin: none\nreset_pin: none\ntaken_lines: none\nkernel_driver: none\n")
        #expect(none == (try board("")))
    }

    @Test func linesThatTheDisplayTakesAreNamedOneByOneOrAsARange() throws {
        #expect(
            try board("taken_lines: [GPIO8..GPIO10, GPIO25, TOUCH_RESET]\n").takenLines
                == ["GPIO8", "GPIO9", "GPIO10", "GPIO25", "TOUCH_RESET"])
        #expect(try board("taken_lines: GPIO0..GPIO27\n").takenLines.count == 28)
        for wrong in ["GPIO9..GPIO8", "GPIO1..PIN4", "GPIO0..GPIO64", "GPIO..GPIO4", "..GPIO4"] {
            expect(
                complaints("taken_lines: [\(wrong)]\n"),
                "b.yaml:8:15: '\(wrong)' is no range of lines; write the first and the last: GPIO0..GPIO9")
        }
        #expect(complaints("taken_lines: []\n").count == 1)
    }

    /// A GT911 with ten fingers was taken, and counted to five.
    @Test func boardPromisesNoMoreFingersThanItsChipReports() {
        #expect(complaints("max_fingers: 5\n") == [])
        expect(
            complaints("max_fingers: 6\n"),
            "b.yaml:8:14: a gt911 reports at most 5 fingers; write 1 to 5, or leave max_fingers out")
        let single = boardFacts.replacing("gt911", with: "cst816s")
        #expect(boardComplaints(single + "max_fingers: 1\n") == [])
        #expect(boardComplaints(single + "max_fingers: 2\n").first?.contains("at most 1 finger; write 1,") == true)
    }

    @Test func panelThatNobodyMakesIsRefused() {
        #expect(complaints("active_area: [10mm, 200mm]\n") == [])
        #expect(complaints("active_area: [10mm, 201mm]\n").first?.contains("no panel is '10mm' by '201mm'") == true)
        #expect(complaints("active_area: [5000mm, 1mm]\n").count == 1)
    }

    @Test func everyKeyHasAPixelAtLeast() {
        let keys = boardFacts.replacing("gt911", with: "mpr121")
        for (grid, size, right) in [
            ("[12, 1]", "[1, 1]", "[1200, 100]"), ("[4, 3]", "[4, 2]", "[400, 300]"),
            ("[4, 3]", "[3, 3]", "[400, 300]"),
        ] {
            let found = boardComplaints(keys.replacing("[800, 480]", with: size) + "keys: \(grid)\n")
            #expect(found.count == 1 && found.first?.contains("write 100 px a key: \(right)") == true, "\(found)")
        }
        #expect(boardComplaints(keys.replacing("[800, 480]", with: "[4, 3]") + "keys: [4, 3]\n") == [])
    }

    /// `GPIO0-27` was taken for the name of a line, and protected none.
    @Test(arguments: [
        ("GPIO0-27", "write GPIO0..GPIO27"), ("GPIO0-GPIO27", "write GPIO0..GPIO27"), ("GPIO4.7", "write GPIO4..GPIO7"),
        ("gpio4", "write GPIO4"), ("gpio4..gpio7", "write GPIO4..GPIO7"), ("GPIO4 GPIO5", "in a list: [GPIO8..GPIO11"),
    ]) func takenLineThatIsNoneIsRefused(name: String, right: String) {
        let found = complaints("taken_lines: [\(name)]\n")
        #expect(found.count == 1 && found.first?.contains(right) == true, "\(found)")
    }

    /// Only GPIO2 and GPIO3 were refused, under these names.
    @Test(arguments: [
        "PIN3", "PIN5", "SDA1", "SDA", "SCL1", "\"gpiochip0:2\"", "\"pinctrl-bcm2711:3\"", "\"pinctrl-rp1:SDA1\"",
    ])
    func linesOfTheBoardsBusAreRefusedUnderEveryName(line: String) throws {
        let configuration =
            "tapline: config/1\ngestures: [{name: a, kind: tap}]\noutputs: [{on: a, line: \(line), toggle: true}]\n"
        let found = TaplineConfigurationTests.complaints(configuration, board: try board(""))
        #expect(found.count == 1 && found.first?.contains("which is already used by the board's bus") == true)
        for pin in ["interrupt_pin", "reset_pin"] {
            #expect(complaints("\(pin): \(line)\n").first?.contains("a line of the board's own bus") == true)
        }
    }

    @Test func oneLineUnderTwoNamesIsUsedOnce() throws {
        func found(_ lines: [String], _ board: BoardDescription) -> [String] {
            var text = "tapline: config/1\ngestures: [{name: a, kind: tap}]\noutputs:\n"
            for line in lines { text += "  - {on: a, line: \"\(line)\", toggle: true}\n" }
            return TaplineConfigurationTests.complaints(text, board: board)
        }
        let board = try board("interrupt_pin: GPIO4\nreset_pin: GPIO17\ntaken_lines: GPIO24\n")
        #expect(found(["PIN16", "GPIO23"], board).first?.contains("'GPIO23' is PIN16, which is already used") == true)
        #expect(found(["GPIO23", "gpiochip0:23"], board).count == 1)
        #expect(found(["PIN16", "GPIO25"], board) == [])
        #expect(found(["PIN7"], board).first?.contains("by the board as interrupt_pin") == true)
        #expect(found(["PIN11"], board).first?.contains("by the board as reset_pin") == true)
        #expect(found(["PIN18"], board).first?.contains("taken_lines") == true)
        // Another chip's line 2 is no line of the header; other pins of the header are free.
        #expect(found(["gpiochip5:2", "ID_SDA", "PIN22"], board) == [])
        #expect(complaints("interrupt_pin: GPIO17\nreset_pin: PIN11\n").count == 1)
        let other = try self.board("")
        var onOtherBus = other
        onOtherBus.bus = .adapter("i2c0")
        #expect(found(["ID_SDA"], onOtherBus).count == 1 && found(["SDA1"], onOtherBus) == [])
    }

    @Test func outputsAreKeptOffTheLinesThatTheBoardTakes() throws {
        func found(_ line: String, _ board: BoardDescription) -> [String] {
            TaplineConfigurationTests.complaints(
                "tapline: config/1\ngestures: [{name: a, kind: tap}]\noutputs: [{on: a, line: \(line), toggle: true}]\n",
                board: board)
        }
        let taken = try board("taken_lines: [GPIO8..GPIO10]\n")
        #expect(found("GPIO9", taken).first?.contains("already used by the board, which has it in taken_lines") == true)
        #expect(found("GPIO11", taken) == [])
        // The controller sits on the header's bus, bus 1.
        #expect(found("GPIO2", taken).first?.contains("already used by the board's bus") == true)
        #expect(found("GPIO4", taken) == [])
    }

    @Test func aBoardMaySayHowItsTransfersTurnAround() throws {
        let stop = try board("transfer_mode: stop\ntransfer_delay: 200us\n")
        #expect(stop.transferMode == .stop && stop.transferDelay == Microseconds(200))
        #expect(try board("transfer_mode: repeated_start\n").transferMode == .repeatedStart)
        #expect(try board("transfer_mode: stop\ntransfer_delay: 100ms\n").transferDelay == .milliseconds(100))
        expect([
            "transfer_mode: stopp\n":
                "b.yaml:8:16: 'transfer_mode' is 'stopp'; did you mean 'stop'? valid: repeated_start, stop",
            "transfer_mode: stop\ntransfer_delay: 101ms\n":
                "b.yaml:9:17: 'transfer_delay' is out of range: 101ms; write 0s to 100ms",
        ]) { complaints($0) }
        for mode in ["", "transfer_mode: repeated_start\n"] {
            let found = complaints(mode + "transfer_delay: 1ms\n")
            #expect(found.count == 1)
            #expect(
                found.first?.hasSuffix(
                    "nothing stands between write and read; write transfer_mode: stop, or leave transfer_delay out")
                    == true)
        }
    }

    @Test func everyFactIsRead() throws {
        let board = try board(
            """
            overlay: "goodix,interrupt=27"
            interrupt_pin: {line: GPIO27, active: high}
            reset_pin: GPIO17
            active_area: [100mm, 50.5mm]
            transform: {mirror_x: true, mirror_y: true, swap_xy: TRUE, rotate: +270, calibration: [1, 0.5, 2, 0, 2, -3]}
            poll: {active: 5ms, idle: 20ms}
            touchTimeout: 100ms
            max_fingers: 3
            exclusive_bus: true
            kernel_driver: Goodix-TS
            """)
        #expect(board.overlay == "goodix,interrupt=27")
        #expect(board.interruptPin == BoardPin(line: "GPIO27", activeLow: false))
        #expect(board.resetPin == BoardPin(line: "GPIO17", activeLow: true))
        #expect(board.panel.rawMillimetres?.width == 100 && board.panel.rawMillimetres?.height == 50.5)
        #expect(board.panel.mirrorX && board.panel.mirrorY && board.panel.swapXY)
        #expect(board.panel.rotation == .threeQuarters)
        #expect(board.panel.calibration == PanelGeometry.Calibration(a: 1, b: 0.5, c: 2, d: 0, e: 2, f: -3))
        #expect(board.activePollPeriod == .milliseconds(5) && board.idlePollPeriod == .milliseconds(20))
        #expect(board.touchTimeout == .milliseconds(100))
        #expect(board.maximumFingers == 3)
        #expect(board.exclusiveBus)
        #expect(board.kernelDriver == "Goodix-TS")
    }

    @Test func requiredFactsAreAskedFor() {
        expect(
            boardComplaints("tapline: board/1\n"), "b.yaml:1:1: a board has no 'name'; add name: HyperPixel 4",
            "b.yaml:1:1: a board has no 'source'; add source: where these facts come from",
            "b.yaml:1:1: a board has no 'controller'; add controller: gt911",
            "b.yaml:1:1: a board has no 'bus'; add bus: /dev/i2c-1",
            "b.yaml:1:1: a board has no 'addresses'; add addresses: [0x5d, 0x14]",
            "b.yaml:1:1: a board has no 'size'; add size: [800, 480]")
    }

    @Test func anUnknownKeyIsRefusedWithTheNearestName() {
        #expect(
            complaints("interupt_pin: GPIO4\n").first?.hasPrefix(
                "b.yaml:8:1: unknown key 'interupt_pin' in a board; did you mean 'interrupt_pin'? valid: ") == true)
        expect(
            complaints("transform: {swapxy: true}\n"),
            "b.yaml:8:13: unknown key 'swapxy' in a transform; did you mean 'swap_xy'? "
                + "valid: mirror_x, mirror_y, swap_xy, rotate, calibration")
    }

    @Test func aControllerThatIsNotSupportedYetIsRefusedWithThoseThatAre() {
        expect(
            boardComplaints(boardFacts.replacing("gt911", with: "mxt1664")),
            "b.yaml:4:13: controller 'mxt1664' is not supported by this version; "
                + "valid: " + ControllerChip.allNames.joined(separator: ", "))
        expect(
            boardComplaints(boardFacts.replacing("gt911", with: "ads7846")),
            "b.yaml:4:13: controller 'ads7846' is not supported by this version; it hangs on SPI, where the kernel's driver reads "
                + "it: controller: evdev")
    }

    @Test(
        arguments: [
            ("simulated", .simulated), ("/dev/i2c-11", .path("/dev/i2c-11")), ("10", .number(10)),
            ("i2c@0", .adapter("i2c@0")), ("\"bcm2835 (i2c@7e804000)\"", .adapter("bcm2835 (i2c@7e804000)")),
            ("/sys/devices/platform/soc/fe804000.i2c", .adapter("/sys/devices/platform/soc/fe804000.i2c")),
            ("[i2c_csi_dsi, 4, /dev/i2c-6]", .firstOf([.adapter("i2c_csi_dsi"), .number(4), .path("/dev/i2c-6")])),
            ("[i2c_csi_dsi]", .adapter("i2c_csi_dsi")),
        ] as [(String, BusName)])
    func aBusIsNamedInManyWays(text: String, bus: BusName) throws {
        #expect(try readBoard(boardFacts.replacing("bus: 1", with: "bus: \(text)")).bus == bus)
    }

    @Test func aBusThatIsNoneIsRefused() {
        expect(
            boardComplaints(boardFacts.replacing("bus: 1", with: "bus: 256")),
            "b.yaml:5:6: bus 256 is out of range; write 0 to 255")
        expect(
            boardComplaints(boardFacts.replacing("bus: 1", with: "bus: /etc/passwd")),
            "b.yaml:5:6: bus '/etc/passwd' is no device file; write /dev/i2c-1, the adapter's number or its name")
    }

    @Test func aListOfBusesIsChecked() {
        func complaints(_ bus: String) -> [String] {
            boardComplaints(boardFacts.replacing("bus: 1", with: "bus: " + bus))
        }
        #expect(complaints("[]") == ["b.yaml:5:6: 'bus' is an empty list; name at least one"])
        expect(
            complaints("[i2c1, 256, i2c1]"), "b.yaml:5:13: bus 256 is out of range; write 0 to 255",
            "b.yaml:5:18: bus 'i2c1' stands here a second time; keep one of them")
        expect(
            complaints("[i2c1, simulated]"),
            "b.yaml:5:13: the simulated bus is always there; name it alone: bus: simulated")
        #expect(complaints("[1, 2, 3, 4, 5]") == ["b.yaml:5:19: there are more than 4 buses; at most 4 are tried"])
        #expect(complaints("[1, 2, 3, 4]") == [])
        #expect(BusName.firstOf([.adapter("i2c1"), .number(3)]).description == "i2c1 or 3")
    }

    @Test func addressesAreSevenBitsWide() {
        func complaints(_ addresses: String) -> [String] {
            boardComplaints(boardFacts.replacing("[0x5d]", with: addresses))
        }
        expect(
            complaints("[0x5d, 0xba]"),
            "b.yaml:6:19: 'addresses' is out of range: 0xba; write a 7-bit address, 0x08 to 0x77")
        #expect(
            complaints("[0x5d, 93]") == ["b.yaml:6:19: address '93' stands here a second time; keep one of them"])
        #expect(complaints("[]") == ["b.yaml:6:12: 'addresses' is an empty list; name at least one"])
        #expect(
            complaints("[8, 9, 10, 11, 12]") == ["b.yaml:6:27: there are more than 4 addresses; at most 4 are tried"])
        #expect(complaints("0x14") == [])
    }

    @Test func sizesAreRawPixels() {
        func complaints(_ size: String) -> [String] {
            boardComplaints(boardFacts.replacing("[800, 480]", with: size))
        }
        #expect(complaints("[0, 480]") == ["b.yaml:7:8: 'size' is out of range: 0; write a whole number, 1 to 65535"])
        expect([
            "800x480": "b.yaml:7:7: 'size' is '800x480'; write [width, height] in raw pixels: [800, 480]",
            "[800, 480, 5]":
                "b.yaml:7:7: 'size' has 3 elements, not 2; write [width, height] in raw pixels: [800, 480]",
        ]) { complaints($0) }
    }

    @Test func theActiveAreaIsInMillimetres() {
        expect([
            "active_area: [100, 50mm]\n":
                "b.yaml:8:15: 'active_area' is '100', which is no length in mm; write a number and the unit: 154.08mm",
            "active_area: [100mm, 0.5mm]\n": "b.yaml:8:22: 'active_area' is out of range: 0.5mm; write 1mm to 5000mm",
        ]) { complaints($0) }
        #expect(complaints("active_area: [1e999mm, nanmm]\n").count == 1)
    }

    @Test func transformsAreChecked() {
        expect([
            "transform: {rotate: 45}\n": "b.yaml:8:21: 'rotate' is '45'; valid: 0, 90, 180, 270",
            "transform: {calibration: [1, 0, 0, 2, 0, 0]}\n":
                "b.yaml:8:26: the calibration maps the whole panel onto a line; "
                + "a·e must differ from b·d; [1, 0, 0, 0, 1, 0] changes nothing",
        ]) { complaints($0) }
        expect(
            complaints("transform: {calibration: [1, 0, 0, x, 1, 1e999]}\n"),
            "b.yaml:8:36: 'calibration' is 'x', which is no number; write a number, -100000 to 100000",
            "b.yaml:8:42: 'calibration' is out of range: 1e999; write a number, -100000 to 100000")
    }

    @Test func pinsAndPeriodsAreChecked() {
        expect([
            "interrupt_pin: 27\n": "b.yaml:8:16: '27' is a number, and numbers of lines change between kernels; "
                + "write the line's name: GPIO27",
            "interrupt_pin: GPIO27\nreset_pin: {line: GPIO27}\n":
                "b.yaml:9:12: line 'GPIO27' is already the interrupt_pin; "
                + "name the line that resets the controller, or leave reset_pin out",
            "poll: {active: 50ms, idle: 10ms}\n":
                "b.yaml:8:7: the panel is read less often with fingers on it than without; "
                + "active must not be longer than idle",
        ]) { complaints($0) }
        #expect(
            complaints("poll: {active: 0}\n") == ["b.yaml:8:16: 'active' is out of range: 0; write 1ms to 1s"])
        expect(
            complaints("touchTimeout: 1ms\nmax_fingers: 17\n"),
            "b.yaml:8:15: 'touchTimeout' is out of range: 1ms; write 20ms to 60s, or none",
            "b.yaml:9:14: 'max_fingers' is out of range: 17; write a whole number, 1 to 16")
    }
}

/// Touch keys: a panel of cells.
@Suite struct KeyBoardTests {
    private func board(_ chip: String, _ line: String) -> String {
        "tapline: board/1\nname: test\nsource: made up\ncontroller: \(chip)\nbus: 1\naddresses: [0x5a]\nsize: [1200, 300]\n\(line)\n"
    }

    private func keys(_ chip: String, _ line: String) throws -> KeyGrid? {
        try readBoard(board(chip, line)).keys
    }

    @Test func keysLieInOneRowUnlessTheBoardSaysHow() throws {
        #expect(try keys("mpr121", "") == KeyGrid(columns: 12))
        #expect(try keys("cap1188", "") == KeyGrid(columns: 8))
        #expect(try keys("cap1293", "") == KeyGrid(columns: 3))
        #expect(try keys("mpr121", "keys: [4, 3]") == KeyGrid(columns: 4, rows: 3))
        #expect(try keys("mpr121", "keys: [2, 1]") == KeyGrid(columns: 2, rows: 1))
        #expect(try keys("gt911", "") == nil)
    }

    @Test func moreKeysThanTheChipHasAreRefused() {
        #expect(boardComplaints(board("mpr121", "keys: [12, 1]")).isEmpty)
        #expect(
            boardComplaints(board("mpr121", "keys: [13, 1]"))
                == ["b.yaml:8:7: there are 13 keys; a mpr121 has at most 12"])
        expect(
            boardComplaints(board("cap1188", "keys: [3, 3]")), "b.yaml:8:7: there are 9 keys; a cap1188 has at most 8")
        #expect(boardComplaints(board("cap1188", "keys: [0, 3]")).count == 1)
        #expect(boardComplaints(board("cap1188", "keys: 8")).count == 1)
    }

    @Test func aPanelHasNoKeys() {
        #expect(
            boardComplaints(board("gt911", "keys: [4, 3]"))
                == ["b.yaml:8:7: a gt911 has a panel, no keys; leave keys out; zones divide a panel"])
    }
}
