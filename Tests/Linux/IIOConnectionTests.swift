import Foundation
import Glibc
import TestSupport

@testable import TaplineLinux

/// Motion sensors of the kernel's, on a tree of files and a pipe for the device.
@Suite struct IIOConnectionTests {
    /// A tree with a device, whose readings a pipe brings.
    private final class Kernel {
        let tree: KernelTree
        private(set) var writer: Int32 = -1
        let folder = "/sys/bus/iio/devices/iio:device0"

        init(_ files: [String: String] = [:], without missing: [String] = []) throws {
            tree = try KernelTree()
            var all = [
                "name": "lis3dh", "in_accel_scale": "0.009806", "sampling_frequency": "50",
                "sampling_frequency_available": "1 10 25 50 100 200 400", "trigger/current_trigger": "lis3dh-trigger",
                "buffer/enable": "0", "buffer/length": "2",
            ]
            for (index, axis) in ["x", "y", "z"].enumerated() {
                all["in_accel_\(axis)_raw"] = "0"
                all["scan_elements/in_accel_\(axis)_en"] = "0"
                all["scan_elements/in_accel_\(axis)_index"] = "\(index)"
                all["scan_elements/in_accel_\(axis)_type"] = "le:s12/16>>4"
            }
            for (path, text) in files { all[path] = text }
            for path in missing { all[path] = nil }
            for (path, text) in all { try tree.file("\(folder)/\(path)", text + "\n") }
            try tree.folder("/dev")
            try plug()
        }

        deinit { unplug() }

        func plug() throws {
            let path = tree.path("/dev/iio:device0")
            try #require(mkfifo(path, 0o600) == 0)
            writer = Glibc.open(path, O_RDWR | O_NONBLOCK)
            try #require(writer >= 0)
        }

        func unplug() {
            if writer >= 0 { close(writer) }
            writer = -1
            unlink(tree.path("/dev/iio:device0"))
        }

        func measure(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) } }

        func text(_ path: String) throws -> String {
            try tree.text("\(folder)/\(path)").trimmingCharacters(in: .whitespacesAndNewlines)
        }

        func open(name: String? = nil, rate: Int = 100, gyroscope: Bool = false) throws(DeviceError) -> IIOConnection {
            try IIOConnection(name: name, rate: rate, hasGyroscope: gyroscope, root: tree.root)
        }
    }

    private func read(_ device: IIOConnection, _ count: Int = 24) -> (ControllerInput, [Float]) {
        var received = BusBytes()
        let outcome = device.perform(
            Transfer(address: 0, written: ShortBytes(), readCount: count), at: .zero, received: &received)
        let values = stride(from: 0, to: received.count, by: 4).map { first in
            Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(received[first + $1]) << UInt32(8 * $1) })
        }
        return (outcome, values)
    }

    private func refusal(_ open: () throws(DeviceError) -> IIOConnection) -> String {
        do throws(DeviceError) { _ = try open() } catch { return error.description }
        return ""
    }

    private func near(_ values: [Float], _ expected: [Float]) -> Bool {
        values.count == expected.count && zip(values, expected).allSatisfy { abs($0 - $1) < 1e-3 }
    }

    // (One axis of 1,000 units of 1 mg: 9.806 m/s².)
    private static let lying: [UInt8] = [0, 0, 0, 0, 0x80, 0x3E]

    @Test func readingIsTheNumberTimesTheScale() throws {
        let kernel = try Kernel()
        let device = try kernel.open(name: "lis3dh")
        #expect(read(device).0 == .transferFailed(BusError(errno: 11)))
        kernel.measure([0x00, 0xC2] + [0x10, 0x00] + [0x80, 0x3E])
        let (outcome, values) = read(device)
        #expect(outcome == .transferred)
        // 0xC20 of 12 bits is -992, 0x001 is 1, 0x3E8 is 1,000.
        #expect(near(values, [-992 * 0.009_806, 0.009_806, 9.806]), "\(values)")
        #expect(read(device).0 == .transferFailed(BusError(errno: 11)))
    }

    @Test func bufferIsSwitchedOnWhileItIsReadAndOffAfterwards() throws {
        let kernel = try Kernel()
        let device = try kernel.open()
        #expect(try kernel.text("buffer/enable") == "0" && device.descriptor == -1)
        _ = read(device)
        #expect(try kernel.text("buffer/enable") == "1" && device.descriptor >= 0)
        #expect(try kernel.text("scan_elements/in_accel_y_en") == "1")
        #expect(try kernel.text("sampling_frequency") == "100")
        #expect(read(device, 0).0 == .transferred)
        #expect(try kernel.text("buffer/enable") == "0" && device.descriptor == -1)
    }

    @Test(arguments: [(1, "1"), (11, "25"), (100, "100"), (401, "400")])
    func kernelIsAskedForTheNextHigherRate(rate: Int, chosen: String) throws {
        let kernel = try Kernel()
        _ = read(try kernel.open(rate: rate))
        #expect(try kernel.text("sampling_frequency") == chosen)
    }

    /// mma8452 has `in_accel_sampling_frequency`, and the list of it without the beginning.
    @Test(arguments: [(60, "100.000000"), (50, "50.000000"), (7, "12.500000")])
    func listOfRatesMayHaveAShorterName(rate: Int, chosen: String) throws {
        let kernel = try Kernel(
            [
                "in_accel_sampling_frequency": "800.000000",
                "sampling_frequency_available": "1.560000 6.250000 12.500000 50.000000 100.000000 800.000000",
            ], without: ["sampling_frequency"])
        _ = read(try kernel.open(rate: rate))
        #expect(try kernel.text("in_accel_sampling_frequency") == chosen)
    }

    @Test func timerThatTriggersItHasItsRateToo() throws {
        let kernel = try Kernel(["trigger/current_trigger": "tapline"])
        for (number, name) in [(0, "other"), (1, "tapline")] {
            try kernel.tree.file("/sys/bus/iio/devices/trigger\(number)/name", name + "\n")
            try kernel.tree.file("/sys/bus/iio/devices/trigger\(number)/sampling_frequency", "100.000000\n")
        }
        _ = read(try kernel.open(rate: 150))
        let rates = try (0...1).map { try kernel.tree.text("/sys/bus/iio/devices/trigger\($0)/sampling_frequency") }
        #expect(rates[0] == "100.000000\n" && rates[1].hasPrefix("150") && !rates[1].hasPrefix("150."))
        // (It measures 200 times a second, the next that it has.)
        #expect(try kernel.text("sampling_frequency") == "200")
    }

    @Test func bufferThatIsOnBelongsToSomebodyElse() throws {
        let kernel = try Kernel(
            ["buffer/enable": "1"].merging(["x", "y", "z"].map { ("scan_elements/in_accel_\($0)_en", "1") }) { $1 })
        let device = try kernel.open(rate: 400)
        kernel.measure(Self.lying)
        #expect(near(read(device).1, [0, 0, 9.806]))
        _ = read(device, 0)
        #expect(try kernel.text("buffer/enable") == "1" && kernel.text("sampling_frequency") == "50")
    }

    @Test func timestampAndOtherOrdersAreSteppedOver() throws {
        var files = [
            "scan_elements/in_timestamp_en": "1", "scan_elements/in_timestamp_index": "3",
            "scan_elements/in_timestamp_type": "le:s64/64>>0",
        ]
        for (axis, index) in [("x", "2"), ("y", "1"), ("z", "0")] {
            files["scan_elements/in_accel_\(axis)_index"] = index
            files["scan_elements/in_accel_\(axis)_type"] = "be:s14/16>>2"
        }
        let kernel = try Kernel(files)
        let device = try kernel.open()
        // z, y, x, two bytes of nothing, the time.
        kernel.measure([0x40, 0x00, 0xFF, 0xFC, 0x00, 0x08, 0xEE, 0xEE] + [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(near(read(device).1, [2 * 0.009_806, -0.009_806, 4_096 * 0.009_806]))
    }

    @Test func mountMatrixAndOffsetOfTheKernelCount() throws {
        let kernel = try Kernel(["in_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1", "in_accel_offset": "10"])
        let device = try kernel.open()
        _ = read(device)
        kernel.measure([0x10, 0x00] + [0x20, 0x00] + [0x80, 0x3E])
        // (Times 0.009806.)
        #expect(near(read(device).1, [0.117_672, -0.107_866, 9.904_06]))
    }

    @Test func gyroscopeStandsBehindTheAccelerometer() throws {
        var files = ["in_anglvel_scale": "0.001"]
        for (index, axis) in ["x", "y", "z"].enumerated() {
            files["scan_elements/in_anglvel_\(axis)_en"] = "0"
            files["scan_elements/in_anglvel_\(axis)_index"] = "\(index + 4)"
            files["scan_elements/in_anglvel_\(axis)_type"] = "le:s16/16>>0"
        }
        let kernel = try Kernel(files)
        let device = try kernel.open(gyroscope: true)
        _ = read(device)
        kernel.measure(Self.lying + [1, 0, 2, 0, 0xFD, 0xFF])
        #expect(near(read(device).1, [0, 0, 9.806, 0.001, 0.002, -0.003]))
    }

    @Test func deviceThatGoesIsFoundAgain() throws {
        let kernel = try Kernel()
        let device = try kernel.open()
        _ = read(device)
        kernel.unplug()
        #expect(read(device).0 == .transferFailed(BusError(errno: 19)))
        _ = read(device, 0)
        guard case .transferFailed = read(device).0 else {
            Issue.record("it is not there")
            return
        }
        #expect(device.problem != nil)
        try kernel.plug()
        _ = read(device)
        #expect(device.problem == nil)
        kernel.measure(Self.lying)
        #expect(near(read(device).1, [0, 0, 9.806]))
        #expect(device.losses == 1)
    }

    @Test func whyItCannotBeReadIsSaid() throws {
        let kernel = try Kernel(["trigger/current_trigger": ""])
        let device = try kernel.open()
        _ = read(device)
        #expect(device.problem?.description.contains("nothing triggers it: its interrupt is not wired") == true)
    }

    @Test func whatIsMissingIsSaid() throws {
        let kernel = try Kernel()
        #expect(refusal { () throws(DeviceError) in try kernel.open(name: "mpu6050") }.contains("'lis3dh'"))
        #expect(refusal { () throws(DeviceError) in try kernel.open(gyroscope: true) }.contains("no gyroscope"))
        let bare = try Kernel(without: ["x", "y", "z"].map { "scan_elements/in_accel_\($0)_en" })
        #expect(refusal { () throws(DeviceError) in try bare.open() }.contains("has no buffer"))
        try kernel.tree.file("/sys/bus/iio/devices/iio:device1/name", "mma8452\n")
        try kernel.tree.file("/sys/bus/iio/devices/iio:device1/scan_elements/in_accel_x_en", "0\n")
        let both = refusal { () throws(DeviceError) in try kernel.open() }
        #expect(both.contains("2 accelerometers") && both.contains("/dev/iio:device1 'mma8452'"), "\(both)")
    }

    @Test(arguments: ["le:s12/16", "be:u8/8>>0", "le:s64/64>>0"]) func typesOfTheKernelAreRead(text: String) {
        #expect(IIOScan.Element(text) != nil)
    }

    @Test(arguments: [
        "", "le", "le:", "le:s", "le:s12", "le:s12/12", "le:s12/16>>5", "le:s0/16", "le:s12/16X2>>4", "le:s99999/16",
    ])
    func otherTypesAreRefused(text: String) { #expect(IIOScan.Element(text) == nil) }
}
