package import TaplineCore
package import TaplineFormats

extension Trace {
    /// Its panel, turned and corrected as the one of `boards` wants that its header names, of the same size; nil: there is none. (How
    /// large it is in mm the recording knows.)
    package func panel(on boards: [BoardDescription]) -> PanelGeometry.Description? {
        let board = boards.first {
            $0.name == self.board && $0.panel.rawWidth == panel.rawWidth && $0.panel.rawHeight == panel.rawHeight
        }
        guard var turned = board?.panel else { return nil }
        turned.rawMillimetres = panel.rawMillimetres ?? turned.rawMillimetres
        return turned
    }
}
