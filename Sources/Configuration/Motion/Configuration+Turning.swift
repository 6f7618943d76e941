public import TaplineCore

extension Configuration {
    /// A configuration as it is for a panel that is turned so.
    public typealias Turned = (turn: PanelGeometry.Rotation, geometry: PanelGeometry, configuration: Configuration)

    /// The configuration in `source` for `panel` upright, and, where it follows the orientation, for all ways to hold it.
    ///
    /// - Throws: Everything that is wrong in the file for any of them; what is only wrong for a turned panel says so.
    public static func all(
        _ source: ConfigurationSource, panel: PanelGeometry.Description, board: BoardDescription?,
        files: CompanionFiles = .none
    ) throws(ConfigurationErrors) -> [Turned] {
        let upright = PanelGeometry(panel)
        var all: [Turned] = []
        all.append(
            (
                PanelGeometry.Rotation.none, upright,
                try Configuration(source, panel: upright, board: board, files: files)
            ))
        guard all[0].configuration.followsOrientation else { return all }
        for turn in [PanelGeometry.Rotation.quarter, .half, .threeQuarters] {
            var turned = panel
            turned.turn = turn
            let geometry = PanelGeometry(turned)
            do throws(ConfigurationErrors) {
                all.append((turn, geometry, try Configuration(source, panel: geometry, board: board, files: files)))
            } catch {
                throw error.noting(
                    " on the turned panel, \(Int(geometry.width))x\(Int(geometry.height)) px ('orientation: follow')")
            }
        }
        return all
    }

    /// Puts its gestures, zones and outputs in the place of those of `old`, which `pipeline` runs.
    ///
    /// - Parameters:
    ///   - setup: what its engine is made of.
    ///   - geometry: its panel.
    ///   - isTurned: it is the same for a turned panel: what others than fingers hold, they hold on.
    public func replace<Sink: EffectSink>(
        _ old: Configuration, in pipeline: inout StandardGesturePipeline<Kind, Sink>,
        with setup: consuming GestureSetup<Kind, 32, 33, 64>, geometry: PanelGeometry, isTurned: Bool, at now: Instant,
        into sink: inout Sink
    ) {
        let others = isTurned ? othersThanGestures : RecognizerSet()
        if !isTurned { pipeline.cancelRest(at: now, into: &sink) }
        pipeline.reconfigure(
            setup, at: now, into: &sink, geometry: geometry,
            keepingControls: { control(before: $0, in: old) },
            outputs: { bank in outputBank(resuming: bank, of: old, keeping: others, now: now) })
    }
}
