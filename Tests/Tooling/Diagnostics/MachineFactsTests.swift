import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineLinux
import TestSupport

@testable import TaplineDiagnostics

/// What files say, in a folder that stands for `/`.
@Suite struct MachineFactsTests {
    private func look(_ tree: ScratchFolder, bus: String = "1", user: String? = "pi") throws -> MachineFacts {
        var facts = MachineFacts(board: try benchBoard(bus: bus))
        facts.lookAtFiles(root: tree.root, user: user)
        return facts
    }

    /// Bus 1 of a Raspberry Pi 4 with a Goodix chip that the kernel's driver has.
    private func raspberryPi() throws -> ScratchFolder {
        let tree = try ScratchFolder()
        let soc = "/sys/devices/platform/soc/fe804000.i2c"
        try tree.file("\(soc)/i2c-1/name", "bcm2835 (i2c@7e804000)\n")
        try tree.link("/sys/bus/i2c/devices/i2c-1", to: "\(soc)/i2c-1")
        try tree.folder("/sys/bus/platform/drivers/i2c-bcm2835")
        try tree.link("\(soc)/driver", to: "/sys/bus/platform/drivers/i2c-bcm2835")
        try tree.bytes("\(soc)/of_node/clock-frequency", [0x00, 0x01, 0x86, 0xA0])
        try tree.folder("/sys/bus/i2c/drivers/Goodix-TS")
        try tree.link("/sys/bus/i2c/devices/1-005d/driver", to: "/sys/bus/i2c/drivers/Goodix-TS")
        try tree.folder("/sys/bus/i2c/devices/1-005d/input/input0")
        try tree.file("/dev/i2c-1", "")
        try tree.file("/etc/group", "root:x:0:\ni2c:x:998:mia,pi\ngpio:x:997:\ndialout:x:20:pi\nwheel:x:10:pipi\n")
        try tree.file(
            "/boot/firmware/config.txt",
            "# a comment\n\n  dtparam=i2c_arm=on \r\n#dtoverlay=goodix\ndtoverlay=vc4-kms-v3d\n")
        return tree
    }

    @Test func busIsFoundWithItsDriverAndItsSpeed() throws {
        let facts = try look(raspberryPi())
        #expect(facts.busPath == "/dev/i2c-1")
        #expect(facts.hasBusFile)
        #expect(facts.adapterDriver == "i2c-bcm2835")
        #expect(facts.busSpeedHz == 100_000)
        #expect(facts.adapters == [I2CAdapter(number: 1, name: "bcm2835 (i2c@7e804000)")])
        #expect(facts.holders == [.init(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true)])
    }

    @Test func userBelongsToTheGroupsThatNameHim() throws {
        #expect(try look(raspberryPi()).userGroups == ["i2c", "dialout"])
        #expect(try look(raspberryPi(), user: "p").userGroups.isEmpty)
    }

    @Test(
        arguments: [
            ("0::/system.slice/tapline.service", "tapline.service"),
            ("0::/user.slice/user-1000.slice/session-2.scope", nil),
            ("0::/user.slice/user-1000.slice/user@1000.service", nil), ("0::/", nil),
            ("0::/system.slice/system-tapline.slice/tapline@a.service", "tapline@a.service"),
        ] as [(String, String?)]) func serviceIsTheOneOfItsControlGroup(line: String, service: String?) throws
    {
        let tree = try raspberryPi()
        try tree.file("/proc/self/cgroup", "1:name=systemd:/\n\(line)\n")
        #expect(try look(tree).service == service)
    }

    @Test func bootConfigurationIsReadWithoutComments() throws {
        let boot = try look(raspberryPi()).bootConfiguration
        #expect(boot?.file == "/boot/firmware/config.txt")
        #expect(boot?.parameters.map(\.text) == ["i2c_arm=on"])
        #expect(boot?.overlays.map(\.text) == ["dtoverlay=vc4-kms-v3d"])
        let old = try ScratchFolder()
        try old.file("/boot/config.txt", "dtparam=i2c_arm=on\n")
        #expect(try look(old).bootConfiguration?.file == "/boot/config.txt")
        #expect(try look(ScratchFolder()).bootConfiguration == nil)
    }

    /// A display's bus behind a multiplexer, as up to Pi 4: driver and speed are those of the bus above.
    @Test func busBehindAMultiplexerHasTheDriverAbove() throws {
        let tree = try raspberryPi()
        let soc = "/sys/devices/platform/soc/fe205000.i2c"
        try tree.file("\(soc)/i2c-22/name", "bcm2835 (i2c@7e205000)\n")
        try tree.bytes("\(soc)/i2c-22/of_node/clock-frequency", [0x00, 0x06, 0x1A, 0x80])
        try tree.link("\(soc)/driver", to: "/sys/bus/platform/drivers/i2c-bcm2835")
        try tree.file("\(soc)/i2c-22/i2c-10/name", "i2c-22-mux (chan_id 1)\n")
        try tree.folder("/proc/device-tree/soc/i2c0mux/i2c@1")
        try tree.link("\(soc)/i2c-22/i2c-10/of_node", to: "/proc/device-tree/soc/i2c0mux/i2c@1")
        try tree.file("/proc/device-tree/__symbols__/i2c_csi_dsi", "/soc/i2c0mux/i2c@1\0")
        for number in ["22", "22/i2c-10"] {
            let name = number.split(separator: "/i2c-").last ?? ""
            try tree.link("/sys/bus/i2c/devices/i2c-\(name)", to: "\(soc)/i2c-\(number)")
            try tree.file("/dev/i2c-\(name)", "")
        }
        try tree.file(
            "/boot/firmware/config.txt",
            "[pi5]\ndtoverlay=goodix\n[pi4]\ndtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch\n[all]\ndtoverlay=goodix\n")
        try tree.file("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        let facts = try look(tree, bus: "i2c_csi_dsi")
        #expect(facts.busPath == "/dev/i2c-10")
        #expect(facts.adapterDriver == "i2c-bcm2835")
        #expect(facts.busSpeedHz == 400_000)
        #expect(facts.busLabels == ["i2c_csi_dsi"])
        #expect(Doctor.speedSetting(facts) == .parameter("i2c_vc_baudrate"))
        // Its overlays, those of this computer, with the bus that each means.
        #expect(facts.bindings.map(\.line.name) == ["vc4-kms-dsi-waveshare-panel", "goodix"])
        #expect(facts.bindings.map(\.busPath) == ["/dev/i2c-10", nil])
    }

    @Test(arguments: [
        ("all", true), ("none", false), ("pi4", true), ("pi5", false), ("pi3", false), ("cm4", true), ("pi3+", true),
        ("HDMI:0", true),
    ]) func sectionsCountForTheirComputer(section: String, counts: Bool) {
        #expect(MachineFacts.counts(section, on: "Raspberry Pi 4 Model B Rev 1.4") == counts)
        #expect(MachineFacts.counts(section, on: "") == (section != "none"))
    }

    @Test(arguments: ["1", "/dev/i2c-1", "7e804000", "i2c1"]) func busThatIsNotThereHasNoPath(bus: String) throws {
        let facts = try look(ScratchFolder(), bus: bus)
        #expect(facts.busPath == nil)
        #expect(facts.adapters.isEmpty)
    }

    @Test func adapterWithoutItsFileIsThere() throws {
        let tree = try raspberryPi()
        try tree.remove("/dev/i2c-1")
        let facts = try look(tree, bus: "7e804000")
        #expect(facts.busPath == "/dev/i2c-1")
        #expect(!facts.hasBusFile)
    }

    /// A container that is not shown /sys has the file all the same.
    @Test func fileWithoutSysfsIsABus() throws {
        let tree = try ScratchFolder()
        try tree.file("/dev/i2c-1", "")
        let facts = try look(tree, bus: "/dev/i2c-1")
        #expect(facts.busPath == "/dev/i2c-1")
        #expect(facts.hasBusFile)
        #expect(facts.adapterDriver == nil)
        #expect(facts.busSpeedHz == nil)
    }

    @Test func nameThatFitsTwoAdaptersIsTold() throws {
        let tree = try raspberryPi()
        try tree.file("/sys/devices/platform/soc/fe805000.i2c/i2c-2/name", "bcm2835 (i2c@7e805000)\n")
        try tree.link("/sys/bus/i2c/devices/i2c-2", to: "/sys/devices/platform/soc/fe805000.i2c/i2c-2")
        let facts = try look(tree, bus: "bcm2835")
        #expect(facts.busPath == nil)
        #expect(facts.busRefusal?.reason == "2 I2C adapters fit")
        #expect(Doctor.bus(facts)[0].weight == .problem(.badConfiguration))
    }
}
