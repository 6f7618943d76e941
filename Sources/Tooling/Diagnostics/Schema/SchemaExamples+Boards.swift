extension SchemaExamples {
    static var boards: [String] {
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
