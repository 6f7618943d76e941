import CTaplineSystem
public import TaplineConfiguration
import TaplineLinux
public import TaplineSimulator

/// Runs panels on this computer's devices.
public enum DevicePanel {
    /// Runs `panel`, which `source` was read for, until the process is asked to stop.
    ///
    /// - Parameter fingers: who touches a simulated controller, over and over, by the computer's clock. Then no device is
    ///   opened, and of lines, ports and input devices is only reported; sockets are real. nil: everything is real.
    /// - Throws: ``ServiceError``: exit code 69 or 77 for a device that cannot be used, with what would help; 74 where
    ///   nobody reads the output any more.
    public static func run<Kind: ConfigurableRecognizer>(
        _ panel: Panel<Kind>, from source: PanelSource, fingers: FingerScript? = nil, options: RunOptions
    ) throws(ServiceError) {
        try run(panel, from: source, fingers: fingers, options: options, observer: nil)
    }

    /// The same, and `observer` looks at every touch; it may end the run.
    static func run<Kind: ConfigurableRecognizer>(
        _ panel: Panel<Kind>, from source: PanelSource, fingers: FingerScript? = nil, options: RunOptions,
        observer: TouchObserver?
    ) throws(ServiceError) {
        tapline_stream_fill_standard()
        guard let board = panel.board, fingers != nil || board.bus != .simulated else {
            throw ServiceError("the board \"\(panel.board?.name ?? "")\" has no devices", .badConfiguration)
        }
        guard !options.opensPorts || !panel.configuration.serials.isEmpty else {
            throw ServiceError(
                "--serial: the configuration has no serial port, such as {serial: /dev/ttyUSB0} in outputs", .usage)
        }
        try options.service?.make()
        let devices = try withDevices { () throws(DeviceError) in
            try PanelDevices.open(panel, board, fingers: fingers, options: options)
        }
        // (What stands behind touch: the list.)
        let motion = devices.motion
        var loop = EventLoop(
            panel: panel, board: board, source: source, devices: devices,
            gestures: try panel.pipeline(for: DeviceSink.self), beside: motion, options: options, observer: observer)
        try beReliable(options)
        try loop.run()
    }

    /// Gives the process what the options ask of the kernel for it.
    private static func beReliable(_ options: RunOptions) throws(ServiceError) {
        if options.locksMemory {
            try require(
                tapline_lock_memory(), "--lock-memory",
                "LimitMEMLOCK=infinity in the service's unit, or ulimit -l unlimited")
        }
        if let priority = options.realtimePriority {
            try require(
                tapline_realtime(priority), "--realtime",
                "LimitRTPRIO=\(priority) in the service's unit, or CAP_SYS_NICE")
        }
    }

    private static func require(_ status: Int32, _ option: String, _ hint: String) throws(ServiceError) {
        guard status != 0 else { return }
        let error = DeviceError(device: option, reason: DeviceError(path: "", errno: -status).reason, hint: hint)
        throw ServiceError(error.description, .permission)
    }
}
