import CTaplineSystem
public import TaplineBoards
import TaplineChipModels
import TaplineControllers
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
        tapline_stream_fill_standard()
        guard let board = panel.board, board.bus != .simulated else {
            throw ServiceError("the board \"\(panel.board?.name ?? "")\" has no devices", .badConfiguration)
        }
        var run = RunOnDevices(panel: panel, board: board, source: source, options: options)
        try board.withChip(&run)
    }
}

/// A run of a panel on this computer's devices, once the chip's driver is known.
private struct RunOnDevices<Kind: ConfigurableRecognizer>: ChipVisitor {
    let panel: Panel<Kind>
    let board: BoardDescription
    let source: PanelSource
    let options: RunOptions

    mutating func visit<Family: ChipFamily, Model: ChipModel>(
        _ driver: ChipDriver<Family>, _ model: Model
    ) throws(ServiceError) {
        let gestures = try panel.pipeline(for: DeviceSink.self)
        var run = DeviceRun(
            driver: driver, panel: panel, board: board, source: source, devices: try devices(), gestures: gestures,
            options: options)
        try run.run()
    }

    private func devices() throws(ServiceError) -> PanelDevices {
        do throws(DeviceError) {
            return try PanelDevices(panel, board)
        } catch {
            throw ServiceError(error)
        }
    }
}
