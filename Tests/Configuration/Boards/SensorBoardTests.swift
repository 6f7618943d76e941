import TaplineConfiguration
import TestSupport

/// `sensors:` of boards.
@Suite struct SensorBoardTests {
    private let required = boardFacts.replacing("[0x5d]\n", with: "[0x5d, 0x14]\ninterrupt_pin: GPIO27\n")

    private func board(_ sensor: String) throws -> BoardDescription {
        try readBoard(required + "sensors:\n  - {\(sensor)}\n")
    }

    private func complaints(_ sensor: String) -> [String] { boardComplaints(required + "sensors:\n  - {\(sensor)}\n") }

    @Test func boardWithoutSensorsHasNone() throws {
        #expect(try readBoard(required).sensors.isEmpty)
        #expect(try readBoard(required + "sensors: none").sensors.isEmpty)
    }

    @Test func sensorIsOnTheBoardsBusUnlessItSaysOtherwise() throws {
        let sensor = try #require(try board("chip: lis3dh").sensors.first)
        #expect(sensor.bus == .number(1) && sensor.addresses.isEmpty && sensor.interruptPin == nil)
        #expect(sensor.settings == SensorSettings(.lis3dh) && sensor.mounting == SensorMounting())
        #expect(try board("chip: lis2dh12, bus: i2c-gpio").sensors.first?.bus == .adapter("i2c-gpio"))
    }

    @Test func sensorSaysEverything() throws {
        let sensor = try #require(
            try board(
                "chip: lis3dh, addresses: [0x19], interrupt_pin: {line: GPIO22, active: high}, rate: 200Hz, range: 8g, "
                    + "mount_matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1], offset: [0.01g, -0.02g, 0g], scale: [1, 0.99, 1.01]"
            ).sensors.first)
        #expect(sensor.addresses == [0x19])
        #expect(sensor.interruptPin == BoardPin(line: "GPIO22", activeLow: false))
        #expect(sensor.settings.rate == 200 && sensor.settings.range == 8)
        #expect(sensor.mounting.x == SIMD3(0, 1, 0) && sensor.mounting.y == SIMD3(-1, 0, 0))
        #expect(sensor.mounting.offset == SIMD3(0.01, -0.02, 0) && sensor.mounting.scale == SIMD3(1, 0.99, 1.01))
    }

    @Test(arguments: [
        ("rate: 100Hz", "has no 'chip'"),
        ("chip: lis3hd", "lis3dh"),
        ("chip: lis3dh, rate: 100", "1Hz to 400Hz"),
        ("chip: lis3dh, rate: 1000Hz", "out of range"),
        ("chip: lis3dh, range: 32g", "out of range"),
        ("chip: lis3dh, gyroscope: true", "no gyroscope"),
        ("chip: lis3dh, gyroscope_range: 500deg/s", "no gyroscope"),
        ("chip: lis3dh, addresses: [0x5d]", "is the controller's"),
        ("chip: lis3dh, addresses: [0x99]", "7-bit address"),
        ("chip: lis3dh, interrupt_pin: GPIO27", "already the board's interrupt_pin"),
        ("chip: lis3dh, interrupt_pin: 22", "numbers of lines change"),
        ("chip: lis3dh, bus: simulated", "do not go together"),
        ("chip: lis3dh, mount_matrix: [1, 0, 0]", "has 3 elements"),
        ("chip: lis3dh, mount_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 0.5]", "is no rotation"),
        ("chip: lis3dh, mount_matrix: [1, 0, 0, 1, 0, 0, 0, 0, 1]", "is no rotation"),
        ("chip: lis3dh, mount_matrix: [-1, 0, 0, 0, 1, 0, 0, 0, 1]", "mirrors"),
        ("chip: lis3dh, offset: [0.1, 0, 0]", "-2g to 2g"),
        ("chip: lis3dh, scale: [0, 1, 1]", "out of range"),
        ("controller: iio, chip: lis3dh", "controller iio has no 'chip'"),
        ("controller: iio, interrupt_pin: GPIO22", "controller iio has no 'interrupt_pin'"),
        ("controller: gt911, chip: lis3dh", "iio"),
        ("chip: lis3dh, device: lis3dh", "unknown key 'device'"),
        ("chip: lis3dh, rotate: 90", "unknown key 'rotate' in a sensor"),
    ])
    func whatIsWrongHasItsPlace(sensor: String, part: String) {
        let found = complaints(sensor)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("b.yaml:10:") == true, "\(found)")
        #expect(found.first?.contains(part) == true, "\(found)")
    }

    @Test func addressOfTheControllerIsFreeOnAnotherBus() throws {
        #expect(complaints("chip: lis3dh, bus: 3, addresses: [0x14]") == [])
    }

    @Test func turnOfThirtyDegreesInTwoDigitsIsARotation() {
        #expect(complaints("chip: lis3dh, mount_matrix: [0.87, 0.5, 0, -0.5, 0.87, 0, 0, 0, 1]") == [])
    }

    @Test func secondSensorIsRefused() {
        let found = boardComplaints(required + "sensors:\n  - {chip: lis3dh}\n  - {chip: lis2dh12}\n")
        #expect(found.count == 1 && found[0].hasPrefix("b.yaml:11:"), "\(found)")
    }

    @Test func sensorsLineIsNoOutput() throws {
        let board = try board("chip: lis3dh, interrupt_pin: GPIO22")
        let found = TaplineConfigurationTests.complaints { () throws(ConfigurationErrors) in
            try configuration(
                "tapline: config/1\ngestures: [{name: tap, kind: tap}]\noutputs: [{line: GPIO22, on: tap, pulse: 100ms}]\n",
                board: board)
        }
        #expect(found.contains { $0.contains("interrupt_pin of a sensor") }, "\(found)")
    }

    // MARK: No panel

    private let alone = "tapline: board/1\nname: t\nsource: t\ncontroller: none\n"

    @Test func computerWithASensorNeedsNoPanel() throws {
        let text = alone + "sensors: [{chip: lis3dh, bus: 1}]\n"
        let board = try readBoard(text)
        #expect(!board.hasPanel && board.bus == .number(1) && board.addresses.isEmpty)
        #expect(
            try BoardDescription(Array((alone + "bus: 3\nsensors: [{chip: lis3dh}]").utf8), file: "b").bus == .number(3)
        )
    }

    @Test func withoutPanelAndSensorThereIsNothing() {
        #expect(boardComplaints(alone).contains { $0.contains("has no 'sensors'") })
        #expect(boardComplaints(alone + "sensors: [{chip: lis3dh}]").contains { $0.contains("has no bus") })
        let panel = boardComplaints(alone + "bus: 1\nsize: [8, 4]\naddresses: [0x5d]\nsensors: [{chip: lis3dh}]")
        #expect(panel.count == 2 && panel.allSatisfy { $0.contains("there is no panel") }, "\(panel)")
    }

    @Test func sensorOfTheKernelsHasNeitherChipNorBus() throws {
        let sensor = try #require(try board("controller: iio, device: lis3dh_accel, rate: 50Hz").sensors.first)
        #expect(sensor.isOfTheKernel && sensor.device == "lis3dh_accel" && sensor.chipName == "lis3dh_accel")
        #expect(sensor.settings.rate == 50 && !sensor.hasGyroscope)
        #expect(try board("controller: iio, gyroscope: true").sensors.first?.hasGyroscope == true)
        let text = alone + "sensors: [{controller: iio}]\n"
        #expect(try readBoard(text).sensors.first?.device == nil)
    }

    // MARK: Capabilities

    @Test func boardSaysWhatItLacks() throws {
        let without = try readBoard(required)
        let with = try board("chip: lis3dh")
        for interest in [MotionInterest.shakes, .orientation, .data, .rotation] {
            #expect(without.lacks(interest)?.message.contains("no motion sensor") == true)
            #expect((with.lacks(interest) != nil) == (interest == .rotation))
        }
    }
}
