import TaplineLinux
import TestSupport

@Suite struct I2CAdapterTests {
    private func complaint(_ name: String, _ tree: KernelTree) -> DeviceError? {
        failure { () throws(DeviceError) in try I2CAdapters.find(name, root: tree.root) }
    }

    @Test func adaptersAreListedByNumberNotBySpelling() throws {
        let tree = try KernelTree.raspberryPi5()
        // A chip and a multiplexer's link lie in the same folder.
        try tree.folder("/sys/bus/i2c/devices/1-005d")
        try tree.folder("/sys/bus/i2c/devices/i2c-01")
        #expect(I2CAdapters.all(root: tree.root).map(\.number) == [1, 4, 6, 13])
        #expect(I2CAdapters.all(root: tree.root).last?.name == "107d508200.i2c")
        #expect(I2CAdapters.path(number: 1) == "/dev/i2c-1")
    }

    @Test(arguments: [
        ("107d508200.i2c", "/dev/i2c-13"),  // its name
        ("i2c-6", "/dev/i2c-6"),  // the kernel's
        ("i2c1", "/dev/i2c-1"),  // an alias of the device tree
        ("i2c_csi_dsi1", "/dev/i2c-6"),  // a label
        ("/sys/devices/platform/axi/1f00080000.i2c", "/dev/i2c-4"),  // where it is
        ("/sys/devices/platform/axi/1f00080000.i2c/i2c-4", "/dev/i2c-4"),
        ("/sys/bus/i2c/devices/i2c-4", "/dev/i2c-4"),
        ("7d5082", "/dev/i2c-13"),  // a part of its name
    ]) func adapterIsFoundByName(name: String, path: String) throws {
        let tree = try KernelTree.raspberryPi5()
        #expect(try I2CAdapters.find(name, root: tree.root) == path)
    }

    @Test func wholeNameWinsOverPartOfAnother() throws {
        let tree = try KernelTree()
        try tree.adapter(1, "bcm2835 (i2c@7e804000)", at: "a")
        try tree.adapter(2, "bcm2835", at: "b")
        #expect(try I2CAdapters.find("bcm2835", root: tree.root) == "/dev/i2c-2")
        #expect(try I2CAdapters.find("7e804000", root: tree.root) == "/dev/i2c-1")
    }

    @Test(arguments: ["Synopsys DesignWare I2C adapter", "DesignWare"])
    func nameOfSeveralAdaptersIsRefusedWithAllOfThem(name: String) throws {
        let error = complaint(name, try .raspberryPi5())
        #expect(error?.description.contains("3 I2C adapters fit") == true)
        for number in [1, 4, 6] { #expect(error?.hint.contains("/dev/i2c-\(number) ") == true) }
        #expect(error?.hint.contains("/dev/i2c-13") == false)
    }

    @Test(arguments: ["i2c7", "", "/sys/devices/nowhere", "/", "../aliases/i2c1", "/sys/devices/platform"])
    func nameOfNoAdapterListsThoseThatThereAre(name: String) throws {
        let error = complaint(name, try .raspberryPi5())
        #expect(error?.isPermission == false)
        for number in [1, 4, 6, 13] { #expect(error?.hint.contains("/dev/i2c-\(number) ") == true) }
        #expect(error?.hint.contains("dtparam=i2c_arm=on") == true)
    }

    @Test func computerWithoutAdaptersSaysHowToSwitchOneOn() throws {
        let error = complaint("i2c1", try KernelTree())
        #expect(
            error?.description == "i2c1: this computer has no I2C adapter; "
                + "in config.txt dtparam=i2c_arm=on makes the bus of the header's pins 3 and 5; the bus of a display comes "
                + "with the display's dtoverlay line, as its board file says, then restart")
    }

    @Test func aliasThatLeadsNowhereFindsNothing() throws {
        let tree = try KernelTree.raspberryPi5()
        try tree.file("/sys/firmware/devicetree/base/aliases/i2c9", "/soc/gone\0")
        try tree.file("/sys/firmware/devicetree/base/aliases/empty", "")
        #expect(complaint("i2c9", tree) != nil)
        #expect(complaint("empty", tree) != nil)
    }

    // MARK: Several names, for several computers

    private func complaint(_ bus: BusName, _ tree: KernelTree) -> DeviceError? {
        failure { () throws(DeviceError) in try bus.adapterPath(root: tree.root) }
    }

    @Test func theFirstNameThatTheComputerHasIsTaken() throws {
        let pi4 = try KernelTree.raspberryPi4()
        let pi5 = try KernelTree.raspberryPi5()
        let names = BusName.firstOf([.adapter("i2c_csi_dsi"), .adapter("i2c_csi_dsi1"), .adapter("i2c1")])
        #expect(try names.adapterPath(root: pi4.root) == "/dev/i2c-10")
        #expect(try names.adapterPath(root: pi5.root) == "/dev/i2c-6")
        let numbers = BusName.firstOf([.number(10), .path("/dev/i2c-4")])
        #expect(try numbers.adapterPath(root: pi4.root) == "/dev/i2c-10")
        #expect(try numbers.adapterPath(root: pi5.root) == "/dev/i2c-4")
        // The order of the list decides, not that of the numbers.
        #expect(try BusName.firstOf([.number(6), .number(1)]).adapterPath(root: pi5.root) == "/dev/i2c-6")
        #expect(try BusName.firstOf([.number(1), .number(6)]).adapterPath(root: pi5.root) == "/dev/i2c-1")
    }

    @Test func whereThereIsNoneOfTheNamesAllOfThemAreTold() throws {
        let error = complaint(
            .firstOf([.adapter("i2c_csi_dsi"), .number(22), .path("/dev/panel")]), try .raspberryPi5())
        #expect(
            error?.device == "i2c_csi_dsi, /dev/i2c-22, /dev/panel"
                && error?.reason == "this computer has none of these I2C adapters")
        #expect(error?.isPermission == false && error?.hint.isEmpty == false)
        #expect(complaint(.firstOf([]), try .raspberryPi5()) != nil)
    }

    @Test func aNameOfSeveralAdaptersIsRefusedAlsoInAList() throws {
        let error = complaint(.firstOf([.adapter("nowhere"), .adapter("DesignWare"), .number(1)]), try .raspberryPi5())
        #expect(error?.reason == "3 I2C adapters fit")
    }
}
