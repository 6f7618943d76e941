public import TaplineCore

/// A motion sensor of a board: an entry of `sensors:`.
///
/// ```yaml
/// sensors:
///   - chip: lis3dh                          # required
///     bus: 1                                # without it the board's
///     addresses: [0x18]                     # without them where the chip can be
///     interrupt_pin: {line: GPIO22, active: high}  # says that data is ready; none: the chip is asked at the rate
///     rate: 100Hz                           # readings a second, 1Hz…400Hz; the chip takes the next higher that it has
///     range: 4g                             # the largest acceleration wanted, 1g…16g
///     gyroscope: true                       # whether it measures rotation, where it can
///     gyroscope_range: 2000deg/s            # the fastest rotation wanted, 125deg/s…2000deg/s
///     mount_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1]  # rows: the device's x, y, z of the chip's, as the kernel's mount-matrix
///     offset: [0g, 0g, 0g]                  # what each axis of the chip shows too much: it is taken away first
///     scale: [1, 1, 1]                      # what each is multiplied by then
/// ```
///
/// Or a sensor that a driver of the kernel has already, as an IIO device:
///
/// ```yaml
/// sensors:
///   - controller: iio
///     device: lis3dh_accel                  # what its file name in /sys says; without it the only accelerometer there is
///     gyroscope: false                      # whether it measures rotation, too, which only the device knows
/// ```
///
/// with `rate`, `mount_matrix` (after the kernel's own), `offset` and `scale`.
public struct SensorDescription: Equatable, Sendable {
    /// Whether a driver of the kernel has it. Then ``settings`` name a chip that stands for it where devices are simulated.
    public var isOfTheKernel = false
    /// What the kernel calls it; nil: it is the only one with an accelerometer.
    public var device: String?
    /// What is wanted of the chip.
    public var settings: SensorSettings
    /// Its bus.
    public var bus: BusName
    /// The 7-bit addresses at which it may answer; empty: wherever such a chip can be.
    public var addresses: [UInt8]
    /// The line by which it says that data is ready; nil: it is asked.
    public var interruptPin: BoardPin?
    /// How it sits in the device, and its calibration.
    public var mounting: SensorMounting

    /// What ``SensorMounting/offset`` may be on each axis, g.
    static var offsets: ClosedRange<Double> { -2...2 }
    /// What ``SensorMounting/scale`` may be on each axis.
    static var scales: ClosedRange<Double> { 0.5...2 }

    /// Its chip's name in board files: `lis3dh`.
    public var chipName: String { device ?? String(constant: kind) }
    /// The same of a chip; of any device of the kernel's `iio`.
    package var kind: StaticString { isOfTheKernel ? "iio" : settings.chip.name }
    /// Whether it measures rotation.
    public var hasGyroscope: Bool { settings.hasGyroscope && settings.chip.hasGyroscope }
}

extension BoardDescription {
    /// Whether there is a panel, and not only sensors.
    public var hasPanel: Bool { controller.family != ControllerChip.Family.none }

    /// Whether all is the same but the sensors, which may change while the panel runs.
    package func hasSamePanel(as other: BoardDescription) -> Bool {
        var board = self
        board.sensors = other.sensors
        return board == other
    }

    /// The lines of the board that are inputs or outputs of its own, and the keys that name them.
    package var pins: [(key: String, pin: BoardPin)] {
        var pins: [(key: String, pin: BoardPin)] = []
        if let interruptPin { pins.append(("interrupt_pin", interruptPin)) }
        if let resetPin { pins.append(("reset_pin", resetPin)) }
        for sensor in sensors {
            if let pin = sensor.interruptPin { pins.append(("interrupt_pin of a sensor", pin)) }
        }
        return pins
    }

    /// Has its sensors wake by themselves when the acceleration changes by `threshold` g; 0: they do not.
    package mutating func wakeSensors(from threshold: Float) {
        for i in sensors.indices {
            sensors[i].settings.wakeThreshold = threshold > 0 ? Int((threshold * 1_000).rounded()) : nil
        }
    }

    /// Why the board cannot offer what somebody wants of motion, and what would help; nil: it can.
    package func lacks(_ interest: MotionInterest) -> (message: String, suggestion: String)? {
        guard let sensor = sensors.first else {
            return (
                "the board \(quoted(name)) has no motion sensor",
                "add it to the board: sensors: [{chip: lis3dh, rate: 100Hz}]"
            )
        }
        guard interest == .rotation, !sensor.hasGyroscope else { return nil }
        return (
            "the board \(quoted(name)) has no gyroscope: its \(sensor.chipName) measures acceleration",
            "name a sensor with a gyroscope in the board, or do without rotation"
        )
    }
}
