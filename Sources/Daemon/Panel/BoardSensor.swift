import TaplineCore

/// The driver of a board's motion sensor: of a chip, or of a device of the kernel's.
struct BoardSensor: MotionSensor {
    private var chip: SensorDriver
    private var device: KernelSensorDriver?

    init(_ configuration: SensorDriver.Configuration) { chip = SensorDriver(configuration: configuration) }

    init(_ device: KernelSensorDriver) {
        chip = SensorDriver(configuration: .init(SensorSettings()))
        self.device = device
    }

    mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction {
        if let action = device?.step(input, at: now, received: &received) { return action }
        return chip.step(input, at: now, received: &received)
    }

    var transfer: Transfer {
        mutating get {
            if let device { return device.transfer }
            return chip.transfer
        }
    }
    var waitsUntil: Instant { device?.waitsUntil ?? chip.waitsUntil }
    var fault: ControllerFault { device?.fault ?? chip.fault }
    var reportTime: Instant { device?.reportTime ?? chip.reportTime }
    var ignoresInterruptsUntil: Instant { device?.ignoresInterruptsUntil ?? chip.ignoresInterruptsUntil }
    var identity: ControllerIdentity { device?.identity ?? chip.identity }
    var reading: MotionReading { device?.reading ?? chip.reading }
    // (The kernel has no common way to wait for a movement.)
    var wakesOnMotion: Bool { device == nil && chip.wakesOnMotion }
}
