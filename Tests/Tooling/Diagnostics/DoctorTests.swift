import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineLinux
import TestSupport

@testable import TaplineDiagnostics

/// Each check of the doctor: facts in, findings out.
@Suite struct DoctorTests {
    /// A GT911 on the header of a Raspberry Pi 4 that has been found, with everything well.
    private func healthy(
        _ more: String = "", _ change: (inout MachineFacts) -> Void = { _ in }
    ) throws -> MachineFacts {
        var facts = MachineFacts(board: try board(more))
        facts.boardName = "bench"
        facts.boardFile = "boards/bench.yaml"
        facts.adapters = [I2CAdapter(number: 1, name: "bcm2835 (i2c@7e804000)")]
        facts.busPath = "/dev/i2c-1"
        facts.adapterDriver = "i2c-bcm2835"
        facts.busSpeedHz = 100_000
        facts.busLabels = ["i2c_arm", "i2c1"]
        facts.bootConfiguration = boot("dtparam=i2c_arm=on")
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
        change(&facts)
        return facts
    }

    private func set(_ keys: String) -> String { "tapline board set --board boards/bench.yaml " + keys }
    private func unbind(_ device: String, _ driver: String = "Goodix-TS") -> String {
        "echo \(device) | sudo tee /sys/bus/i2c/drivers/\(driver)/unbind"
    }

    /// A config.txt of these lines.
    private func boot(_ lines: String..., file: String = "/boot/firmware/config.txt") -> BootConfiguration {
        BootConfiguration(Array((lines.joined(separator: "\n") + "\n").utf8), file: file)
    }

    /// The overlays of a config.txt that bind the kernel's driver, all on this bus.
    private func bindings(_ boot: BootConfiguration, on bus: String? = "/dev/i2c-1") -> [OverlayBinding] {
        boot.overlays.compactMap { line in
            guard let touch = OverlayImport(unchecked: line), touch.bindsTheDriver else { return nil }
            return OverlayBinding(line: line, overlay: touch.overlay, busPath: bus)
        }
    }

    private func board(_ more: String = "", bus: String = "i2c1", source: String = "a test") throws -> BoardDescription
    {
        let pins = "interrupt_pin: {line: GPIO4, active: low}\nreset_pin: {line: GPIO17, active: low}\n"
        return try benchBoard(bus: bus, source: source, more: pins + more)
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

    // MARK: The whole

    @Test func healthyMachineHasNoProblem() throws {
        let findings = Doctor.examine(try healthy())
        #expect(findings.allSatisfy { $0.weight == .fine }, "\(findings)")
        #expect(
            findings.map { $0.subject } == ["bus", "driver", "lines", "controller", "interrupt", "transfers", "rate"])
        #expect(DoctorReport(findings: findings, isColoured: false).exitCode == .done)
    }

    @Test func everyProblemEndsInACommandThatFixesIt() throws {
        // Commands that only show something.
        let looks = ["ls ", "grep ", "gpioinfo", "i2cdetect", "tapline detect", "sudo fuser -v", "cat "]
        func with(_ change: (inout MachineFacts) -> Void) throws {
            let findings = Doctor.examine(try healthy("", change))
            #expect(!problems(findings).isEmpty)
            for finding in findings where finding.weight != .fine {
                #expect(!finding.command.isEmpty && !looks.contains { finding.command.hasPrefix($0) }, "\(finding)")
            }
        }
        try with { $0.busPath = nil }
        try with { $0.busFailure = DeviceError(path: "/dev/i2c-1", errno: Errno.notSupported) }
        try with {
            $0.busFailure = DeviceError(path: "/dev/i2c-1", errno: Errno.inputOutput)
            $0.adapters = []
        }
        try with { $0.hasBusFile = false }
        try with { $0.denials = [Denial(path: "/dev/i2c-1", group: "i2c")] }
        try with { $0.holders = [.init(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true)] }
        try with { $0.holders = [.init(address: 0x5D, device: "", driver: "", isInput: true)] }
        try with { $0.lines[0].user = "'lcd' as an output" }
        try with { $0.lines[0].user = "the kernel as an output" }
        try with { $0.lines[0].refusal = DeviceError(device: "GPIO4", reason: "no line has this name") }
        try with { $0.controller = ControllerFacts() }
        try with { $0.watch?.edges = 0 }
        try with { $0.watch?.restingAsserted = 150 }
        try with { $0.watch?.failures = 100 }
        try with {
            $0.watch?.failures = 100
            $0.adapterDriver = "i2c-gpio"
        }
        try with { $0.busSpeedHz = 10_000 }
        try with {
            $0.busSpeedHz = 10_000
            $0.busPath = "/dev/i2c-4"
            $0.busLabels = []
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
        facts.bootConfiguration = boot("dtparam=audio=on", file: "/boot/config.txt")
        let finding = Doctor.bus(facts)[0]
        #expect(finding.weight == .problem(.unavailable))
        #expect(finding.command == "echo 'dtparam=i2c_arm=on' | sudo tee -a /boot/config.txt && sudo reboot")
        // The line is there already, in whatever words.
        for line in ["dtparam=i2c_arm=on", "dtparam=i2c=on", "dtparam=spi=on,i2c1=yes", "dtparam=i2c_arm"] {
            facts.bootConfiguration = boot("dtoverlay=vc4-kms-v3d", line)
            #expect(Doctor.bus(facts)[0].command == "sudo reboot", "\(line)")
        }
        facts.bootConfiguration = boot("dtparam=i2c_arm=on", "dtparam=i2c_arm=off")
        #expect(Doctor.bus(facts)[0].command.hasPrefix("echo 'dtparam=i2c_arm=on'"))
    }

    /// A line at the end of a section for another computer, or behind one without its end, would not count.
    @Test func lineIsAddedWhereItCounts() throws {
        var facts = try healthy()
        facts.busPath = nil
        facts.bootConfiguration = BootConfiguration(
            Array("gpu_mem=16\n[pi3]\narm_freq=1000".utf8), file: "/boot/config.txt")
        #expect(
            Doctor.bus(facts)[0].command
                == "printf '%s\\n' '' '[all]' 'dtparam=i2c_arm=on' | sudo tee -a /boot/config.txt && sudo reboot")
        // i2c-rtc has a parameter of this name, too.
        facts.bootConfiguration = boot("dtoverlay=i2c-rtc,ds3231")
        facts.board = try board(bus: "i2c_csi_dsi")
        #expect(Doctor.bus(facts)[0].command.hasPrefix("printf '%s\\n' 'dtoverlay=' 'dtparam=i2c_csi_dsi=on' | "))
    }

    @Test(arguments: [
        ("i2c_csi_dsi", "dtparam=i2c_csi_dsi=on"), ("[i2c_csi_dsi0, i2c_csi_dsi]", "dtparam=i2c_csi_dsi0=on"),
        ("i2c6", "dtoverlay=i2c6"), ("i2c_arm", "dtparam=i2c_arm=on"), ("1", "dtparam=i2c_arm=on"),
        ("/dev/i2c-1", "dtparam=i2c_arm=on"), ("i2c@0", "dtparam=i2c_arm=on"),
    ]) func busHasALineOfItsOwn(bus: String, line: String) throws {
        #expect(Doctor.bootLine(try board(bus: bus)) == line)
    }

    /// The board says "do not load the overlay", and the doctor asked for it, because the board's sources cite it.
    @Test func overlayNoneMeansNoneWhateverTheSourcesCite() throws {
        let source = "all: arch/arm/boot/dts/overlays/edt-ft5406-overlay.dts and edt-ft5406.dtsi"
        for more in ["", "overlay: none"] {
            #expect(Doctor.bootLine(try board(more, bus: "i2c_csi_dsi", source: source)) == "dtparam=i2c_csi_dsi=on")
        }
        let library = BoardLibrary()
        let shipped = try #require(try library.board("edt-ft5406"))
        #expect(Doctor.bootLine(shipped) == "dtparam=i2c_csi_dsi=on")
        #expect(Doctor.bootLine(try #require(try library.board("goodix"))) == "dtparam=i2c_arm=on")
    }

    @Test func overlayThatABoardNamesComesFirst() throws {
        func line(_ overlay: String) throws -> String { Doctor.bootLine(try board("overlay: " + overlay)) }
        #expect(
            try line("vc4-kms-dsi-waveshare-panel,8_0_inch")
                == "dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch,disable_touch")
        #expect(
            try line("vc4-kms-dsi-waveshare-panel,8_0_inch,disable_touch")
                == "dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch,disable_touch")
        #expect(try line("i2c6") == "dtoverlay=i2c6")
        // Without its driver the controller of the first touch display stays in reset.
        #expect(try line("vc4-kms-dsi-7inch") == "dtoverlay=vc4-kms-dsi-7inch")
    }

    @Test func busNameThatFitsTwoIsTheBoardsAffair() throws {
        var facts = try healthy()
        facts.busPath = nil
        facts.busRefusal = DeviceError(device: "i2c", reason: "2 I2C adapters fit", hint: "say which")
        let finding = Doctor.bus(facts)[0]
        #expect(finding.weight == .problem(.badConfiguration))
        #expect(finding.command == set("bus /dev/i2c-1"))
    }

    @Test(arguments: ["255", "/dev/null", "my-usb-adapter"]) func busThatNothingBringsIsAnotherOne(bus: String) throws {
        var facts = try healthy()
        facts.busPath = nil
        facts.board = try board(bus: bus)
        #expect(Doctor.bus(facts)[0].command == set("bus /dev/i2c-1"))
        #expect(Doctor.bus(facts)[0].weight == .problem(.badConfiguration))
        (facts.adapters, facts.bootConfiguration) = ([], boot())
        #expect(Doctor.bus(facts)[0].command.hasPrefix("echo 'dtparam=i2c_arm=on'"))
    }

    @Test func whatIsNoAdapterIsNotToldToBeASerialPort() throws {
        var facts = try healthy()
        facts.busPath = "/dev/null"
        facts.busFailure = DeviceError(path: "/dev/null", errno: Errno.wrongFunction)
        #expect(!Doctor.bus(facts)[0].text.contains("serial"))
        #expect(Doctor.bus(facts)[0].command == set("bus /dev/i2c-1"))
        facts.adapters = []
        #expect(Doctor.bus(facts)[0].command == "tapline doctor --board bench")
    }

    @Test func adapterWithoutItsFileNeedsTheModule() throws {
        let facts = try healthy { $0.hasBusFile = false }
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
        let command = Doctor.permission(facts)[0].command
        #expect(
            command.hasPrefix(
                "{ getent group gpio >/dev/null || sudo groupadd --system gpio; } && echo 'SUBSYSTEM==\"gpio\""))
        #expect(command.hasSuffix(" && sudo usermod -aG gpio $USER"))
        // (A member already.)
        #expect(Doctor.permission(facts)[1].command.contains("echo 'SUBSYSTEM==\"i2c-dev\""))
        #expect(!Doctor.permission(facts)[1].command.contains("usermod"))
        facts.denials = [Denial(path: "/dev/ttyGS0", group: "root")]
        #expect(Doctor.permission(facts)[0].command.contains("ttyGS*"))
        facts.denials = [Denial(path: "/dev/i2c-1", group: "i2c", isByContainer: true)]
        #expect(Doctor.permission(facts)[0].text.contains("start it with --device /dev/i2c-1"))
        #expect(Doctor.permission(facts)[0].command == "tapline doctor --board bench")
        facts.service = "tapline.service"
        #expect(
            Doctor.permission(facts)[0].command
                == "sudo systemctl set-property tapline.service DeviceAllow='/dev/i2c-1 rw'")
        facts.denials = []
        #expect(Doctor.permission(facts).isEmpty)
    }

    // MARK: The kernel's driver

    @Test func heldChipIsFreedByUnbind() throws {
        var facts = try healthy()
        facts.holders = [.init(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true)]
        #expect(Doctor.kernelDriver(facts)[0].command == unbind("1-005d"))
    }

    /// `run` promises that doctor says what frees a chip for good.
    @Test func heldChipWithoutAKnownLineIsFreedForGood() throws {
        var facts = try healthy()
        facts.holders = [.init(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true)]
        #expect(
            Doctor.kernelDriver(facts)[0].text.contains("for good it is free without the dtoverlay or dtparam line"))
        facts.modules = [("edt_ft5x06", "edt_ft5x06"), ("Goodix-TS", "goodix_ts")]
        #expect(
            Doctor.kernelDriver(facts)[0].command
                == "echo 'blacklist goodix_ts' | sudo tee -a /etc/modprobe.d/tapline.conf && sudo reboot")
        #expect(Doctor.kernelDriver(facts)[0].text.contains(unbind("1-005d")))
    }

    /// A chip of `overlay` that this driver has, with this config.txt.
    private func held(_ boot: BootConfiguration, driver: String = "Goodix-TS", at address: UInt8 = 0x5D) throws
        -> MachineFacts
    {
        var facts = try healthy()
        facts.board.addresses = [address]
        let digits = String(address, radix: 16)
        facts.holders = [.init(address: address, device: "1-00\(digits)", driver: driver, isInput: true)]
        facts.bootConfiguration = boot
        facts.bindings = bindings(boot)
        return facts
    }

    @Test func overlayThatBindsTheDriverIsChangedForGood() throws {
        let path = "/boot/firmware/config.txt"
        func command(_ facts: MachineFacts) -> String { Doctor.kernelDriver(facts)[0].command }
        func edit(_ line: String, _ new: String) -> String {
            "sudo sed -i 's|^[[:space:]]*\(line)[[:space:]]*$|\(new)|' \(path)"
        }
        let goodix = "dtoverlay=goodix,interrupt=4,addr=0x5d"
        #expect(
            try command(held(boot("dtparam=i2c_arm=on", goodix))) == edit(goodix, "# \(goodix)") + " && sudo reboot")
        // The overlay brought the bus, too.
        #expect(
            try command(held(boot(goodix)))
                == edit(goodix, "# \(goodix)") + " && echo 'dtparam=i2c_arm=on' | sudo tee -a \(path) && sudo reboot")
        let waveshare = "dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch"
        #expect(
            try command(held(boot(waveshare), at: 0x14)) == edit(waveshare, "\(waveshare),disable_touch")
                + " && sudo reboot")
        let carrier = "dtoverlay=crystalfontz-cfa050_pi_m,captouch,cm5"
        #expect(
            try command(held(boot(carrier)))
                == edit(carrier, "dtoverlay=crystalfontz-cfa050_pi_m,cm5") + " && sudo reboot")
        let own = boot("dtoverlay=crystalfontz-cfa050_pi_m", "dtparam=captouch")
        #expect(try command(held(own)) == edit("dtparam=captouch", "# dtparam=captouch") + " && sudo reboot")
        let finding = Doctor.kernelDriver(try held(boot(goodix)))[0]
        #expect(
            finding.text.contains("until the next start echo 1-005d | sudo tee /sys/bus/i2c/drivers/Goodix-TS/unbind"))
    }

    /// Another line was changed, one of another chip, driver or bus: any display's, and only three overlays were known.
    @Test func lineOfAnotherChipIsLeftAlone() throws {
        func command(_ facts: MachineFacts) -> String { Doctor.kernelDriver(facts)[0].command }
        let unbind = self.unbind("1-005d")
        // Another address, another driver.
        #expect(try command(held(boot("dtoverlay=goodix"))) == unbind)
        #expect(try command(held(boot("dtoverlay=edt-ft5406,addr=0x5d"))) == unbind)
        // Another bus.
        var facts = try held(boot("dtoverlay=goodix,addr=0x5d"))
        facts.bindings = bindings(boot("dtoverlay=goodix,addr=0x5d"), on: "/dev/i2c-10")
        #expect(command(facts) == unbind)
        // A bus that this computer does not show may be the one.
        facts.bindings = bindings(boot("dtoverlay=goodix,addr=0x5d"), on: nil)
        #expect(command(facts) != unbind)
        // Its touch is disabled; it is none that is known.
        #expect(
            try command(
                held(
                    boot("dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch,disable_touch", "dtoverlay=goodixx"), at: 0x14)
            )
                == unbind.replacing("005d", with: "0014"))
    }

    /// `disable_touch` leaves the controllers of Raspberry Pi's displays in reset.
    @Test func displaysWhoseDriverEndsTheResetKeepIt() throws {
        let first = try held(boot("dtoverlay=vc4-kms-dsi-7inch"), driver: "edt_ft5x06", at: 0x38)
        #expect(Doctor.kernelDriver(first)[0].command == unbind("1-0038", "edt_ft5x06"))
        // For good it is the package's rule: both name the same drivers.
        let rule = "61-tapline-free.rules"
        #expect(Doctor.kernelDriver(first)[0].text.contains("at every start /usr/share/tapline/udev/\(rule)"))
        let other = try held(boot("dtoverlay=vc4-kms-dsi-7inch"), driver: "another", at: 0x38)
        #expect(!Doctor.kernelDriver(other)[0].text.contains(rule))
        let rules = try Repository.text("tools/packaging/udev/\(rule)")
        #expect(rules.contains("DRIVER==\"edt_ft5x06|Goodix-TS|tsc2007\""))
        let second = try held(boot("dtoverlay=vc4-kms-dsi-ili9881-7inch"))
        #expect(Doctor.kernelDriver(second)[0].command == "tapline run --board evdev")
        // The firmware finds such a display itself, without a line.
        var found = try held(boot("display_auto_detect=1"))
        found.board.overlay = "vc4-kms-dsi-ili9881-5inch"
        #expect(Doctor.kernelDriver(found)[0].command == "tapline run --board evdev")
        // Not whatever else sits at its address.
        found.holders[0].driver = "pcf857x"
        #expect(Doctor.kernelDriver(found)[0].command == unbind("1-005d", "pcf857x"))
        for findings in [Doctor.kernelDriver(first), Doctor.kernelDriver(second), Doctor.kernelDriver(found)] {
            #expect(!"\(findings)".contains("disable_touch"))
        }
    }

    /// Who has followed the advice of before.
    @Test func disabledTouchThatKeepsTheResetIsTakenBack() throws {
        var facts = try healthy()
        facts.board.addresses = [0x38]
        facts.bootConfiguration = boot("dtoverlay=vc4-kms-dsi-7inch,disable_touch,dsi0")
        // It answers all the same: somebody else has ended the reset.
        #expect(Doctor.kernelDriver(facts)[0].weight == .fine)
        facts.controller = ControllerFacts()
        #expect(
            Doctor.kernelDriver(facts)[0].command
                == "sudo sed -i 's|^[[:space:]]*dtoverlay=vc4-kms-dsi-7inch,disable_touch,dsi0[[:space:]]*$|"
                + "dtoverlay=vc4-kms-dsi-7inch,dsi0|' /boot/firmware/config.txt && sudo reboot")
        facts.bootConfiguration = boot("dtoverlay=vc4-kms-dsi-7inch", "dtparam=disable_touch")
        #expect(Doctor.kernelDriver(facts)[0].command.contains("|# dtparam=disable_touch|"))
        // Another panel, and one that lives without the driver.
        facts.bootConfiguration = boot("dtoverlay=vc4-kms-dsi-ili9881-7inch,disable_touch")
        #expect(Doctor.kernelDriver(facts)[0].weight == .fine)
        facts.board.addresses = [0x14]
        facts.bootConfiguration = boot("dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch,disable_touch")
        #expect(Doctor.kernelDriver(facts)[0].weight == .fine)
    }

    @Test func driverOfAnotherChipIsNoConflict() throws {
        var facts = try healthy()
        facts.holders = [.init(address: 0x20, device: "1-0020", driver: "pcf857x", isInput: false)]
        #expect(Doctor.kernelDriver(facts)[0].weight == .fine)
    }

    @Test func sensorThatADriverHasIsReadThroughThatDriver() throws {
        func findings(_ sensor: String, at address: UInt8 = 0x19, accelerometer: String? = "lis3dh_accel") throws
            -> [DoctorFinding]
        {
            let facts = try healthy("sensors:\n  - {\(sensor)}\n") {
                $0.holders = [
                    .init(
                        address: address, device: "1-00\(String(address, radix: 16))", driver: "st-accel-i2c",
                        isInput: false, accelerometer: accelerometer)
                ]
            }
            return Doctor.sensors(facts)
        }
        let found = try findings("chip: lis3dh")
        #expect(found.count == 1 && found[0].weight != .fine)
        #expect(found[0].command == unbind("1-0019", "st-accel-i2c"))
        #expect(found[0].text.contains("sensors: [{controller: iio, device: lis3dh_accel}]"))
        #expect(!found[0].text.contains("evdev"))
        // Whatever else a driver has made of the chip.
        #expect(try findings("chip: lis3dh", accelerometer: nil)[0].text.contains("iio") == false)
        // Where the board says that the chip is somewhere else, or on another bus, or is the driver's; and another chip's address.
        #expect(try findings("chip: lis3dh, addresses: [0x18]").isEmpty)
        #expect(try findings("chip: lis3dh, bus: 3").isEmpty)
        #expect(try findings("controller: iio, device: lis3dh_accel").isEmpty)
        #expect(try findings("chip: lis3dh", at: 0x68).isEmpty)
    }

    @Test func driverThatSysfsHidesIsUnboundWithoutItsName() throws {
        let facts = try healthy { $0.holders = [.init(address: 0x5D, device: "", driver: "", isInput: false)] }
        #expect(
            Doctor.kernelDriver(facts)[0].command == "echo 1-005d | sudo tee /sys/bus/i2c/devices/1-005d/driver/unbind")
    }

    // MARK: Lines

    @Test func takenLineNamesItsUser() throws {
        var facts = try healthy()
        facts.lines[0].user = "'lcd' as an output"
        let finding = Doctor.lines(facts)[0]
        #expect(finding.text.hasPrefix("interrupt_pin GPIO4 is used by 'lcd' as an output"))
        // Ending programs frees nothing that a driver of the kernel has, and its name is all that is known of either.
        #expect(finding.text.contains("sudo fuser -v /dev/gpiochip0 shows the programs"))
        #expect(finding.command == "tapline doctor --board bench")
        facts.lines[0].user = "the kernel as an input"
        #expect(Doctor.lines(facts)[0].command == "tapline doctor --board bench")
        // The line of config.txt that names it goes.
        facts.model = "Raspberry Pi 4 Model B Rev 1.4"
        facts.bootConfiguration = boot("[pi5]", "dtoverlay=gpio-fan,gpiopin=4")
        #expect(Doctor.lines(facts)[0].command == "tapline doctor --board bench")
        facts.bootConfiguration = boot("dtoverlay=gpio-fan,gpiopin=4", "dtoverlay=w1-gpio,gpiopin=14")
        #expect(
            Doctor.lines(facts)[0].command == "sudo sed -i 's|^[[:space:]]*dtoverlay=gpio-fan,gpiopin=4[[:space:]]*$|# "
                + "dtoverlay=gpio-fan,gpiopin=4|' /boot/firmware/config.txt && sudo reboot")
        facts.lines[0].location?.offset = 8
        facts.lines[0].user = "'spi0 CS0' as an output"
        facts.bootConfiguration = boot("dtparam=spi=on")
        #expect(Doctor.lines(facts)[0].command.hasPrefix("echo 'dtparam=spi=off' | sudo tee -a "))
    }

    /// GPIO71 was corrected to GPIO1.
    @Test(
        arguments: [
            ("gpio17", "GPIO17"), ("GPIO_17", "GPIO17"), ("GPOI17", "GPIO17"), ("GPIO71", nil), ("GPIO", nil),
            ("lcd", nil),
        ] as [(String, String?)]) func onlyTheLettersOfALineAreMended(name: String, right: String?)
    {
        #expect(MachineFacts.line(called: name, among: (0..<28).map { "GPIO\($0)" } + [""]) == right)
    }

    @Test func lineThatIsNotThereIsTheFilesAffair() throws {
        var facts = try healthy()
        facts.lines[1].location = nil
        facts.lines[1].refusal = DeviceError(device: "GPIO71", reason: "no line has this name")
        #expect(Doctor.lines(facts)[0].weight == .problem(.badConfiguration))
        #expect(Doctor.lines(facts)[0].command == "tapline doctor --board bench")
        facts.lines[1].nearest = "GPIO17"
        #expect(Doctor.lines(facts)[0].command == set("reset_pin '{line: GPIO17, active: low}'"))
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
        #expect(finding.command == set("addresses '[0x14]'"))
        #expect(finding.weight == .problem(.badConfiguration))
    }

    @Test func anotherControllerAtTheAddressIsNamed() throws {
        var facts = try healthy()
        facts.board.addresses = [0x38]
        var controller = ControllerFacts()
        controller.isStranger = true
        controller.others = [(0x38, "ft5406")]
        facts.controller = controller
        #expect(Doctor.controller(facts)[0].command == set("controller ft5406"))
        // No panel is a motion sensor.
        facts.controller?.others = []
        facts.controller?.sensors = [(0x38, "bmi160")]
        #expect(Doctor.controller(facts)[0].text == "0x38 is a bmi160, a motion sensor, the board says gt911")
        // At another address: both.
        facts.controller?.others = [(0x15, "cst816t")]
        facts.controller?.sensors = []
        #expect(Doctor.controller(facts)[0].command == set("controller cst816t addresses '[0x15]' max_fingers 1"))
    }

    /// A display's board was offered the chip of touch keys, which `board set` refused.
    @Test func boardOfAnotherKindIsBegunFromAnother() throws {
        var facts = try healthy()
        var controller = ControllerFacts()
        controller.isStranger = true
        controller.others = [(0x5D, "mpr121")]
        facts.controller = controller
        #expect(Doctor.controller(facts)[0].command == "tapline doctor --board bench")
        facts.controller?.beginnings = [("mpr121", "boards/keys.yaml")]
        let command = Doctor.controller(facts)[0].command
        #expect(
            command.hasPrefix(
                "cp boards/keys.yaml panel.yaml && tapline board set --board panel.yaml controller mpr121 "))
        #expect(command.contains(" addresses '[0x5d]' "))
        #expect(command.hasSuffix(" && tapline doctor --board panel.yaml"))
        // A chip of the same kind that tells of fewer fingers takes these, too.
        facts.board.maximumFingers = 10
        facts.controller?.others = [(0x5D, "cst226se")]
        #expect(Doctor.controller(facts)[0].command == set("controller cst226se max_fingers 5"))
    }

    @Test func nobodyElseIsAskedWithoutConsent() throws {
        var facts = try healthy()
        var controller = ControllerFacts()
        controller.othersWereAsked = false
        facts.controller = controller
        #expect(Doctor.controller(facts)[0].text.contains("tapline detect --bus /dev/i2c-1 asks who is there"))
        #expect(Doctor.controller(facts)[0].command == "tapline doctor --board bench --yes")
    }

    /// A GT911 was told as `GT9271 (id 911)`, and as fine.
    @Test func relativeOfTheBoardsChipIsNamedAsItself() throws {
        var facts = try healthy("max_fingers: 5")
        #expect(Doctor.controller(facts)[0].weight == .fine)
        facts.board.controller = try #require(ControllerChip(name: "gt9271"))
        facts.board.maximumFingers = 10
        let finding = Doctor.controller(facts)[0]
        #expect(finding.weight == .problem(.badConfiguration))
        #expect(finding.text.hasPrefix("GT911 at 0x5d, "))
        #expect(finding.text.hasSuffix(": a gt911, the board says gt9271"))
        #expect(finding.command == set("controller gt911 max_fingers 5"))
        // Relatives with as many fingers are driven alike.
        facts.board.controller = try #require(ControllerChip(name: "cst816s"))
        facts.board.maximumFingers = 1
        facts.controller?.identity.product = [0x62, 0x35, 0, 0]
        #expect(Doctor.controller(facts)[0].command == set("controller cst816t"))
        if case .note = Doctor.controller(facts)[0].weight {} else { Issue.record("\(Doctor.controller(facts))") }
        // What no list has is the board's, with its id.
        facts.controller?.identity.product = [0x62, 0x61, 0, 0]
        #expect(Doctor.controller(facts)[0].text.hasPrefix("CST816S (id ba) at "))
        #expect(Doctor.controller(facts)[0].weight == .fine)
    }

    @Test func fileThatMayNotBeReadSaysWhatHelps() {
        let denied = ServiceError(file: "board.yaml", errno: Errno.accessDenied)
        #expect(denied.description == "board.yaml: Permission denied; ls -lL shows who may read it; or do it with sudo")
        #expect(denied.exitCode == .permission)
        let written = ServiceError(file: "board.yaml", errno: Errno.accessDenied, isWritten: true)
        #expect(written.description == "board.yaml: Permission denied; do it with sudo, or in a copy of your own")
        #expect(!ServiceError(file: "board.yaml", errno: Errno.noSuchFile).description.contains("sudo"))
    }

    /// No check looked at them.
    @Test func serialPortsAreLookedAt() throws {
        var facts = try healthy()
        facts.configurationFile = "lamp.yaml"
        facts.lookAtPorts(["/dev/null", "/dev/ttyUSB77"])
        let findings = Doctor.ports(facts)
        #expect(findings.count == 1)
        #expect(findings[0].text.hasPrefix("/dev/ttyUSB77: No such file or directory; plug it in"))
        #expect(findings[0].command == "tapline doctor --board bench --config lamp.yaml")
        facts.ports.removeLast()
        #expect(Doctor.ports(facts) == [.fine("ports", "/dev/null: there, and may be used")])
        // Where permission is missing, that is told by its own check.
        facts.ports = [("/dev/ttyS0", DeviceError(path: "/dev/ttyS0", errno: Errno.accessDenied))]
        #expect(Doctor.ports(facts).isEmpty)
    }

    @Test func fileOfAPackageIsCopiedBeforeItIsChanged() throws {
        var facts = try healthy()
        facts.boardFile = "/usr/share/tapline/boards/bench.yaml"
        #expect(
            Doctor.editBoard("bus", "8", facts)
                == "sudo install -D -m 644 /usr/share/tapline/boards/bench.yaml /etc/tapline/boards/bench.yaml && "
                + "sudo tapline board set --board /etc/tapline/boards/bench.yaml bus 8")
        facts.boardFile = "/etc/tapline/boards/my panel.yaml"
        facts.canWriteBoard = false
        #expect(
            Doctor.editBoard("bus", "8", facts)
                == "sudo tapline board set --board '/etc/tapline/boards/my panel.yaml' bus 8")
    }

    /// It ended in a command that looks for the cause.
    @Test func whatOnlyAHumanCanMendEndsInLookingAgain() throws {
        var facts = try healthy()
        facts.configurationFile = "my config.yaml"
        facts.controller = ControllerFacts()
        #expect(Doctor.controller(facts)[0].command == "tapline doctor --board bench --config 'my config.yaml'")
        #expect(Doctor.controller(facts)[0].text.hasPrefix("no device answers at 0x5d"))
        #expect(Doctor.controller(facts)[0].text.contains("SDA (pin 3 of the header)"))
        facts.controller?.isStranger = true
        #expect(Doctor.controller(facts)[0].text.hasPrefix("somebody else than a gt911 answers at 0x5d"))
        facts.controller?.busError = BusError(errno: 110)
        #expect(Doctor.controller(facts)[0].text.hasPrefix("/dev/i2c-1 does not work (error 110)"))
        #expect(Doctor.controller(facts)[0].command.hasPrefix("tapline doctor --board bench"))
        facts.controller = nil
        #expect(Doctor.controller(facts).isEmpty)
    }

    @Test func inputDeviceIsOneThatMayBeRead() throws {
        let facts = try healthy()
        #expect(Doctor.inputDevice(facts, failure: nil)[0].weight == .fine)
        let gone = DeviceError(path: "/dev/input/event0", errno: Errno.noSuchDevice)
        #expect(Doctor.inputDevice(facts, failure: gone)[0].command == "tapline doctor --board bench")
        // What permission hides is told once, with its group.
        let denied = DeviceError(path: "/dev/input/event0", errno: Errno.accessDenied)
        #expect(Doctor.inputDevice(facts, failure: denied).isEmpty)
    }

    @Test func sizeThatDiffersIsANote() throws {
        var facts = try healthy()
        #expect(Doctor.size(facts).isEmpty)
        facts.controller?.identity.width = 480
        facts.controller?.identity.height = 800
        #expect(Doctor.size(facts)[0].weight == .note)
        #expect(Doctor.size(facts)[0].command == set("size '[480, 800]'"))
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
        if isProblem { #expect(finding.command == set("interrupt_pin none")) }
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
        let facts = try healthy { $0.watch?.restingAsserted = 150 }
        let finding = Doctor.interrupt(facts)[0]
        #expect(finding.command == set("interrupt_pin '{line: GPIO4, active: high}'"))
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
        #expect(Doctor.transfers(facts)[0].command.hasPrefix(set("bus 8 && ")))
        facts.adapterDriver = "i2c_designware_platform"
        #expect(Doctor.transfers(facts)[0].command.contains("dtparam=i2c_arm_baudrate=50000"))
        #expect(!Doctor.transfers(facts)[0].text.contains("stretches"))
    }

    /// The parameter of another bus was named for every bus but the first.
    @Test(
        arguments: [
            ("/dev/i2c-1", ["i2c_arm", "i2c1"], "i2c-bcm2835", "dtparam=i2c_arm_baudrate=400000"),
            ("/dev/i2c-1", [], "i2c-bcm2835", "dtparam=i2c_arm_baudrate=400000"),
            ("/dev/i2c-10", ["i2c_csi_dsi"], "i2c-bcm2835", "dtparam=i2c_vc_baudrate=400000"),
            ("/dev/i2c-0", ["i2c0", "i2c_vc"], "i2c-bcm2835", "dtparam=i2c_vc_baudrate=400000"),
            ("/dev/i2c-3", ["i2c3"], "i2c-bcm2835", "dtoverlay=i2c3,baudrate=400000"),
            ("/dev/i2c-6", ["i2c6"], "i2c-bcm2835", "dtoverlay=i2c6,baudrate=400000"),
            ("/dev/i2c-3", ["i2c3"], "i2c_designware_platform", "dtoverlay=i2c3-pi5,baudrate=400000"),
            ("/dev/i2c-0", ["i2c0", "i2c_vc"], "i2c_designware_platform", "dtparam=i2c_vc_baudrate=400000"),
            // The buses of a Raspberry Pi 5's display connectors, one of a USB adapter, and that of a display's GPIO lines.
            ("/dev/i2c-11", ["i2c4", "i2c_csi_dsi", "i2c_csi_dsi1"], "i2c_designware_platform", nil),
            ("/dev/i2c-10", ["i2c6", "i2c_csi_dsi0"], "i2c_designware_platform", nil),
            ("/dev/i2c-12", [], "ch341", nil),
            ("/dev/i2c-11", ["i2c_gpio"], "i2c-gpio", nil),
        ] as [(String, [String], String, String?)]) func speedIsSaidByTheParameterOfItsBus(
            path: String, labels: [String], driver: String, line: String?
        ) throws
    {
        var facts = try healthy()
        (facts.busPath, facts.busLabels, facts.adapterDriver) = (path, labels, driver)
        let command = Doctor.setSpeed(400_000, facts)
        #expect(command == line.map { "echo '\($0)' | sudo tee -a /boot/firmware/config.txt && sudo reboot" })
    }

    @Test func speedIsSaidInTheLineOfTheBus() throws {
        var facts = try healthy()
        (facts.busPath, facts.busLabels) = ("/dev/i2c-3", ["i2c3"])
        facts.bootConfiguration = boot("dtoverlay=i2c3,pins_2_3,baudrate=100000")
        #expect(Doctor.setSpeed(50_000, facts)?.contains("|dtoverlay=i2c3,pins_2_3,baudrate=50000|'") == true)
        (facts.busPath, facts.busLabels, facts.adapterDriver) = ("/dev/i2c-8", ["i2c_gpio"], "i2c-gpio")
        facts.bootConfiguration = boot("dtoverlay=i2c-gpio,bus=8,i2c_gpio_sda=2", "dtoverlay=i2c-gpio,bus=9")
        #expect(
            Doctor.setSpeed(50_000, facts)?.contains("|dtoverlay=i2c-gpio,bus=8,i2c_gpio_sda=2,i2c_gpio_delay_us=4|'")
                == true)
        #expect(Doctor.saidSpeedHz(facts) == nil)
        facts.bootConfiguration = boot("dtoverlay=i2c-gpio,bus=8,i2c_gpio_delay_us=4")
        #expect(Doctor.saidSpeedHz(facts) == 50_000)
    }

    /// One run said 50000, the next 400000, and so on.
    @Test(arguments: [100_000, 400_000, 1_000_000])
    func speedThatWasLoweredIsNeverRaised(first: Int) throws {
        var facts = try healthy()
        facts.adapterDriver = "i2c_designware_platform"
        facts.busSpeedHz = first
        facts.bootConfiguration = first == 100_000 ? boot() : boot("dtparam=i2c_arm_baudrate=\(first)")
        facts.watch?.touchedBits = 10_000_000
        facts.watch?.failures = 100
        var speeds: [Int] = [first]
        for _ in 0..<6 {
            // Both findings, as whoever follows them would.
            for finding in Doctor.transfers(facts) + Doctor.load(facts) where finding.command.contains("baudrate=") {
                let digits = finding.command.split(separator: "baudrate=")[1].prefix { $0.isNumber }
                let speed = try #require(Int(digits))
                facts.busSpeedHz = speed
                facts.bootConfiguration = boot("dtparam=i2c_arm_baudrate=\(speed)")
                speeds.append(speed)
            }
        }
        #expect(speeds == speeds.sorted(by: >) && speeds.last == 50_000, "\(speeds)")
        // Nothing fails any more, and the bus is full: fewer reports, not a faster bus.
        facts.watch?.failures = 0
        #expect(Doctor.load(facts)[0].command == set("max_fingers 2"))
        facts.board.interruptPin = nil
        #expect(Doctor.load(facts)[0].command == set("poll '{active: 20ms, idle: 50ms}'"))
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
