import CTaplineSystem
public import TaplineBoards
import TaplineDevices

/// Runs panels on this computer's devices.
public enum DevicePanel {
    /// Runs `panel`, which `source` was read for, until the process is asked to stop.
    ///
    /// - Throws: ``ServiceError``: exit code 69 or 77 for a device that cannot be used, with what would help; 74 where
    ///   nobody reads the output any more.
    public static func run<Kind: ConfigurableRecognizer>(
        _ panel: Panel<Kind>, from source: PanelSource, options: RunOptions
    ) throws(ServiceError) {
        try run(panel, from: source, options: options, observer: nil)
    }

    /// The same, and `observer` looks at every touch; it may end the run.
    static func run<Kind: ConfigurableRecognizer>(
        _ panel: Panel<Kind>, from source: PanelSource, options: RunOptions, observer: TouchObserver?
    ) throws(ServiceError) {
        tapline_stream_fill_standard()
        guard let board = panel.board, board.bus != .simulated else {
            throw ServiceError("the board \"\(panel.board?.name ?? "")\" has no devices", .badConfiguration)
        }
        var run = DeviceRun(
            panel: panel, board: board, source: source, devices: try devices(of: panel, board),
            gestures: try panel.pipeline(for: DeviceSink.self), options: options, observer: observer)
        try run.run()
    }

    private static func devices<Kind>(
        of panel: Panel<Kind>, _ board: BoardDescription
    ) throws(ServiceError) -> PanelDevices {
        do throws(DeviceError) {
            return try PanelDevices(panel, board)
        } catch {
            throw ServiceError(error)
        }
    }
}
