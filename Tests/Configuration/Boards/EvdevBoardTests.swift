import TaplineConfiguration
import TestSupport

/// Boards whose controller is an input device of the kernel's.
@Suite struct EvdevBoardTests {
    private let required = """
        tapline: board/1
        name: test
        source: made up
        controller: evdev

        """

    private func board(_ lines: String) throws -> BoardDescription {
        try readBoard(required + lines)
    }

    private func complaints(_ lines: String) -> [String] { boardComplaints(required + lines) }

    @Test func deviceSaysWhatTheBoardDoesNot() throws {
        let board = try board("bus: touchscreen")
        #expect(board.controller.family == .evdev)
        #expect(board.bus == .adapter("touchscreen"))
        #expect(board.hasSizeOfDevice && board.panel.rawMillimetres == nil)
        #expect(!board.grabs && board.addresses.isEmpty && board.maximumFingers == 16 && board.touchTimeout == nil)
    }

    @Test func boardSaysMoreThanTheDevice() throws {
        let board = try board(
            "bus: /dev/input/event0\nsize: [1024, 600]\nactive_area: [154mm, 86mm]\ngrab: true\n"
                + "transform: {rotate: 180}\nkernel_driver: Goodix-TS")
        #expect(board.bus == .path("/dev/input/event0"))
        #expect(!board.hasSizeOfDevice && board.panel.rawWidth == 1_024 && board.panel.rawHeight == 600)
        #expect(board.panel.rawMillimetres?.width == 154)
        #expect(board.grabs && board.panel.rotation == .half && board.kernelDriver == "Goodix-TS")
    }

    @Test func areaAndTransformNeedNoSize() throws {
        let board = try board("bus: 3\nactive_area: [154mm, 86mm]\ntransform: {swap_xy: true}")
        #expect(board.bus == .number(3) && board.hasSizeOfDevice)
        #expect(board.panel.rawMillimetres?.height == 86 && board.panel.swapXY)
    }

    @Test(arguments: [
        "addresses: [0x5d]", "interrupt_pin: GPIO4", "reset_pin: GPIO17", "poll: {active: 5ms}", "exclusive_bus: true",
        "touchTimeout: 100ms",
    ])
    func whatTheKernelDrivesIsRefused(line: String) {
        let found = complaints("bus: touchscreen\n\(line)")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("b.yaml:6:") == true, "\(found)")
        #expect(found.first?.contains("take it out") == true, "\(found)")
    }

    /// The bug: a list was said to be no text, as if a schema could know that other controllers may have one.
    @Test func inputDeviceIsOne() {
        #expect(
            complaints("bus: [/dev/input/event0, /dev/input/event1]") == [
                "b.yaml:5:6: an input device is one: it has no list; write bus: /dev/input/event0"
            ])
    }

    @Test func otherControllersHaveNoGrab() {
        let text = "tapline: board/1\nname: t\nsource: t\ncontroller: gt911\nbus: 1\naddresses: [0x5d]\nsize: [8, 4]\n"
        #expect(boardComplaints(text) == [])
        #expect(boardComplaints(text + "grab: true").count == 1)
        #expect(boardComplaints(text.replacing("size: [8, 4]\n", with: "")).count == 1)
    }

    @Test func simulatedDeviceNeedsASize() {
        #expect(complaints("bus: simulated").count == 1)
        #expect(complaints("bus: simulated\nsize: [800, 480]") == [])
    }

    @Test func pathOutsideOfDevIsRefused() {
        #expect(complaints("bus: /tmp/event0").first?.contains("write /dev/input/event0") == true)
    }

    @Test func shippedBoardTakesTheTouchscreen() throws {
        let board = try shippedBoard("evdev")
        #expect(board.controller.family == .evdev && board.bus == .adapter("touchscreen") && board.hasSizeOfDevice)
    }
}
