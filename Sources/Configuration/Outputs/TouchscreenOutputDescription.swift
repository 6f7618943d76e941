public import TaplineCore

/// A touchscreen of the kernel's that is made of the panel's fingers, for a browser or a desktop: an entry of `outputs`.
///
/// ```yaml
/// - {uinput: touchscreen}                                # the touches that no gesture claims
/// - {uinput: touchscreen, on: touches, zone: page}       # of these, those of the zone
/// - {uinput: touchscreen, unclaimed: false}              # every touch, as it happens
/// ```
public struct TouchscreenOutputDescription: Equatable, Sendable {
    /// The touches that it gets, a zone as an index into the configuration's zones; nil: the panel's own, which is
    /// what no gesture claims and no zone in it handles.
    public var touches: PortFormat.Touches?
}
