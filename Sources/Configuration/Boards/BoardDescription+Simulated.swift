extension BoardDescription {
    /// The text of the simulated board, the same as `boards/simulated.yaml`.
    public static var simulatedText: String {
        """
        # The panel that needs no hardware: the simulator's GT911 on a virtual bus with virtual lines.
        tapline: board/1
        name: simulated
        source:
          - "size and active area: Raspberry Pi Touch Display 1, 7 inch, 800 x 480 pixels on 154.08 mm x 85.92 mm"
          - "lines: the defaults of the kernel's goodix overlay for Raspberry Pi, interrupt GPIO4, reset GPIO17"
        controller: gt911
        bus: simulated
        addresses: [0x5d]
        interrupt_pin: {line: GPIO4, active: low}
        reset_pin: {line: GPIO17, active: low}
        size: [800, 480]
        active_area: [154.08mm, 85.92mm]
        poll: {active: 10ms, idle: 50ms}
        max_fingers: 5
        kernel_driver: none

        """
    }
}
