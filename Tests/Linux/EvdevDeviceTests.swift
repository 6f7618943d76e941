import CTaplineSystem
import Foundation
import TaplineLinux
import TestSupport

/// Input devices as sysfs shows them, and files that are none.
@Suite struct EvdevDeviceTests {
    /// A file of bits as the kernel writes it: words of this process's width, the highest first.
    private static func bits(_ codes: [Int]) -> String {
        var words: [UInt] = [0]
        for code in codes {
            while words.count <= code / UInt.bitWidth { words.append(0) }
            words[code / UInt.bitWidth] |= 1 << UInt(code % UInt.bitWidth)
        }
        return words.reversed().map { String($0, radix: 16) }.joined(separator: " ") + "\n"
    }

    private func add(
        _ number: Int, _ name: String, to tree: KernelTree, axes: [Int] = [], keys: [Int] = [], properties: [Int] = []
    ) throws {
        let place = "/sys/class/input/event\(number)/device"
        try tree.file("\(place)/name", name + "\n")
        try tree.file("\(place)/capabilities/abs", Self.bits(axes))
        try tree.file("\(place)/capabilities/key", Self.bits(keys))
        try tree.file("\(place)/properties", Self.bits(properties))
    }

    /// A Pi with a keyboard, a touchpad, a pen, a virtual machine's mouse, and a panel.
    private func computer() throws -> KernelTree {
        let tree = try KernelTree()
        try add(0, "Keyboard", to: tree, keys: [30, 31])
        try add(1, "Touchpad", to: tree, axes: [0, 1, 0x2F, 0x35, 0x36, 0x39], keys: [0x145, 0x14A])
        try add(2, "Tablet Pen", to: tree, axes: [0, 1], keys: [0x140, 0x14A], properties: [1])
        try add(3, "Virtual Mouse", to: tree, axes: [0, 1], keys: [0x110])
        try add(10, "Goodix Touch", to: tree, axes: [0x2F, 0x35, 0x36, 0x39], keys: [0x14A], properties: [1])
        return tree
    }

    @Test func whoeverMayNotReadADeviceKnowsItsName() throws {
        let tree = try computer()
        #expect(EvdevDevices.name(ofDeviceAt: "/dev/input/event10", root: tree.root) == "Goodix Touch")
        #expect(EvdevDevices.name(ofDeviceAt: "/dev/input/event11", root: tree.root) == nil)
    }

    private func complaint(_ name: String, _ tree: KernelTree) -> DeviceError? {
        failure { () throws(DeviceError) in try EvdevDevices.find(name, root: tree.root) }
    }

    @Test func onlyThePanelIsATouchscreen() throws {
        let tree = try computer()
        let devices = EvdevDevices.all(root: tree.root)
        #expect(devices.map(\.number) == [0, 1, 2, 3, 10])
        #expect(devices.filter(\.isTouchscreen).map(\.name) == ["Goodix Touch"])
    }

    @Test func touchscreenThatTaplineMakesIsNoPanel() throws {
        let tree = try computer()
        try add(
            11, "Tapline lamp touchscreen", to: tree, axes: [0, 1, 0x2F, 0x35, 0x36], keys: [0x14A], properties: [1])
        #expect(complaint(EvdevDevices.anyTouchscreen, tree)?.reason == "2 input devices fit")
        try tree.file("/sys/class/input/event11/device/phys", "tapline/lamp/touchscreen\n")
        #expect(try EvdevDevices.find(EvdevDevices.anyTouchscreen, root: tree.root) == "/dev/input/event10")
        #expect(EvdevDevices.all(root: tree.root).map(\.number) == [0, 1, 2, 3, 10])
        // Another one's place is not ours.
        try tree.file("/sys/class/input/event11/device/phys", "usb-0000:01:00.0-1.3/input0\n")
        #expect(EvdevDevices.all(root: tree.root).count == 6)
    }

    @Test func resistivePanelIsATouchscreenToo() throws {
        let tree = try KernelTree()
        // ads7846 says nothing of directness.
        try add(0, "ADS7846 Touchscreen", to: tree, axes: [0, 1, 0x18], keys: [0x14A])
        #expect(EvdevDevices.all(root: tree.root).first?.isTouchscreen == true)
    }

    @Test(arguments: [
        ("touchscreen", 10), ("Goodix Touch", 10), ("Goodix", 10),
        // A part of two names is the touchscreen's.
        ("Touch", 10), ("Touchpad", 1), ("Keyboard", 0),
    ]) func deviceIsFoundByName(name: String, number: Int) throws {
        let tree = try computer()
        #expect(try EvdevDevices.find(name, root: tree.root) == "/dev/input/event\(number)")
    }

    @Test func twoTouchscreensAreRefusedWithBoth() throws {
        let tree = try computer()
        try add(4, "Second Touch", to: tree, axes: [0x35, 0x36], properties: [1])
        let error = try #require(complaint("touchscreen", tree))
        #expect(error.description.contains("2 input devices fit"))
        #expect(error.description.contains("/dev/input/event4 'Second Touch', /dev/input/event10 'Goodix Touch'"))
        #expect(try EvdevDevices.find("Second", root: tree.root) == "/dev/input/event4")
    }

    @Test func missingTouchscreenIsToldWithWhatThereIs() throws {
        let tree = try KernelTree()
        #expect(complaint("touchscreen", tree)?.description.contains("there is no input device at all") == true)
        try add(0, "Keyboard", to: tree, keys: [30])
        let error = try #require(complaint("touchscreen", tree))
        #expect(error.errno == Errno.noSuchDevice && !error.isPermission)
        #expect(error.description.contains("/dev/input/event0 'Keyboard'; a touchscreen comes with its driver"))
        #expect(complaint("Goodix", tree)?.description.contains("no input device has this name") == true)
    }

    @Test func damagedFileOfBitsIsNoTouchscreen() throws {
        let tree = try KernelTree()
        let place = "/sys/class/input/event0/device"
        for text in ["", "\n", "zz", "-1", "ffffffffffffffffffffffffffffffffff", "0 0 0 0 0 0 0 0"] {
            try tree.file("\(place)/capabilities/abs", text)
            try tree.file("\(place)/capabilities/key", text)
            _ = EvdevDevices.all(root: tree.root)
        }
        #expect(EvdevDevices.all(root: tree.root).first?.isTouchscreen == false)
    }

    @Test func fileThatIsNoInputDeviceIsRefused() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("evdev-\(UUID().uuidString)").path
        try Data(repeating: 0, count: 48).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(tapline_input_open(path, 0) == -Errno.wrongFunction)
        #expect(throws: DeviceError.self) { try EvdevConnection(.path(path)) }
        #expect(tapline_input_open(path + ".none", 0) == -Errno.noSuchFile)
    }

    @Test func missingDeviceAndMissingRightAreToldWithTheCommandThatMends() {
        let missing = DeviceError(path: "/dev/input/event7", errno: Errno.noSuchFile)
        #expect(missing.description.contains("ls -l /dev/input/by-path"))
        let denied = DeviceError(path: "/dev/input/event7", errno: Errno.accessDenied)
        #expect(denied.isPermission)
        #expect(denied.description.contains("sudo usermod -aG input $USER"))
    }
}
