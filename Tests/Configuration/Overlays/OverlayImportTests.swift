import TaplineConfiguration
import TestSupport

/// Lines of `config.txt` as boards.
@Suite struct OverlayImportTests {
    /// The board that is made of `lines`.
    private func board(_ lines: String..., size: (x: Int, y: Int)? = nil) throws -> BoardDescription {
        try readBoard(try OverlayImport(lines, size: size).boardText)
    }

    /// What the firmware would read in `lines`.
    private func boot(_ lines: String...) -> BootConfiguration {
        BootConfiguration(Array(lines.joined(separator: "\n").utf8), file: "config.txt")
    }

    private func complaints(_ lines: String...) -> [String] {
        TaplineConfigurationTests.complaints { () throws(ConfigurationErrors) in try OverlayImport(lines) }
    }

    private func isSupported(_ overlay: TouchOverlay) -> Bool { ControllerChip(name: overlay.controller) != nil }

    // MARK: Lines

    @Test func aLineIsANameAndParameters() throws {
        let line = try #require(boot("  dtoverlay=goodix,interrupt=4,reset=17,invx \r\n").overlays.first)
        #expect(line.name == "goodix")
        #expect(line.nameMark == YAMLMark(line: 1, column: 13))
        #expect(line.parameters.map(\.name) == ["interrupt", "reset", "invx"])
        #expect(line.parameters.map(\.value) == ["4", "17", nil])
        #expect(line.parameters.last?.mark == YAMLMark(line: 1, column: 41))
        #expect(line.text == "dtoverlay=goodix,interrupt=4,reset=17,invx")
        // The firmware takes a colon after the name, too.
        #expect(boot("goodix:interrupt=4").overlays.first?.text == "dtoverlay=goodix,interrupt=4")
    }

    @Test func parametersMayFollowInLinesOfTheirOwn() throws {
        let line = try #require(
            boot("# the panel", "dtoverlay=goodix,reset=17", "", "dtparam=interrupt=5,invx=0").overlays.first)
        #expect(line.text == "dtoverlay=goodix,reset=17,interrupt=5,invx=0")
        #expect(line.parameters.last?.mark == YAMLMark(line: 4, column: 21))
    }

    @Test func whatIsNoLineIsRefused() {
        #expect(complaints() == ["dtoverlay:1:1: no overlay is named; write dtoverlay=NAME,PARAMETER=VALUE,…"])
        #expect(complaints("# nothing", "  ").count == 1)
        #expect(complaints("dtparam=interrupt=4").count == 1)
        expect(
            complaints("dtoverlay=,interrupt=4"),
            "dtoverlay:1:11: 'dtoverlay=,interrupt=4' names no overlay; write dtoverlay=NAME,PARAMETER=VALUE,…")
        // (Another setting of config.txt.)
        #expect(complaints("display_rotate=1").first?.contains("no overlay is named") == true)
        #expect(complaints("dtoverlay=goodix,\u{7}x").first?.contains("no line of config.txt") == true)
        #expect(complaints("goodix," + String(repeating: "x", count: 1_017)).first?.contains("no parameter") == true)
        #expect(complaints("goodix," + String(repeating: "x", count: 1_018)).first?.contains("no line of") == true)
    }

    // MARK: Boards

    @Test func theParametersOfALineChangeWhatTheOverlaySays() throws {
        let board = try board("dtoverlay=goodix,interrupt=23,reset=24,addr=0x5d,sizex=1024,sizey=600,invx,swapxy,i2c3")
        #expect(board.name == "Goodix GT9271" && board.controller.name == "gt9271")
        #expect(board.interruptPin == BoardPin(line: "GPIO23", activeLow: true))
        #expect(board.resetPin == BoardPin(line: "GPIO24", activeLow: true))
        #expect(board.addresses == [0x5D])
        #expect(board.bus == .adapter("i2c3"))
        #expect(board.panel.rawWidth == 1_024 && board.panel.rawHeight == 600)
        #expect(board.panel.mirrorX && !board.panel.mirrorY && board.panel.swapXY)
        #expect(
            board.sources.contains(
                "dtoverlay=goodix,interrupt=23,reset=24,addr=0x5d,sizex=1024,sizey=600,invx,swapxy,i2c3"))
    }

    @Test func whatALineLeavesOpenIsSaid() throws {
        #expect(try OverlayImport(["dtoverlay=goodix,sizex=800,sizey=480"]).notes.count == 1)
        #expect(try OverlayImport(["dtoverlay=vc4-kms-dsi-7inch"]).notes == [])
        #expect(try OverlayImport(["dtoverlay=vc4-kms-dpi-hyperpixel4,rotate=90"]).notes.count == 1)
    }

    @Test func aBoardSaysWhichParameterGaveAValue() throws {
        let text = try OverlayImport(["dtoverlay=goodix,interrupt=5,sizex=800,sizey=480,invx"]).boardText
        #expect(text.contains("\ninterrupt_pin: {line: GPIO5, active: low}  # interrupt=5\n"))
        #expect(text.contains("\nreset_pin: {line: GPIO17, active: low}\n"))
        #expect(text.contains("\nsize: [800, 480]  # sizex=800, sizey=480\n"))
        #expect(text.contains("\ntransform: {mirror_x: true}  # invx\n"))
        #expect(text.contains("echo N-0014 > /sys/bus/i2c/drivers/Goodix-TS/unbind"))
        #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("  - ") || $0.utf8.count <= 120 })
        let freed = try OverlayImport(["vc4-kms-dsi-7inch,disable_touch"]).boardText
        #expect(freed.contains("disable_touch may leave the controller in its reset: take it out"))
        let waveshare = try OverlayImport(["vc4-kms-dsi-waveshare-panel,8_0_inch,disable_touch"]).boardText
        #expect(waveshare.contains("disable_touch keeps the kernel's driver off the controller"))
        let second = try OverlayImport(["vc4-kms-dsi-ili9881-7inch"]).boardText
        #expect(second.contains("\ncontroller: evdev\n") && !second.contains("unbind") && !second.contains("addresses"))
    }

    // MARK: A whole config.txt

    private let whole = """
        # For more options see the documentation
        dtparam=audio=on
        display_auto_detect=1
        max_framebuffers=2
        include extra.txt

        [pi4]
        dtoverlay=vc4-kms-v3d
        dtparam=i2c_arm=on
        [all]
        #dtoverlay=edt-ft5406
        dtoverlay=goodix,interrupt=5,sizex=800,sizey=480
        dtparam=invx
        dtparam=watchdog=on
        gpu_mem=128
        [none]
        dtoverlay=pitft28-capacitive
        """

    @Test func theTouchOverlayOfAWholeFileIsFound() throws {
        for ending in ["\n", "\r\n"] {
            let text = whole.replacing("\n", with: ending)
            let made = try OverlayImport(BootConfiguration(Array(text.utf8), file: "config.txt"))
            let board = try readBoard(made.boardText)
            #expect(board.interruptPin?.line == "GPIO5" && board.panel.mirrorX && board.panel.rawWidth == 800)
            // What belongs to the computer is no parameter of the overlay, also where the line is shown.
            #expect(made.line.text == "dtoverlay=goodix,interrupt=5,sizex=800,sizey=480,invx")
            #expect(try OverlayImport([made.line.text]).boardText == made.boardText)
            #expect(
                made.notes == [
                    "The overlay does not say the panel's size in mm: without active_area 1 px counts as 1 pt."
                ])
        }
    }

    @Test func sectionsAndScopesAreTheFirmwares() {
        let boot = BootConfiguration(Array(whole.utf8), file: "config.txt")
        #expect(boot.overlays.map(\.name) == ["vc4-kms-v3d", "goodix", "pitft28-capacitive"])
        #expect(boot.overlays.map(\.section) == ["pi4", "all", "none"])
        #expect(boot.parameters.map(\.text) == ["audio=on"])
        #expect(boot.value(of: ["i2c_arm"]) == "on" && boot.value(of: ["watchdog"]) == "on")
        #expect(boot.value(of: ["spi"]) == nil)
        #expect(boot.lastSection == "none" && !boot.endsWithALine)
        // An empty line of an overlay ends its scope.
        let ended = self.boot("dtoverlay=goodix", "dtoverlay=", "dtparam=invx", "")
        #expect(ended.overlays[0].parameters.isEmpty && ended.parameters.map(\.text) == ["invx"])
        #expect(ended.lastSection == "all" && ended.endsWithALine)
    }

    @Test func severalTouchOverlaysAreAQuestionWithItsAnswers() {
        let found = complaints(
            "[pi4]", "dtoverlay=vc4-kms-dsi-7inch", "dtparam=invx", "[pi5]", "dtoverlay=goodix,reset=5")
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("dtoverlay:2:11: there are 2 touch overlays, and a board has one controller; "))
        #expect(found[0].contains("\n  tapline board import 'dtoverlay=vc4-kms-dsi-7inch,invx'    # [pi4]\n"))
        #expect(found[0].hasSuffix("\n  tapline board import 'dtoverlay=goodix,reset=5'    # [pi5]"))
        // The same one for two computers is one.
        #expect(complaints("[pi4]", "dtoverlay=vc4-kms-dsi-7inch", "[pi5]", "dtoverlay=vc4-kms-dsi-7inch") == [])
    }

    @Test func aFileWithoutATouchOverlaySaysSo() {
        #expect(complaints("gpu_mem=16", "dtparam=audio=on").first?.contains("no overlay is named") == true)
        #expect(
            complaints("dtoverlay=vc4-kms-v3d", "dtoverlay=disable-bt").first?.hasPrefix(
                "dtoverlay:2:11: none of the 2 overlays is that of a touch controller that is known here; known: goodix"
            ) == true)
        #expect(
            complaints("dtoverlay=vc4-kms-v3d", "dtoverlay=godix").first?.contains("did you mean 'goodix'?") == true)
    }

    @Test func aSlipInALineOfParametersIsANote() throws {
        let made = try OverlayImport(["dtoverlay=goodix,sizex=800,sizey=480", "dtparam=interupt=5"])
        #expect(made.notes.contains { $0.hasPrefix("dtparam=interupt=5 is no parameter of the overlay") })
    }

    // MARK: What doctor wants to know

    /// A panel without a size was given 4096 x 4096, the kernel's last resort.
    @Test func panelWithoutASizeIsAskedForIt() throws {
        for line in ["vc4-kms-dsi-waveshare-panel,11_9_inch", "vc4-kms-dsi-waveshare-panel-v2,5_0_inch_a"] {
            let found = complaints("dtoverlay=" + line)
            #expect(found.count == 1 && found[0].contains("--size 1280x720") && !found[0].contains("10_1_inch"))
            let board = try board("dtoverlay=" + line, size: (1_280, 320))
            #expect(board.panel.rawWidth == 1_280 && board.panel.rawHeight == 320)
        }
        #expect(
            complaints("dtoverlay=vc4-kms-dsi-waveshare-panel").first?.contains("add which panel it is (2_8_inch, ")
                == true)
        #expect(complaints("dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch") == [])
    }

    @Test(arguments: [
        ("goodix,sizex=800,sizey=480", nil), ("edt-ft5406", nil), ("edt-ft5406,i2c3", "i2c3"),
        ("vc4-kms-dsi-7inch,dsi0", "vc4-kms-dsi-7inch,dsi0"),
        ("vc4-kms-dsi-waveshare-panel,8_0_inch", "vc4-kms-dsi-waveshare-panel,8_0_inch"),
        ("crystalfontz-cfa050_pi_m,captouch,cm5", "crystalfontz-cfa050_pi_m,cm5"),
        ("vc4-kms-dpi-hyperpixel4,rotate=90", "vc4-kms-dpi-hyperpixel4,rotate=90"),
    ]) func boardKnowsWhatBringsItsBusWhenTheControllerIsFree(line: String, overlay: String?) throws {
        #expect(try board("dtoverlay=" + line).overlay == overlay)
        #expect(try OverlayImport(["dtoverlay=" + line]).boardText.contains("\noverlay: \(overlay ?? "none")\n"))
    }

    /// HyperPixel's disable-touch made a board whose overlay removes its bus.
    @Test(arguments: ["vc4-kms-dpi-hyperpixel4,disable-touch", "hyperpixel2r,disable-i2c"])
    func parameterThatRemovesTheBusIsSaidAndLeftOut(line: String) throws {
        let parts = line.split(separator: ",").map { String($0) }
        let made = try OverlayImport(["dtoverlay=" + line])
        #expect(made.notes.contains { $0.hasPrefix("\(parts[1]) removes the controller's bus") })
        #expect(try board("dtoverlay=" + line).overlay == parts[0])
        for other in [parts[0], line + "=0"] {
            #expect(try !OverlayImport(["dtoverlay=" + other]).boardText.contains("removes"))
        }
    }

    /// A board for the chip was made, which is in its reset while the kernel's driver is not bound to it.
    @Test func touchDisplay2IsTakenFromTheKernelsDriver() throws {
        let plain = try board("dtoverlay=vc4-kms-dsi-ili9881-7inch,disable_touch,dsi0")
        #expect(plain.controller.family == .evdev && plain.bus == .adapter("Goodix Capacitive TouchScreen"))
        #expect(plain.overlay == "vc4-kms-dsi-ili9881-7inch,dsi0")
        #expect(plain.panel.rawWidth == 720 && plain.panel.rawHeight == 1_280)
        let turned = try board("dtoverlay=vc4-kms-dsi-ili9881-7inch,swapxy").panel
        #expect(turned.rawWidth == 1_280 && turned.rawHeight == 720 && turned.rawMillimetres?.width == 154.97)
        let freed = try OverlayImport(["vc4-kms-dsi-ili9881-7inch,disable_touch"]).boardText
        #expect(freed.contains("disable_touch leaves the controller in its reset: take it out"))
    }

    /// The interrupt was taken on SDA.
    @Test func lineOfTheControllersOwnBusIsRefusedAsInterruptAndReset() {
        expect(
            complaints("dtoverlay=goodix,interrupt=2,reset=3,sizex=800,sizey=480"),
            "dtoverlay:1:18: interrupt is GPIO2, a line of the controller's own bus; "
                + "write the GPIO that it is wired to: interrupt=4",
            "dtoverlay:1:30: reset is GPIO3, a line of the controller's own bus; "
                + "write the GPIO that it is wired to: reset=17")
        #expect(complaints("dtoverlay=goodix,interrupt=2,reset=3,i2c3,sizex=800,sizey=480") == [])
        #expect(complaints("dtoverlay=goodix,interrupt=1,i2c0,sizex=800,sizey=480").count == 1)
    }

    @Test func sizeThatIsGivenTwiceMustBeTheSame() throws {
        let line = "dtoverlay=goodix,sizex=800,sizey=480"
        #expect(throws: ConfigurationErrors.self) { try board(line, size: (800, 600)) }
        #expect(throws: ConfigurationErrors.self) { try board(line, size: (480, 480)) }
        #expect(try board(line, size: (800, 480)).panel.rawHeight == 480)
        #expect(try board("dtoverlay=goodix,sizex=800", size: (800, 480)).panel.rawHeight == 480)
    }

    /// A goodix line without a size made a board of 4096 x 4096, the kernel's last resort.
    @Test func goodixWithoutASizeIsAskedForIt() throws {
        for line in ["dtoverlay=goodix", "dtoverlay=goodix,sizex=800"] {
            let found = complaints(line)
            #expect(found.count == 1)
            #expect(found.first?.contains("add sizex=1280,sizey=720 to the line, or give its size: --size") == true)
        }
        let imported = try board("dtoverlay=goodix", size: (800, 480))
        let shipped = try shippedBoard("goodix")
        #expect(imported.panel.rawWidth == 800 && shipped.hasSizeOfDevice && shipped.missingSize != nil)
        #expect(imported.controller == shipped.controller && imported.addresses == shipped.addresses)
        #expect(imported.interruptPin == shipped.interruptPin && imported.resetPin == shipped.resetPin)
        #expect(imported.bus == shipped.bus && imported.kernelDriver == shipped.kernelDriver)
    }

    /// The same panel, written down twice: in the table of overlays and in a board file.
    @Test(
        arguments: [
            ("dtoverlay=vc4-kms-dsi-7inch", "pi-touch-display-1"), ("dtoverlay=edt-ft5406", "edt-ft5406"),
            ("dtoverlay=vc4-kms-dsi-ili9881-7inch", "pi-touch-display-2"),
            ("dtoverlay=vc4-kms-dsi-ili9881-5inch,dsi0", "pi-touch-display-2-5inch"),
            ("dtoverlay=vc4-kms-dsi-ili79600-10-1inch", "pi-touch-display-2-10inch"),
            ("dtoverlay=vc4-kms-dpi-hyperpixel4", "hyperpixel4"),
            ("dtoverlay=vc4-kms-dpi-hyperpixel4sq", "hyperpixel4-square"), ("dtoverlay=hyperpixel2r", "hyperpixel2r"),
            ("dtoverlay=vc4-kms-dpi-hyperpixel2r", "hyperpixel2r"),
            ("dtoverlay=pitft28-capacitive,rotate=90,speed=64000000,fps=30", "pitft-2.8-capacitive"),
            ("dtoverlay=cutiepi-panel", "cutiepi"),
            ("dtoverlay=crystalfontz-cfa050_pi_m,cm5", "crystalfontz-cfa050"),
            ("dtoverlay=vc4-kms-dsi-waveshare-panel,3_4_inch", "waveshare-dsi-3.4"),
            ("dtoverlay=vc4-kms-dsi-waveshare-panel,4_0_inch", "waveshare-dsi-4"),
            ("dtoverlay=vc4-kms-dsi-waveshare-panel,4_0_inchC", "waveshare-dsi-4c"),
            ("dtoverlay=vc4-kms-dsi-waveshare-panel,7_9_inch", "waveshare-dsi-7.9"),
            ("dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch", "waveshare-dsi-8"),
            ("dtoverlay=vc4-kms-dsi-waveshare-panel,10_1_inch,i2c1", "waveshare-dsi-10.1"),
        ])
    func anOverlayWithoutChangesIsTheShippedBoard(line: String, name: String) throws {
        let imported = try board(line)
        let shipped = try shippedBoard(name)
        #expect(imported.controller == shipped.controller)
        #expect(imported.addresses == shipped.addresses)
        #expect(imported.interruptPin == shipped.interruptPin && imported.resetPin == shipped.resetPin)
        #expect(imported.takenLines == shipped.takenLines)
        #expect(imported.panel == shipped.panel)
        #expect(imported.maximumFingers == shipped.maximumFingers)
        #expect(imported.kernelDriver == shipped.kernelDriver)
        func names(_ bus: BusName) -> [BusName] {
            if case .firstOf(let buses) = bus { return buses }
            return [bus]
        }
        // The line says on which of the computer's connectors the panel is; the shipped board goes with each.
        for bus in names(imported.bus) where bus != .adapter("i2c_arm") {
            #expect(names(shipped.bus).contains(bus), "\(bus)")
        }
    }

    @Test(arguments: TouchOverlay.all.map(\.name))
    func everyOverlayMakesABoardOrSaysThatItsControllerIsNotSupported(name: String) throws {
        let overlay = try #require(TouchOverlay.named(name))
        guard isSupported(overlay) else {
            #expect(complaints(name).first?.contains("which this version does not support") == true)
            return
        }
        let isSized = overlay.size.x != nil
        let board = try board("dtoverlay=" + name, size: isSized ? nil : (1_280, 720))
        #expect(board.controller.name == (overlay.inputDevice == nil ? overlay.controller : "evdev"))
        #expect(board.sources.first == overlay.file)
    }

    // MARK: Parameters

    /// The axes that a line leads to: mirror x, mirror y, swap.
    private func axes(_ line: String) throws -> [Bool] {
        let panel = try board(line, size: line.hasPrefix("goodix") ? (800, 480) : nil).panel
        return [panel.mirrorX, panel.mirrorY, panel.swapXY]
    }

    @Test func inversionsMeanWhatTheOverlayMakesOfThem() throws {
        // `property?` gives and takes.
        #expect(try axes("goodix,invx,invy=1,swapxy=on") == [true, true, true])
        #expect(try axes("goodix,invx,invx=0") == [false, false, false])
        // The first touch display is mirrored, and its invx and invy leave that out.
        #expect(try axes("vc4-kms-dsi-7inch") == [true, true, false])
        #expect(try axes("vc4-kms-dsi-7inch,invx") == [false, true, false])
        #expect(try axes("vc4-kms-dsi-7inch,invx=0,invy=off") == [true, true, false])
        // Those of the second act in the kernel's driver, whose device tells the fingers.
        #expect(try axes("vc4-kms-dsi-ili9881-7inch,invx,swapxy") == [false, false, false])
        // `property!` takes and gives.
        #expect(try axes("vc4-kms-dpi-hyperpixel4") == [false, true, true])
        #expect(try axes("vc4-kms-dpi-hyperpixel4,touchscreen-inverted-y") == [false, false, true])
        #expect(
            try axes("vc4-kms-dpi-hyperpixel4,touchscreen-inverted-x,touchscreen-swapped-x-y") == [true, true, false])
        #expect(try axes("vc4-kms-dpi-hyperpixel4sq,touchscreen-inverted-y") == [false, false, false])
        #expect(try axes("vc4-kms-dpi-hyperpixel4sq,touchscreen-inverted-y=0") == [false, true, false])
        // A panel's own, and what comes after it.
        #expect(try axes("vc4-kms-dsi-waveshare-panel,8_0_inch") == [true, false, true])
        #expect(try axes("vc4-kms-dsi-waveshare-panel,8_0_inch,invx=0,invy") == [false, true, true])
    }

    @Test func busesAreChosenByParameters() throws {
        #expect(try board("edt-ft5406").bus == .adapter("i2c_csi_dsi"))
        #expect(try board("edt-ft5406,i2c1").bus == .firstOf([.adapter("i2c_arm"), .adapter("i2c1")]))
        #expect(try board("edt-ft5406,i2c6,addr=0x39").bus == .adapter("i2c6"))
        #expect(try board("edt-ft5406,i2c6=off").bus == .adapter("i2c_csi_dsi"))
        #expect(try board("vc4-kms-dsi-7inch,dsi0").bus == .adapter("i2c_csi_dsi0"))
    }

    @Test func whatIsUnknownIsNamedWithWhatIsValid() {
        #expect(
            complaints("dtoverlay=godix,interrupt=4").first?.hasPrefix(
                "dtoverlay:1:11: the overlay 'godix' is none of a touch controller that is known here; "
                    + "did you mean 'goodix'? valid: goodix, edt-ft5406, ") == true)
        #expect(
            complaints("dtoverlay=piscreen,speed=18000000") == [
                "dtoverlay:1:11: the overlay 'piscreen' is none of a touch controller that is known here; its touch "
                    + "controller hangs on SPI, where the kernel's driver reads it: load the overlay, and write --board evdev"
            ])
        #expect(
            complaints("dtoverlay=goodix,interupt=4,foo").map { $0.prefix(75) } == [
                "dtoverlay:1:18: the overlay 'goodix' has no parameter 'interupt'; did you m",
                "dtoverlay:1:29: the overlay 'goodix' has no parameter 'foo'; valid: interru",
            ])
        expect(
            complaints("dtoverlay=cutiepi-panel,invx"),
            "dtoverlay:1:25: the overlay 'cutiepi-panel' has no parameter 'invx'; it has none")
    }

    @Test(arguments: [
        ("interrupt=54", "interrupt=N, a whole number, 0 to 53"), ("interrupt", "interrupt=N"),
        ("interrupt=", "interrupt=N"), ("reset=-1", "reset=N"), ("sizex=0", "sizex=N, a whole number, 1 to 65535"),
        ("sizey=65536", "sizey=N"), ("sizex=99999999999999999999", "sizex=N"), ("addr=0x78", "addr=N"),
        ("addr=7", "addr=N, a whole number, 8 to 119"), ("invx=maybe", "write invx or invx=0"),
        ("swapxy=", "write swapxy or swapxy=0"), ("interrupt=17", "write the GPIOs that they are wired to"),
    ]) func valuesThatAreWrongAreRefusedWithWhatIsRight(parameter: String, right: String) {
        let found = complaints("dtoverlay=goodix,\(parameter)")
        #expect(found.count == 1)
        #expect(found.first?.contains(right) == true)
    }

    @Test(arguments: ["interrupt=0", "interrupt=53", "sizex=1", "sizey=65535", "addr=0x08", "addr=119", "invx=0x1"])
    func valuesAtTheLimitsAreTaken(parameter: String) throws {
        #expect(complaints("dtoverlay=goodix,sizex=800,sizey=480,\(parameter)") == [])
        _ = try board("dtoverlay=goodix,sizex=800,sizey=480,\(parameter)")
    }

    @Test func aThousandRandomLinesEndInBoardsOrErrors() throws {
        var generator = generator(seedOf: "the overlay lines")
        let pieces =
            TouchOverlay.allNames + TouchOverlay.all.flatMap(\.parameterNames)
            + [
                "dtoverlay=", "dtparam=", ",", ",", ",", "=", ":", "#", "\n", " ", "-1", "0", "0x", "4", "é", "\u{301}",
                "\"",
            ]
        var boards = 0
        for _ in 0..<1_000 {
            var text =
                Bool.random(using: &generator)
                ? "dtoverlay=" + (TouchOverlay.allNames.randomElement(using: &generator) ?? "") : ""
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            guard let made = try? OverlayImport(text.split(separator: "\n").map { String($0) }) else { continue }
            _ = try readBoard(made.boardText)
            boards += 1
        }
        #expect(boards > 20)
    }
}
