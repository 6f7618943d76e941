import TestSupport

/// A folder that stands for `/`, with the files in which the kernel describes devices.
typealias KernelTree = ScratchFolder

extension ScratchFolder {
    /// An adapter as sysfs and the device tree show it.
    func adapter(_ number: Int, _ name: String, at place: String, node: String? = nil) throws {
        let folder = "/sys/devices/\(place)/i2c-\(number)"
        try file("\(folder)/name", name + "\n")
        try link("/sys/bus/i2c/devices/i2c-\(number)", to: folder)
        guard let node else { return }
        try self.folder("/sys/firmware/devicetree/base\(node)")
        try link("\(folder)/of_node", to: "/sys/firmware/devicetree/base\(node)")
    }

    /// A Raspberry Pi 5: three adapters of the same name, one of them on the header.
    static func raspberryPi5() throws -> KernelTree {
        let tree = try KernelTree()
        let rp1 = "/axi/pcie@120000/rp1"
        for (number, address) in [(1, "74000"), (4, "80000"), (6, "88000")] {
            try tree.adapter(
                number, "Synopsys DesignWare I2C adapter", at: "platform/axi/1f000\(address).i2c",
                node: "\(rp1)/i2c@\(address)")
        }
        try tree.adapter(13, "107d508200.i2c", at: "platform/soc/107d508200.i2c", node: "/soc/i2c@7d508200")
        try tree.link("/proc/device-tree", to: "/sys/firmware/devicetree/base")
        try tree.file("/sys/firmware/devicetree/base/aliases/i2c1", "\(rp1)/i2c@74000\0")
        try tree.file("/sys/firmware/devicetree/base/__symbols__/i2c_csi_dsi1", "\(rp1)/i2c@88000\0")
        return tree
    }

    /// A Raspberry Pi 4 with a display on its DSI connector: the bus is a channel of a multiplexer, number 10.
    static func raspberryPi4() throws -> KernelTree {
        let tree = try KernelTree()
        let mux = "/soc/i2c0mux"
        try tree.adapter(1, "bcm2835 (i2c@7e804000)", at: "platform/soc/fe804000.i2c", node: "/soc/i2c@7e804000")
        try tree.adapter(0, "i2c-22-mux (chan_id 0)", at: "platform/soc/soc:i2c0mux/channel-0", node: "\(mux)/i2c@0")
        try tree.adapter(10, "i2c-22-mux (chan_id 1)", at: "platform/soc/soc:i2c0mux/channel-1", node: "\(mux)/i2c@1")
        try tree.link("/proc/device-tree", to: "/sys/firmware/devicetree/base")
        for (label, node) in [
            ("i2c_arm", "/soc/i2c@7e804000"), ("i2c_csi_dsi", "\(mux)/i2c@1"), ("i2c_csi_dsi0", "\(mux)/i2c@0"),
        ] {
            try tree.file("/sys/firmware/devicetree/base/__symbols__/\(label)", node + "\0")
        }
        return tree
    }
}
