import TaplineBoards
import TaplineControllers
import TaplineDevices
import TaplineService
import TaplineTouches
import Testing

@testable import TaplineDiagnostics

/// Each check of the doctor: facts in, findings out.
@Suite struct DoctorTests {
    /// A GT911 on the header of a Raspberry Pi 4 that has been found, with everything well.
    private func healthy(_ more: String = "") throws -> MachineFacts {
        var facts = MachineFacts(board: try board(more))
        facts.boardName = "bench"
        facts.boardFile = "boards/bench.yaml"
        facts.adapters = [I2CAdapter(number: 1, name: "bcm2835 (i2c@7e804000)")]
        facts.busPath = "/dev/i2c-1"
        facts.adapterDriver = "i2c-bcm2835"
        facts.busSpeedHz = 100_000
        facts.bootConfiguration = ("/boot/firmware/config.txt", ["dtparam=i2c_arm=on"])
        for (role, name, offset) in [("interrupt_pin", "GPIO4", 4), ("reset_pin", "GPIO17", 17)]
            as [(String, String, UInt32)]
        {
            var line = NamedLine(role: role, name: name)
            line.location = GPIOLineLocation(
                chipPath: "/dev/gpiochip0", chipLabel: "pinctrl-bcm2711", offset: offset, name: name)
            facts.lines.append(line)
        }
        var controller = ControllerFacts()
        controller.identity.isKnown = true
        controller.identity.address = 0x5D
        controller.identity.product = [0x39, 0x31, 0x31, 0]
        (controller.identity.width, controller.identity.height) = (800, 480)
        facts.controller = controller
        facts.watch = healthyWatch
        return facts
    }

    private func board(_ more: String = "", bus: String = "i2c1", source: String = "a test") throws -> BoardDescription
    {
        let text = """
            tapline: board/1
            name: bench
            source: "\(source)"
            controller: gt911
            bus: \(bus)
            addresses: [0x5d]
            interrupt_pin: {line: GPIO4, active: low}
            reset_pin: {line: GPIO17, active: low}
            size: [800, 480]
            \(more)
            """
        return try BoardDescription(Array(text.utf8), file: "bench.yaml")
    }

    /// Two seconds of one finger at 100 reports a second, and three without.
    private var healthyWatch: WatchFacts {
        var watch = WatchFacts()
        watch.hasInterruptLine = true
        watch.touchedReports = 200
        watch.touchedTime = .milliseconds(2_000)
        watch.touchedBits = 200 * 149
        watch.transfers = 600
        watch.edges = 200
        watch.restingLooks = 150
        watch.touchedLooks = 200
        return watch
    }

    private func problems(_ findings: [DoctorFinding]) -> [DoctorFinding] {
        findings.filter {
            if case .problem = $0.weight { true } else { false }
        }
    }

    // MARK: The whole

    @Test func healthyMachineHasNoProblem() throws {
        let findings = Doctor.examine(try healthy())
        #expect(findings.allSatisfy { $0.weight == .fine }, "\(findings)")
        #expect(
            findings.map { $0.subject } == ["bus", "driver", "lines", "controller", "interrupt", "transfers", "rate"])
        #expect(DoctorReport(findings: findings, isColoured: false).exitCode == .done)
    }

    @Test func everyProblemEndsInACommand() throws {
        var facts: [MachineFacts] = []
        func with(_ change: (inout MachineFacts) -> Void) throws {
            var next = try healthy()
            change(&next)
            facts.append(next)
        }
        try with { $0.busPath = nil }
        try with { $0.busFailure = DeviceError(path: "/dev/i2c-1", errno: Errno.notSupported) }
        try with { $0.hasBusFile = false }
        try with { $0.denials = [Denial(path: "/dev/i2c-1", group: "i2c")] }
        try with { $0.holders = [.init(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true)] }
        try with { $0.lines[0].user = "'lcd' as an output" }
        try with { $0.controller = ControllerFacts() }
        try with { $0.watch?.edges = 0 }
        try with { $0.watch?.restingAsserted = 150 }
        try with { $0.watch?.failures = 100 }
        try with { $0.busSpeedHz = 10_000 }
        for facts in facts {
            let problems = problems(Doctor.examine(facts))
            #expect(!problems.isEmpty)
            for problem in problems { #expect(!problem.command.isEmpty, "\(problem)") }
        }
    }

    @Test func exitCodeIsThatOfTheFirstProblem() {
        func code(_ findings: [DoctorFinding]) -> ExitCode {
            DoctorReport(findings: findings, isColoured: false).exitCode
        }
        let fine = DoctorFinding.fine("bus", "there")
        let note = DoctorFinding.note("rate", "nobody", command: "touch it")
        #expect(code([]) == .done)
        #expect(code([fine, note]) == .done)
        #expect(
            code([fine, .problem("permission", "", command: "x", .permission), .problem("bus", "", command: "x")])
                == .permission)
        #expect(code([note, .problem("bus", "", command: "x")]) == .unavailable)
    }

    @Test func reportHasTheCommandUnderItsFinding() {
        let findings = [DoctorFinding.fine("bus", "there"), .problem("driver", "has it", command: "echo free")]
        #expect(
            DoctorReport(findings: findings, isColoured: false).text == """
                fine     bus         there
                PROBLEM  driver      has it
                                     echo free

                """)
        #expect(DoctorReport(findings: findings, isColoured: true).text.utf8.contains(0x1B))
    }

    // MARK: Bus

    @Test func missingBusIsBroughtByTheHeadersLine() throws {
        var facts = try healthy()
        facts.busPath = nil
        facts.bootConfiguration = ("/boot/config.txt", ["dtparam=audio=on"])
        let finding = Doctor.bus(facts)[0]
        #expect(finding.weight == .problem(.unavailable))
        #expect(finding.command == "echo 'dtparam=i2c_arm=on' | sudo tee -a /boot/config.txt && sudo reboot")
        // The line is there already.
        facts.bootConfiguration?.lines.append("dtparam=i2c_arm=on")
        #expect(Doctor.bus(facts)[0].command == "sudo reboot")
    }

    @Test(arguments: [
        (
            "i2c_csi_dsi", "facts: overlays/vc4-kms-dsi-7inch-overlay.dts of linux",
            "dtoverlay=vc4-kms-dsi-7inch,disable_touch"
        ),
        ("i2c@0", "vc4-kms-dpi-hyperpixel4-overlay.dts", "dtoverlay=vc4-kms-dpi-hyperpixel4"),
        ("i2c6", "x: arch/arm/boot/dts/overlays/cutiepi-panel-overlay.dts", "dtoverlay=cutiepi-panel"),
        ("i2c_arm", "arch/arm/boot/dts/overlays/goodix-overlay.dts", "dtparam=i2c_arm=on"),
        ("1", "a book", "dtparam=i2c_arm=on"), ("/dev/i2c-1", "-overlay.dts", "dtparam=i2c_arm=on"),
    ]) func overlayOfABoardIsTheOneThatItsSourcesCite(bus: String, source: String, line: String) throws {
        #expect(Doctor.bootLine(try board(bus: bus, source: source)) == line)
    }

    @Test func overlayThatABoardNamesComesFirst() throws {
        var board = try board(
            "overlay: vc4-kms-dsi-waveshare-panel,8_0_inch", bus: "i2c1", source: "goodix-overlay.dts")
        #expect(Doctor.bootLine(board) == "dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch,disable_touch")
        board.overlay = "i2c6"
        #expect(Doctor.bootLine(board) == "dtoverlay=i2c6")
        board.overlay = nil
        #expect(Doctor.bootLine(board) == "dtparam=i2c_arm=on")
    }

    @Test func busNameThatFitsTwoIsTheBoardsAffair() throws {
        var facts = try healthy()
        facts.busPath = nil
        facts.busRefusal = DeviceError(device: "i2c", reason: "2 I2C adapters fit", hint: "say which")
        let finding = Doctor.bus(facts)[0]
        #expect(finding.weight == .problem(.badConfiguration))
        #expect(finding.command == "sed -i 's|^bus:.*|bus: /dev/i2c-1|' boards/bench.yaml")
    }

    @Test func adapterWithoutItsFileNeedsTheModule() throws {
        var facts = try healthy()
        facts.hasBusFile = false
        #expect(Doctor.bus(facts)[0].command.hasSuffix("sudo modprobe i2c-dev"))
    }

    // MARK: Permission

    @Test func deniedDeviceNamesItsGroup() throws {
        var facts = try healthy()
        facts.denials = [Denial(path: "/dev/i2c-1", group: "i2c")]
        #expect(Doctor.permission(facts)[0].command == "sudo usermod -aG i2c $USER")
        #expect(Doctor.permission(facts)[0].weight == .problem(.permission))
        facts.userGroups = ["i2c"]
        #expect(Doctor.permission(facts)[0].command == "newgrp i2c")
        facts.denials = [Denial(path: "/dev/gpiochip0", group: "root"), Denial(path: "/dev/i2c-1", group: nil)]
        #expect(Doctor.permission(facts)[0].command.hasPrefix("echo 'SUBSYSTEM==\"gpio\""))
        #expect(Doctor.permission(facts)[1].command.hasPrefix("echo 'SUBSYSTEM==\"i2c-dev\""))
        facts.denials = [Denial(path: "/dev/i2c-1", group: "i2c", isByContainer: true)]
        #expect(Doctor.permission(facts)[0].command.hasSuffix("DeviceAllow=/dev/i2c-1 rw"))
        facts.denials = []
        #expect(Doctor.permission(facts).isEmpty)
    }

    // MARK: The kernel's driver

    @Test func heldChipIsFreedByUnbind() throws {
        var facts = try healthy()
        facts.holders = [.init(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true)]
        #expect(
            Doctor.kernelDriver(facts)[0].command == "echo 1-005d | sudo tee /sys/bus/i2c/drivers/Goodix-TS/unbind")
    }

    @Test(arguments: [
        ("dtoverlay=vc4-kms-dsi-7inch", "&,disable_touch"), ("dtoverlay=goodix,interrupt=4", "# &"),
        ("dtoverlay=edt-ft5406", "# &"),
    ]) func overlayThatBindsTheDriverIsChangedForGood(line: String, change: String) throws {
        var facts = try healthy()
        facts.holders = [.init(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true)]
        facts.bootConfiguration?.lines = ["dtparam=i2c_arm=on", line]
        let finding = Doctor.kernelDriver(facts)[0]
        #expect(
            finding.command == "sudo sed -i 's|^\(line)$|\(change)|' /boot/firmware/config.txt && sudo reboot")
        #expect(
            finding.text.hasSuffix(
                "until the next start echo 1-005d | sudo tee "
                    + "/sys/bus/i2c/drivers/Goodix-TS/unbind frees it, for good"))
    }

    @Test func overlayWhoseTouchIsDisabledIsLeftAlone() throws {
        var facts = try healthy()
        facts.holders = [.init(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true)]
        facts.bootConfiguration?.lines = ["dtoverlay=vc4-kms-dsi-7inch,disable_touch", "dtoverlay=goodixx"]
        #expect(Doctor.kernelDriver(facts)[0].command.hasPrefix("echo 1-005d"))
    }

    @Test func driverOfAnotherChipIsNoConflict() throws {
        var facts = try healthy()
        facts.holders = [.init(address: 0x20, device: "1-0020", driver: "pcf857x", isInput: false)]
        #expect(Doctor.kernelDriver(facts)[0].weight == .fine)
    }

    @Test func driverThatSysfsHidesIsLookedUp() throws {
        var facts = try healthy()
        facts.holders = [.init(address: 0x5D, device: "", driver: "", isInput: false)]
        #expect(Doctor.kernelDriver(facts)[0].command == "ls -l /sys/bus/i2c/devices/*-005d/driver")
    }

    // MARK: Lines

    @Test func takenLineNamesItsUser() throws {
        var facts = try healthy()
        facts.lines[0].user = "'lcd' as an output"
        let finding = Doctor.lines(facts)[0]
        #expect(finding.text.hasPrefix("interrupt_pin GPIO4 is used by 'lcd' as an output"))
        #expect(finding.command == "sudo fuser -v /dev/gpiochip0")
        facts.lines[0].user = "the kernel as an input"
        #expect(Doctor.lines(facts)[0].command == "grep -n dtoverlay /boot/firmware/config.txt")
    }

    @Test func lineThatIsNotThereIsTheFilesAffair() throws {
        var facts = try healthy()
        facts.lines[1].location = nil
        facts.lines[1].refusal = DeviceError(device: "GPIO71", reason: "no line has this name")
        #expect(Doctor.lines(facts)[0].weight == .problem(.badConfiguration))
        #expect(Doctor.lines(facts)[0].command == "gpioinfo")
        // It is there, but cannot do what is asked of it.
        facts.lines[1].location = facts.lines[0].location
        #expect(Doctor.lines(facts)[0].text.hasPrefix("reset_pin: GPIO71: no line has this name"))
        // What permission hides is told once, elsewhere.
        facts.lines[1].refusal = DeviceError(path: "/dev/gpiochip0", errno: Errno.accessDenied)
        #expect(problems(Doctor.lines(facts)).isEmpty)
    }

    // MARK: Controller

    @Test func controllerAtAnotherAddressIsNamedWithIt() throws {
        var facts = try healthy()
        var controller = ControllerFacts()
        controller.others = [(0x38, "ft5406"), (0x14, "gt911")]
        facts.controller = controller
        let finding = Doctor.controller(facts)[0]
        #expect(finding.command == "sed -i 's|^addresses:.*|addresses: [0x14]|' boards/bench.yaml")
        #expect(finding.weight == .problem(.badConfiguration))
    }

    @Test func anotherControllerAtTheAddressIsNamed() throws {
        var facts = try healthy()
        facts.board.addresses = [0x38]
        var controller = ControllerFacts()
        controller.isStranger = true
        controller.others = [(0x38, "ft5406")]
        facts.controller = controller
        #expect(
            Doctor.controller(facts)[0].command == "sed -i 's|^controller:.*|controller: ft5406|' boards/bench.yaml")
    }

    @Test func nobodyAnywhereIsLookedForByDetect() throws {
        var facts = try healthy()
        facts.controller = ControllerFacts()
        #expect(Doctor.controller(facts)[0].command == "tapline detect --bus /dev/i2c-1")
        #expect(Doctor.controller(facts)[0].text.hasPrefix("nobody answers at 0x5d"))
        facts.controller?.isStranger = true
        #expect(Doctor.controller(facts)[0].text.hasPrefix("somebody else than a gt911 answers at 0x5d"))
        facts.controller?.busError = BusError(errno: 110)
        #expect(Doctor.controller(facts)[0].text.hasPrefix("/dev/i2c-1 does not work (error 110)"))
        facts.controller = nil
        #expect(Doctor.controller(facts).isEmpty)
    }

    @Test func controllerThatIsNoChipIsLeftToARun() throws {
        let finding = Doctor.noChip(try board(), boardName: "bench")
        #expect(finding.weight == .note)
        #expect(finding.command == "tapline run --board bench")
    }

    @Test func sizeThatDiffersIsANote() throws {
        var facts = try healthy()
        #expect(Doctor.size(facts).isEmpty)
        facts.controller?.identity.width = 480
        facts.controller?.identity.height = 800
        #expect(Doctor.size(facts)[0].weight == .note)
        #expect(Doctor.size(facts)[0].command == "sed -i 's|^size:.*|size: [480, 800]|' boards/bench.yaml")
    }

    // MARK: Interrupt

    @Test(arguments: [(4, false), (5, true)]) func lineThatNeverMovesIsJudgedAfterFiveReports(
        reports: Int, isProblem: Bool
    ) throws {
        var facts = try healthy()
        facts.watch?.edges = 0
        facts.watch?.touchedReports = reports
        let finding = Doctor.interrupt(facts)[0]
        #expect((finding.weight == .problem(.unavailable)) == isProblem)
        if isProblem { #expect(finding.command == "sed -i 's|^interrupt_pin:|# &|' boards/bench.yaml") }
        if !isProblem { #expect(finding.weight == .note) }
    }

    @Test func levelThatFollowsTheFingersMovesWithoutAnEdge() throws {
        var facts = try healthy()
        facts.watch?.edges = 0
        facts.watch?.touchedAsserted = 199
        #expect(Doctor.interrupt(facts)[0].weight == .fine)
    }

    @Test(arguments: [(4, false), (5, true)]) func lineThatNeverRestsIsJudgedAfterFiveLooks(looks: Int, isProblem: Bool)
        throws
    {
        var facts = try healthy()
        facts.watch?.edges = 0
        facts.watch?.restingLooks = looks
        facts.watch?.restingAsserted = looks
        facts.watch?.touchedAsserted = 200
        let finding = Doctor.interrupt(facts)[0]
        #expect(finding.text.hasPrefix("GPIO4 never rests: it is always low") == isProblem)
        // It rested once.
        facts.watch?.restingAsserted = looks - 1
        #expect(!Doctor.interrupt(facts)[0].text.hasPrefix("GPIO4 never rests"))
    }

    /// Nobody touched it, and it is asserted all the time: that is no other active level.
    @Test func lineThatNeverRestsUntouchedIsNotTakenForInverted() throws {
        var facts = try healthy()
        facts.watch = WatchFacts()
        facts.watch?.hasInterruptLine = true
        facts.watch?.restingLooks = 100
        facts.watch?.restingAsserted = 100
        #expect(Doctor.interrupt(facts)[0].text.hasPrefix("GPIO4 never rests"))
    }

    @Test func lineThatMovesButNeverRestsHasTheOtherActiveLevel() throws {
        var facts = try healthy()
        facts.watch?.restingAsserted = 150
        let finding = Doctor.interrupt(facts)[0]
        #expect(
            finding.command
                == "sed -i 's|^interrupt_pin:.*|interrupt_pin: {line: GPIO4, active: high}|' boards/bench.yaml")
        #expect(finding.weight == .problem(.badConfiguration))
    }

    @Test func polledPanelHasNoInterruptToJudge() throws {
        var facts = try healthy()
        facts.watch?.hasInterruptLine = false
        #expect(Doctor.interrupt(facts).isEmpty)
        facts.watch = nil
        #expect(Doctor.interrupt(facts).isEmpty)
    }

    // MARK: Transfers and load

    @Test(arguments: [(5, false), (6, true)]) func oneTransferInAHundredMayGoWrong(wrong: Int, isProblem: Bool) throws {
        var facts = try healthy()
        facts.watch?.failures = wrong - 2
        facts.watch?.badReports = 2
        let finding = Doctor.transfers(facts)[0]
        #expect((finding.weight != .fine) == isProblem)
        if isProblem { #expect(finding.command.hasSuffix("| sudo tee -a /boot/firmware/config.txt && sudo reboot")) }
    }

    @Test(arguments: [(2, false), (3, true)]) func twoFailuresAreChance(wrong: Int, isProblem: Bool) throws {
        var facts = try healthy()
        facts.watch?.transfers = 20
        facts.watch?.failures = wrong
        #expect((Doctor.transfers(facts)[0].weight != .fine) == isProblem)
    }

    @Test func stretchedClockIsAnAffairOfTheOldAdapter() throws {
        var facts = try healthy()
        facts.watch?.badReports = 60
        #expect(Doctor.transfers(facts)[0].command.contains("dtoverlay=i2c-gpio,bus=8,i2c_gpio_sda=2,i2c_gpio_scl=3"))
        facts.busPath = "/dev/i2c-10"
        #expect(Doctor.transfers(facts)[0].command.contains("dtparam=i2c_vc_baudrate=50000"))
        facts.adapterDriver = "i2c_designware_platform"
        #expect(Doctor.transfers(facts)[0].command.contains("dtparam=i2c_arm_baudrate=50000"))
        #expect(!Doctor.transfers(facts)[0].text.contains("stretches"))
    }

    /// 149 bits a report, 100 reports a second: 14,900 bits a second.
    @Test func loadIsBitsOverSpeed() throws {
        #expect(
            Doctor.load(try healthy())[0]
                == .fine("rate", "100 reports/s of 149 bits take 14 % of a bus of 100 kHz"))
    }

    @Test(arguments: [(79_999, false), (80_000, true)]) func busThatIsFullIsMadeFaster(
        bitsASecond: Int, isProblem: Bool
    ) throws {
        var facts = try healthy()
        facts.watch?.touchedBits = bitsASecond * 2
        let finding = Doctor.load(facts)[0]
        #expect((finding.weight != .fine) == isProblem)
        if isProblem { #expect(finding.command.contains("dtparam=i2c_arm_baudrate=400000")) }
        facts.busSpeedHz = 400_000
        #expect(Doctor.load(facts)[0].weight == .fine)
    }

    @Test func untouchedPanelHasNoRate() throws {
        var facts = try healthy()
        facts.watch = WatchFacts()
        #expect(Doctor.load(facts)[0].weight == .note)
        facts.watch = nil
        #expect(Doctor.load(facts).isEmpty)
    }
}
