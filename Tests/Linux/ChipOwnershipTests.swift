import TaplineLinux
import TestSupport

@Suite struct ChipOwnershipTests {
    private func complaint(_ busPath: String, _ address: UInt8, _ tree: KernelTree) -> DeviceError? {
        failure { () throws(DeviceError) in
            try ChipOwnership.check(busPath: busPath, address: address, root: tree.root)
        }
    }

    /// A Goodix chip with its driver at 0x5d of bus 1, and one without at 0x14.
    private func goodixTree() throws -> KernelTree {
        let tree = try KernelTree()
        try tree.folder("/sys/bus/i2c/drivers/Goodix-TS")
        try tree.folder("/sys/bus/i2c/devices/1-0014")
        try tree.link("/sys/bus/i2c/devices/1-005d/driver", to: "/sys/bus/i2c/drivers/Goodix-TS")
        return tree
    }

    @Test func chipOfADriverIsRefusedWithTheCommandThatFreesIt() throws {
        let error = complaint("/dev/i2c-1", 0x5D, try goodixTree())
        #expect(
            error?.description.hasPrefix("chip 0x5d on /dev/i2c-1: held by the kernel's driver Goodix-TS; ") == true)
        #expect(
            error?.hint.contains("echo 1-005d | sudo tee /sys/bus/i2c/drivers/Goodix-TS/unbind") == true)
        #expect(error?.hint.contains("--board evdev") == true)
        #expect(error?.isPermission == false)
    }

    /// A sensor has no fingers: the driver's own readings are what is left.
    @Test func sensorOfADriverIsReadThroughThatDriver() throws {
        let tree = try KernelTree()
        let lis3dh = "/sys/bus/i2c/devices/1-0019"
        try tree.folder("/sys/bus/i2c/drivers/st-accel-i2c")
        try tree.link("\(lis3dh)/driver", to: "/sys/bus/i2c/drivers/st-accel-i2c")
        try tree.file("\(lis3dh)/iio:device2/in_accel_x_raw", "16\n")
        try tree.file("\(lis3dh)/iio:device2/name", "lis3dh_accel\n")
        let error = complaint("/dev/i2c-1", 0x19, tree)
        #expect(error?.hint.contains("echo 1-0019 | sudo tee /sys/bus/i2c/drivers/st-accel-i2c/unbind") == true)
        #expect(error?.hint.hasSuffix("sensors: [{controller: iio, device: lis3dh_accel}]") == true)
        #expect(error?.hint.contains("evdev") == false)
        // What `detect` says of it is the same.
        #expect(
            ChipOwnership.holders(busPath: "/dev/i2c-1", root: tree.root)[0].refusal(busPath: "/dev/i2c-1") == error)
    }

    /// An IIO device that measures something else cannot be a board's sensor.
    @Test func converterOfADriverIsNoSensor() throws {
        let tree = try goodixTree()
        try tree.file("/sys/bus/i2c/devices/1-005d/iio:device0/in_voltage0_raw", "16\n")
        try tree.file("/sys/bus/i2c/devices/1-005d/iio:device0/name", "ads1015\n")
        #expect(complaint("/dev/i2c-1", 0x5D, tree)?.hint.contains("iio") == false)
    }

    @Test(arguments: [
        ("/dev/i2c-1", 0x14 as UInt8),  // listed, but no driver has it
        ("/dev/i2c-1", 0x05), ("/dev/i2c-11", 0x5D), ("/dev/i2c-0", 0x5D), ("/dev/i2c-there-is-none", 0x5D),
    ]) func chipWithoutADriverIsFree(busPath: String, address: UInt8) throws {
        #expect(complaint(busPath, address, try goodixTree()) == nil)
    }

    @Test func linkToABusIsFollowed() throws {
        let tree = try goodixTree()
        try tree.file("/dev/i2c-1", "")
        try tree.link("/dev/touch-bus", to: "/dev/i2c-1")
        #expect(complaint("/dev/touch-bus", 0x5D, tree)?.reason.contains("Goodix-TS") == true)
    }
}

@Suite struct ChipHolderTests {
    @Test func chipsOfABusAreListedWithTheirDrivers() throws {
        let tree = try KernelTree()
        for (device, driver) in [("1-005d", "Goodix-TS"), ("1-0020", "pcf857x"), ("11-0038", "edt_ft5x06")] {
            try tree.folder("/sys/bus/i2c/drivers/\(driver)")
            try tree.link("/sys/bus/i2c/devices/\(device)/driver", to: "/sys/bus/i2c/drivers/\(driver)")
        }
        try tree.folder("/sys/bus/i2c/devices/1-005d/input/input5")
        try tree.folder("/sys/bus/i2c/devices/1-0014")  // listed, but no driver has it
        try tree.folder("/sys/bus/i2c/devices/i2c-1")
        let holders = ChipOwnership.holders(busPath: "/dev/i2c-1", root: tree.root)
        #expect(
            holders == [
                ChipOwnership.Holder(address: 0x20, device: "1-0020", driver: "pcf857x", isInput: false),
                ChipOwnership.Holder(address: 0x5D, device: "1-005d", driver: "Goodix-TS", isInput: true),
            ])
        #expect(
            holders.last?.refusal(busPath: "/dev/i2c-1").hint.contains("/drivers/Goodix-TS/unbind") == true)
        #expect(ChipOwnership.holders(busPath: "/dev/i2c-2", root: tree.root).isEmpty)
        #expect(ChipOwnership.holders(busPath: "/dev/touch", root: tree.root).isEmpty)
    }
}
