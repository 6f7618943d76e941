import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

@testable import TaplineDiagnostics
@testable import TaplineLinux

/// What `tapline init` plans: facts in, steps out.
@Suite struct InitPlanTests {
    private static let rules = Array("the rule".utf8)
    private static let option = Array("the option".utf8)

    /// A Raspberry Pi with these boards' buses, a config.txt, and a header whose lines are free.
    private func raspberryPi(
        _ boot: String? = "dtparam=i2c_arm=on\n", boards: [(String, bus: String?, input: String?)] = [],
        buses: [DetectedBus] = []
    ) throws -> InitFacts {
        var machine = MachineFacts(board: try BoardDescription.simulated())
        machine.model = "Raspberry Pi 4 Model B Rev 1.4"
        machine.adapters = buses.map { $0.adapter }
        if let boot {
            machine.bootConfiguration = BootConfiguration(Array(boot.utf8), file: "/boot/firmware/config.txt")
        }
        var facts = InitFacts(machine: machine)
        facts.boot = boot.map { Array($0.utf8) }
        facts.buses = buses
        for (name, bus, input) in boards {
            let text = try Repository.bytes("boards/\(name).yaml")
            var board = InitBoard(name: name, description: try BoardDescription(text, file: "\(name).yaml"))
            (board.busPath, board.inputPath) = (bus, input)
            facts.boards.append(board)
        }
        facts.lines = (0..<28).map { ("GPIO\($0)", nil) }
        facts.hasLine = true
        facts.files = [(InitFacts.freeRules, Self.rules), (InitFacts.inputOption, Self.option)]
        return facts
    }

    private func bus(_ number: Int, _ chips: (UInt8, Detected)...) -> DetectedBus {
        var bus = DetectedBus(adapter: I2CAdapter(number: number, name: "bcm2835 (i2c@7e804000)"))
        bus.chips = chips.map { ($0.0, $0.1) }
        return bus
    }

    private func held(_ device: String, _ driver: String, _ address: UInt8) -> ChipOwnership.Holder {
        .init(address: address, device: device, driver: driver, isInput: true)
    }

    private func found(_ holder: ChipOwnership.Holder, on path: String) -> (UInt8, Detected) {
        (holder.address, .held(holder, holder.refusal(busPath: path)))
    }

    private func gt911() -> Detected {
        var identity = ControllerIdentity()
        identity.product = [0x39, 0x31, 0x31, 0]
        (identity.width, identity.height) = (1024, 600)
        return .controller(chip: "gt911", identity)
    }

    private func options(_ name: String = "lamp", line: String? = "GPIO23") -> InitOptions {
        var options = InitOptions(name: name)
        options.line = line
        return options
    }

    /// Of a panel that leaves no line.
    private func serial() -> InitOptions {
        var options = options(line: nil)
        options.serial = "/dev/ttyUSB0"
        return options
    }

    /// The one board of a choice.
    private func only(_ facts: InitFacts, _ options: InitOptions) throws -> InitBoard {
        guard case .boards(let boards) = try facts.choice(options) else { throw Missing("a board") }
        #expect(boards.count == 1)
        return try #require(boards.first)
    }

    private func refusal(_ work: () throws(ServiceError) -> Void) throws -> ServiceError {
        guard let error = failure(work) else { throw Missing("a refusal") }
        return error
    }

    private func written(_ plan: InitPlan, _ path: String) -> String? {
        for case .write(path, let bytes) in plan.steps { return String(decoding: bytes, as: UTF8.self) }
        return nil
    }

    private func commands(_ plan: InitPlan) -> [String] {
        plan.steps.compactMap { if case .run(let words, _) = $0, !words.isEmpty { InitPlan.shell(words) } else { nil } }
    }

    // MARK: Three panels

    @Test func touchDisplayIsFreedFromTheKernelAndGetsALamp() throws {
        let holder = held("10-0038", "edt_ft5x06", 0x38)
        var facts = try raspberryPi(
            boards: [("pi-touch-display-1", "/dev/i2c-10", nil), ("pi-touch-display-2", "/dev/i2c-10", nil)],
            buses: [bus(10, found(holder, on: "/dev/i2c-10"))])
        let board = try only(facts, options())
        #expect(board.name == "pi-touch-display-1")
        facts.machine.holders = [holder]
        let plan = try facts.plan(options(), board: board)
        #expect(plan.ending == .service)
        #expect(written(plan, "/etc/udev/rules.d/61-tapline-free.rules") == "the rule")
        let lamp = """
            tapline: config/1
            board: pi-touch-display-1
            gestures:
              - {name: lamp, kind: swipe, directions: [left, right]}
            outputs:
              - {on: lamp, line: GPIO23, toggle: true}

            """
        #expect(written(plan, "/etc/tapline/lamp.yaml") == lamp)
        #expect(
            commands(plan) == [
                "udevadm control --reload", "udevadm trigger --action=bind --subsystem-match=i2c", "udevadm settle",
                "systemctl enable tapline@lamp", "systemctl restart tapline@lamp",
            ])
        #expect(
            plan.steps[0]
                == .run([], undo: ["sh", "-c", "echo 10-0038 >/sys/bus/i2c/drivers/edt_ft5x06/bind"]))
    }

    @Test func hyperPixelHasNoFreeLineAndASerialPortInstead() throws {
        let holder = held("3-005d", "Goodix-TS", 0x5D)
        var facts = try raspberryPi(
            "dtoverlay=vc4-kms-dpi-hyperpixel4\n",
            boards: [("hyperpixel4", "/dev/i2c-3", nil), ("hyperpixel4-square", "/dev/i2c-3", nil)],
            buses: [bus(3, found(holder, on: "/dev/i2c-3"))])
        let board = try only(facts, options())
        #expect(board.name == "hyperpixel4")
        facts.machine.holders = [holder]
        #expect(facts.freeLines(for: board.description).isEmpty)
        for line in ["GPIO23", nil] {
            let error = try refusal { () throws(ServiceError) in
                _ = try facts.plan(options(line: line), board: board)
            }
            #expect(error.exitCode == .usage)
            #expect(
                error.description.contains("no GPIO line is free beside the panel HyperPixel 4: --serial /dev/ttyUSB0"))
        }
        var other = options(line: nil)
        other.serial = "/dev/ttyUSB0"
        let plan = try facts.plan(other, board: board)
        #expect(written(plan, "/etc/tapline/lamp.yaml")?.hasSuffix("  - {serial: /dev/ttyUSB0}\n") == true)
    }

    @Test func bareControllerGetsABoardThatMovesNoLineOfIt() throws {
        let facts = try raspberryPi(boards: [("goodix", "/dev/i2c-1", nil)], buses: [bus(1, (0x14, gt911()))])
        // (The board goodix would drive GPIO4 and GPIO17, which nobody has named.)
        let board = try only(facts, options())
        #expect(board.name == "lamp")
        #expect(!board.drivesLines)
        #expect(board.description.panel.rawWidth == 1024)
        #expect(board.description.addresses == [0x14])
        // (It was a copy of another panel's, and had its taken lines: no line of the header was free.)
        #expect(facts.freeLines(for: board.description).count == 17)
        let plan = try facts.plan(options(), board: board)
        let text = try #require(written(plan, "/etc/tapline/boards/lamp.yaml"))
        #expect(try BoardDescription(Array(text.utf8), file: "lamp.yaml") == board.description)
        #expect(written(plan, "/etc/tapline/lamp.yaml")?.contains("board: lamp\n") == true)
        #expect(commands(plan) == ["systemctl enable tapline@lamp", "systemctl restart tapline@lamp"])
    }

    @Test func panelOfTheKernelGetsTheServiceInputDevices() throws {
        var facts = try raspberryPi(nil, boards: [("evdev", nil, "/dev/input/event3")])
        facts.touchscreens = [EvdevDevice(number: 3, name: "A \"USB\" screen", isTouchscreen: true)]
        let plan = try facts.plan(options(), board: only(facts, options()))
        #expect(written(plan, "/etc/systemd/system/tapline@lamp.service.d/input.conf") == "the option")
        #expect(commands(plan).first == "systemctl daemon-reload")
        #expect(plan.text { _ in nil }.contains("touchscreen: the kernel reads the touchscreen 'A \"USB\" screen'\n"))
    }

    @Test func chipThatNoBoardFitsIsLeftToTheKernelWhichReadsIt() throws {
        let holder = held("1-0041", "ili210x_i2c", 0x41)
        var facts = try raspberryPi(
            boards: [("goodix", "/dev/i2c-1", nil), ("evdev", nil, "/dev/input/event0")],
            buses: [bus(1, found(holder, on: "/dev/i2c-1"))])
        facts.touchscreens = [EvdevDevice(number: 0, name: "ili210x", isTouchscreen: true)]
        #expect(try only(facts, options()).name == "evdev")
    }

    @Test func secondTouchDisplayIsOneOfTwoAndIsAskedFor() throws {
        let holder = held("10-005d", "Goodix-TS", 0x5D)
        let input = "/dev/input/event0"
        let facts = try raspberryPi(
            boards: [
                ("pi-touch-display-2", "/dev/i2c-10", input), ("pi-touch-display-2-5inch", "/dev/i2c-10", input),
                ("waveshare-dsi-4", "/dev/i2c-10", nil), ("evdev", nil, input),
            ], buses: [bus(10, found(holder, on: "/dev/i2c-10"))])
        guard case .boards(let boards) = try facts.choice(options()) else { throw Missing("boards") }
        #expect(boards.map { $0.name } == ["pi-touch-display-2", "pi-touch-display-2-5inch"])
    }

    @Test func controllerThatDoesNotSayItsSizeWantsABoard() throws {
        let facts = try raspberryPi(buses: [bus(1, (0x38, .controller(chip: "ft5406", ControllerIdentity())))])
        let error = try refusal { () throws(ServiceError) in _ = try facts.choice(options()) }
        #expect(error.exitCode == .unavailable)
        #expect(
            error.description.contains("does not say how large its panel is: name the panel's board, --board BOARD"))
    }

    // MARK: Nothing

    @Test func nothingAnswersSaysWhereItLookedAndWhatToLookAt() throws {
        let facts = try raspberryPi(buses: [bus(1)])
        let error = try refusal { () throws(ServiceError) in _ = try facts.choice(options()) }
        #expect(error.exitCode == .unavailable)
        for part in ["Looked at: /dev/i2c-1, bcm2835", "no controller was found", "SDA and SCL", "--board BOARD"] {
            #expect(error.description.contains(part), "\(part)")
        }
    }

    @Test func computerWithoutABusOrATouchscreenIsToldSo() throws {
        let facts = try raspberryPi(nil)
        let error = try refusal { () throws(ServiceError) in _ = try facts.choice(options()) }
        #expect(error.exitCode == .unavailable)
        #expect(error.description.contains("neither an I2C adapter nor a touchscreen"))
    }

    @Test func severalTouchscreensAreListed() throws {
        var facts = try raspberryPi(nil, boards: [("evdev", nil, nil)])
        facts.touchscreens = [0, 1].map { EvdevDevice(number: $0, name: "screen \($0)", isTouchscreen: true) }
        let error = try refusal { () throws(ServiceError) in _ = try facts.choice(options()) }
        #expect(error.description.contains("/dev/input/event1 'screen 1'"))
    }

    // MARK: config.txt

    @Test(
        arguments: [
            ("", "dtparam=i2c_arm=on\n"),
            ("#dtparam=i2c_arm=on\n", "dtparam=i2c_arm=on\n"),
            ("a=b", "\ndtparam=i2c_arm=on\n"),
            ("[pi4]\na=b\n", "[all]\ndtparam=i2c_arm=on\n"),
            ("[pi4]\na=b", "\n[all]\ndtparam=i2c_arm=on\n"),
            ("include other.txt\n", "[all]\ndtparam=i2c_arm=on\n"),
        ])
    func busThatIsOffIsSwitchedOnForThisComputerAndNothingElseChanges(before: String, added: String) throws {
        let facts = try raspberryPi(before)
        guard case .boot(let line) = try facts.choice(options()) else { throw Missing("a line") }
        let plan = try facts.restart(line, options())
        #expect(plan.ending == .restart)
        #expect(plan.steps.count == 1)
        #expect(written(plan, "/boot/firmware/config.txt") == before + added)
        // After the start of the computer the same command goes on: the line is not added again.
        let after = try raspberryPi(before + added, buses: [bus(1, (0x5D, gt911()))])
        #expect(try only(after, options()).name == "lamp")
    }

    @Test func namedBoardBringsItsOwnLineAndOnlyOnce() throws {
        var facts = try raspberryPi(boards: [("hyperpixel4", nil, nil)])
        let plan = try facts.plan(serial(), board: facts.boards[0])
        #expect(plan.ending == .restart)
        #expect(
            written(plan, "/boot/firmware/config.txt") == "dtparam=i2c_arm=on\ndtoverlay=vc4-kms-dpi-hyperpixel4\n")
        facts = try raspberryPi("dtoverlay=vc4-kms-dpi-hyperpixel4\n", boards: [("hyperpixel4", nil, nil)])
        let error = try refusal { () throws(ServiceError) in _ = try facts.plan(serial(), board: facts.boards[0]) }
        #expect(error.description.contains("counts from the next start on (sudo reboot)"))
    }

    /// The bug: config.txt was changed, and only after the restart it was said that the line is the panel's.
    @Test func lineOfThePanelIsRefusedBeforeTheRestart() throws {
        let facts = try raspberryPi(boards: [("hyperpixel4", nil, nil)])
        var options = options()
        options.line = "GPIO27"
        let error = try refusal { () throws(ServiceError) in _ = try facts.plan(options, board: facts.boards[0]) }
        #expect(error.description.contains("GPIO27"))
        options.line = nil
        #expect(try facts.plan(options, board: facts.boards[0]).ending == .restart)
    }

    @Test func otherComputersHaveNoConfigToChange() throws {
        let facts = try raspberryPi(nil, boards: [("hyperpixel4", nil, nil)])
        let error = try refusal { () throws(ServiceError) in _ = try facts.plan(serial(), board: facts.boards[0]) }
        #expect(error.exitCode == .unavailable)
    }

    /// A touchscreen of the kernel's was missed as a bus.
    @Test func touchscreenThatIsNotThereIsMissedAsOne() throws {
        let facts = try raspberryPi(nil, boards: [("pi-touch-display-2", nil, nil)])
        let error = try refusal { () throws(ServiceError) in _ = try facts.plan(serial(), board: facts.boards[0]) }
        #expect(
            error.description
                == "the board pi-touch-display-2 wants the input device Goodix Capacitive TouchScreen, which is not "
                + "there. A Raspberry Pi would get it by dtoverlay=vc4-kms-dsi-ili9881-7inch in config.txt, which is not here"
        )
    }

    @Test func whatNoLineBringsIsNotLookedForInConfig() throws {
        // `--board evdev` without a touchscreen switched the header's bus on.
        var facts = try raspberryPi("", boards: [("evdev", nil, nil)])
        var error = try refusal { () throws(ServiceError) in _ = try facts.plan(options(), board: facts.boards[0]) }
        #expect(error.exitCode == .unavailable)
        #expect(error.description == "the board evdev wants the input device touchscreen, which is not there")
        // A name that fits two adapters is not brought by a line, either.
        facts = try raspberryPi("", boards: [("hyperpixel4", nil, nil)], buses: [bus(3)])
        facts.machine.busRefusal = DeviceError(device: "i2c@0", reason: "2 I2C adapters fit")
        error = try refusal { () throws(ServiceError) in _ = try facts.plan(options(), board: facts.boards[0]) }
        #expect(error.description.hasSuffix("; there are /dev/i2c-3 'bcm2835 (i2c@7e804000)'"))
    }

    // MARK: What is in the way

    @Test func serviceThatRanBeforeGoesOnAsItDidWhenThatIsTakenBack() throws {
        var facts = try raspberryPi(buses: [bus(1, (0x5D, gt911()))])
        facts.isEnabled = true
        let plan = try facts.plan(options(), board: only(facts, options()))
        // (The first step is the last that is taken back: then the old files are there.)
        #expect(plan.steps.first == .run([], undo: ["systemctl", "try-restart", "tapline@lamp"]))
        #expect(plan.steps.contains(.run(["systemctl", "enable", "tapline@lamp"])))
    }

    @Test func filesThatAreThereAreReplacedOnlyByForce() throws {
        var facts = try raspberryPi(buses: [bus(1, (0x5D, gt911()))])
        facts.files.append(("/etc/tapline/lamp.yaml", Array("mine".utf8)))
        let board = try only(facts, options())
        let error = try refusal { () throws(ServiceError) in _ = try facts.plan(options(), board: board) }
        #expect(error.description.contains("/etc/tapline/lamp.yaml is there already"))
        var forced = options()
        forced.isForced = true
        #expect(written(try facts.plan(forced, board: board), "/etc/tapline/lamp.yaml") != nil)
    }

    @Test func lineThatIsUsedOrNotThereIsRefused() throws {
        var facts = try raspberryPi(buses: [bus(1, (0x5D, gt911()))])
        let board = try only(facts, options())
        facts.lineUser = "'lcd' as an output"
        var error = try refusal { () throws(ServiceError) in _ = try facts.plan(options(), board: board) }
        #expect(error.description == "--line: GPIO23 is used by 'lcd' as an output")
        (facts.lineUser, facts.hasLine) = (nil, false)
        error = try refusal { () throws(ServiceError) in _ = try facts.plan(options(line: "GPIO99"), board: board) }
        #expect(error.description.hasPrefix("--line: this computer has no line GPIO99; free are GPIO23, GPIO24"))
    }

    @Test func linesOfThePanelAreNeitherSuggestedNorTaken() throws {
        var facts = try raspberryPi(boards: [("goodix", "/dev/i2c-1", nil)])
        facts.lines[24].user = "'fan' as an output"
        let free = facts.freeLines(for: facts.boards[0].description)
        #expect(free.prefix(3) == ["GPIO23", "GPIO25", "GPIO22"])
        // Interrupt and reset of the board, its bus.
        for line in ["GPIO4", "GPIO17", "GPIO2", "GPIO3"] { #expect(!free.contains(line), "\(line)") }
    }

    @Test func driverThatNoRuleFreesIsToldWithItsCommand() throws {
        var facts = try raspberryPi(boards: [("goodix", "/dev/i2c-1", nil)])
        facts.machine.board = facts.boards[0].description
        facts.machine.busPath = "/dev/i2c-1"
        facts.machine.holders = [held("1-0014", "strange", 0x14)]
        let error = try refusal { () throws(ServiceError) in _ = try facts.plan(options(), board: facts.boards[0]) }
        #expect(error.exitCode == .unavailable)
        #expect(error.description.contains("the kernel's driver strange has 1-0014"))
    }

    @Test func devicesOfOtherGroupsGetARule() throws {
        var facts = try raspberryPi(buses: [bus(1, (0x5D, gt911()))])
        facts.devices = [("/dev/i2c-1", "i2c"), ("/dev/gpiochip0", "root")]
        let plan = try facts.plan(options(), board: only(facts, options()))
        #expect(
            written(plan, InitFacts.groupRules)
                == "SUBSYSTEM==\"gpio\", KERNEL==\"gpiochip*\", GROUP=\"gpio\", MODE=\"0660\"\n")
    }

    // MARK: Hostile words

    @Test func namesAreValuesOfYAMLWhateverIsInThem() throws {
        let facts = try raspberryPi(buses: [bus(1, (0x5D, gt911()))])
        let board = try only(facts, options())
        let plan = try facts.plan(options(line: #"my "lamp": {a\b}, 'c' #d"#), board: board)
        let text = try #require(written(plan, "/etc/tapline/lamp.yaml"))
        #expect(text.contains(#"line: "my \"lamp\": {a\\b}, 'c' #d", toggle"#))
        for line in ["", "a\nb", "a\u{1B}[2J"] {
            let error = try refusal { () throws(ServiceError) in _ = try facts.plan(options(line: line), board: board) }
            #expect(error.exitCode == .usage)
        }
    }

    @Test(arguments: ["", "..", "a/b", "a b", "a'b", ".hidden", String(repeating: "a", count: 65)])
    func namesThatAreNoneAreRefused(name: String) throws {
        #expect(try refusal { () throws(ServiceError) in try options(name).check() }.exitCode == .usage)
    }

    @Test func commandThatGoesOnHasAllThatWasSaid() throws {
        var asked = options(line: "it's")
        asked.board = "my board.yaml"
        (asked.gesture, asked.isForced, asked.isAllowed) = ("double-tap", true, true)
        #expect(
            asked.command
                == #"sudo tapline init lamp --board 'my board.yaml' --line 'it'\''s' --gesture double-tap --force --yes"#
        )
        asked.gesture = "wave"
        #expect(try refusal { () throws(ServiceError) in try asked.check() }.description.contains("long-press"))
    }

    @Test func everyGestureIsAConfiguration() throws {
        let facts = try raspberryPi(buses: [bus(1, (0x5D, gt911()))])
        for gesture in InitOptions.gestures {
            var asked = options()
            asked.gesture = gesture.name
            let plan = try facts.plan(asked, board: only(facts, asked))
            #expect(written(plan, "/etc/tapline/lamp.yaml")?.contains(gesture.entry) == true)
        }
    }
}
