/// Boards.
enum SchemaBoards {
    /// Path, default, sentence: ``SchemaHelp``.
    static let help = """
        board/1 name | | What people call the board
        source | | Where the facts of the board come from: a text or a list of texts
        controller | | The chip; evdev: an input device that a driver of the kernel makes; none: there is no panel
        bus | | The I2C bus: its number, /dev/i2c-1, its name, simulated, or a list of two to four of which the first is taken that the computer has. Of evdev the input device
        addresses | | Where to look for the chip: one to four 7-bit addresses
        grab | false | Whether no other program gets the events of the input device
        overlay | | What follows dtoverlay= in config.txt and brings the bus; none: no overlay does
        interrupt_pin | | The line by which the chip says that there is something to read; none: it is polled
        interrupt_pin.line | | The line's name
        interrupt_pin.active | low | The level that means something
        reset_pin | | The line that resets the chip; none: no line does
        reset_pin.line | | The line's name
        reset_pin.active | low | The level that resets
        taken_lines | | Lines of the header that the display and others take, by name or as a range, GPIO0..GPIO9: no outputs; or none
        identity | known | Whether a chip that does not say what it is, as a clone, is taken for the controller
        transfer_mode | | What stands between write and read; without it what the chip wants
        transfer_delay | 0ms | With transfer_mode: stop, how long the chip needs between write and read
        size | | Raw pixels across and down, as the chip reports them; unknown: the board serves panels of several sizes
        active_area | | Width and height of the panel along the raw axes
        transform | | From raw to oriented pixels, in this order: mirror, swap, rotate, calibrate
        transform.mirror_x | false | Whether the raw x axis is mirrored
        transform.mirror_y | false | Whether the raw y axis is mirrored
        transform.swap_xy | false | Whether the axes are swapped
        transform.rotate | 0 | Degrees clockwise
        transform.calibration | [1, 0, 0, 0, 1, 0] | a, b, c, d, e, f of x' = a x + b y + c, y' = d x + e y + f
        keys | | Of touch keys: how many across and down; without it they lie in one row
        sensing | | Of touch keys: how they are measured; without it as the driver does
        sensing.touch | | The change that is a touch, in the chip's counts
        sensing.release | | Of an MPR121: the change that is none any more; without it half of touch
        sensing.debounce | 0 | Of an MPR121: how many measurements more a change takes to be believed
        sensing.samples | | How many samples make a measurement
        sensing.period | | From one measurement to the next
        resistance | | Of a resistive panel: what its plates are
        resistance.plate | 400ohm | The resistance of the x plate, from edge to edge
        resistance.touch | 4095ohm | The highest resistance between the plates at which they touch: a lighter touch is none
        poll | | How often the chip is read
        poll.active | 10ms | The period while fingers are down
        poll.idle | 50ms | The period while none is
        touchTimeout | none | A finger that no report confirms for so long is cancelled
        mask | none | Areas in which no finger lands: left, top, right, bottom in raw pixels, edges included; up to four
        ghosts | | For a panel that reports fingers which are not there
        ghosts.minimum_life | none | A contact that lives less is none; touches, and taps, are told so late
        ghosts.periodic | keep | Whether contacts that come back to one place like clockwork are dropped
        ghosts.bursts | keep | hold: while many short contacts come from all over the panel, one must live 60 ms
        ghosts.palm | none | From this size on, in the controller's own unit, a contact is a palm: it is no touch, and cancels the one it was
        ghosts.flicker | none | A finger that is gone for less, and back at its place, has not lifted; lifts are told so late
        ghosts.smoothing | none | Of a panel that trembles: the limit of a low pass for a finger that rests, in Hz
        max_fingers | | The most fingers; without it what the chip can do
        exclusive_bus | false | Whether nothing else uses the bus: its timeout is shortened while the panel runs
        kernel_driver | none | The kernel's driver that owns the chip unless it is freed
        controller_configuration | | The settings that a Goodix chip must have. Wrong bytes can disable touch for good
        controller_configuration.write | false | Whether the bytes are written to a chip that has others; else they are compared
        controller_configuration.bytes | | All of them, as the panel's maker gives them, checksum and 1 included
        sensors | | Motion sensors, one for now; none
        sensors.chip | | The sensor's chip
        sensors.controller | | iio: a driver of the kernel's has the sensor
        sensors.device | | What the kernel calls it; without it the only accelerometer there is
        sensors.bus | | The sensor's bus; without it the board's
        sensors.addresses | | Where the chip may answer; without them where such a chip can be
        sensors.interrupt_pin | none | The line by which it says that data is ready; none: it is asked at the rate
        sensors.interrupt_pin.line | | The line's name
        sensors.interrupt_pin.active | low | The level that means something
        sensors.rate | 100Hz | Readings a second; the chip takes the next higher rate that it has
        sensors.range | 4g | The largest acceleration wanted
        sensors.gyroscope | true | Whether rotation is measured, where the chip can
        sensors.gyroscope_range | 2000deg/s | The fastest rotation wanted
        sensors.mount_matrix | [1, 0, 0, 0, 1, 0, 0, 0, 1] | Row by row: the device's x, y, z of the chip's, a rotation
        sensors.offset | [0g, 0g, 0g] | What each axis of the chip shows too much
        sensors.scale | [1, 1, 1] | What each axis is multiplied by then
        """

    /// Files of them: ``SchemaExamples``.
    static var examples: [String] {
        [
            """
            tapline: board/1
            name: all
            source: [here, there]
            controller: gt911
            bus: [1, i2c_csi_dsi, /dev/i2c-3]
            addresses: [0x5d, 0x14]
            overlay: vc4-kms-dpi-hyperpixel4
            interrupt_pin: GPIO27
            reset_pin: {line: GPIO17}
            taken_lines: [GPIO0..GPIO9, GPIO19]
            identity: any
            transfer_mode: stop
            transfer_delay: 1ms
            size: [800, 480]
            active_area: [154mm, 86mm]
            transform:
              {mirror_x: true, mirror_y: true, swap_xy: true, rotate: 90, calibration: [1, 0, 0, 0, 1, 0]}
            poll: {active: 10ms, idle: 50ms}
            touchTimeout: 1s
            mask: [[0, 0, 40, 479]]
            ghosts: {minimum_life: 30ms, periodic: drop, bursts: hold, palm: 60, flicker: 30ms, smoothing: 2}
            max_fingers: 5
            exclusive_bus: true
            kernel_driver: Goodix-TS
            controller_configuration: {write: true, bytes: [\(configuration)]}
            """,
            board("gt911", "bus: 1, addresses: 0x5d, size: [800, 480], transform: {}, poll: {}, interrupt_pin: none"),
            board("gt911", "bus: 1, addresses: 0x5d, size: unknown, reset_pin: none, taken_lines: none"),
            board(
                "gt911",
                "bus: 1, addresses: 0x5d, size: [800, 480], controller_configuration: {bytes: [\(configuration)]}"
            ),
            board(
                "gt911",
                "bus: 1, addresses: 0x5d, size: [800, 480], interrupt_pin: {line: GPIO20, active: high}, "
                    + "reset_pin: {line: GPIO21, active: high}, sensors: none"),
            board(
                "gt911", "bus: 1, addresses: 0x5d, size: [800, 480], interrupt_pin: {line: GPIO20}, reset_pin: GPIO21"),
            board("gt911", "bus: 1, addresses: 0x5d, size: [800, 480], mask: none, ghosts: {minimum_life: none}"),
            board("gt911", "bus: 1, addresses: 0x5d, size: [800, 480], ghosts: none"),
            board("gt911", "bus: 1, addresses: 0x5d, size: [800, 480], ghosts: {}"),
            board(
                "gt911",
                "bus: 1, addresses: 0x5d, size: [800, 480], ghosts: {palm: none, flicker: none, smoothing: none}"),
            board("mpr121", "bus: 1, addresses: 0x5a, size: [400, 300], keys: [4, 3]"),
            board(
                "mpr121",
                "bus: 1, addresses: 0x5a, size: [400, 300], sensing: {touch: 12, release: 6, debounce: 1, samples: 4, "
                    + "period: 16ms}"),
            board("mpr121", "bus: 1, addresses: 0x5a, size: [400, 300], sensing: {}"),
            board("tsc2007", "bus: 1, addresses: 0x48, size: [800, 480], resistance: {plate: 300ohm, touch: 4095ohm}"),
            board("tsc2007", "bus: 1, addresses: 0x48, size: [800, 480], resistance: {}"),
            board("evdev", "bus: /dev/input/event0, grab: true"),
            board("none", "sensors: [{chip: lis3dh, bus: 1}]"),
            board("none", "sensors: [{controller: iio}]"),
            board("none", "sensors: [{controller: iio, device: lis3dh, rate: 100Hz, gyroscope: false}]"),
            board(
                "none",
                "bus: 1, sensors: [{chip: lsm6ds3, bus: [2, 3], addresses: [0x6a], interrupt_pin: none, rate: 100Hz, "
                    + "range: 4g, gyroscope: true, gyroscope_range: 2000deg/s, mount_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], "
                    + "offset: [0g, 0g, 0g], scale: [1, 1, 1]}]"),
            board("none", "bus: 1, sensors: [{chip: lis3dh, interrupt_pin: {line: GPIO1, active: high}}]"),
            board("none", "bus: 1, sensors: [{chip: lis3dh, interrupt_pin: {line: GPIO1}}]"),
            board("none", "bus: 1, sensors: [{chip: lis3dh, interrupt_pin: GPIO1}]"),
        ]
    }

    private static func board(_ controller: String, _ keys: String) -> String {
        "{tapline: board/1, name: a, source: here, controller: \(controller), \(keys)}"
    }

    /// That of a GT911 with 800 x 480 px: nothing but the size, the checksum and the 1.
    private static var configuration: String {
        var bytes = [UInt8](repeating: 0, count: 184)
        bytes[1...4] = [0x20, 0x03, 0xE0, 0x01]
        bytes += [0 &- bytes.reduce(0, &+), 1]
        return bytes.map { "\($0)" }.joined(separator: ", ")
    }
}
