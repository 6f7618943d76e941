public import TaplineCore

/// A unix socket at which programs get gestures or touches: an entry of `outputs`.
///
/// ```yaml
/// - {socket: /run/tapline/lamp/all}                       # every gesture as events/1, to whoever connects
/// - {socket: /run/tapline/lamp/swipes, on: [left, right]}
/// ```
public struct SocketOutputDescription: Equatable, Sendable {
    /// The socket's path: absolute, 2…107 bytes.
    public var path: String
    /// What is written; `events/1` by default.
    public var format: PortFormat.Kind
    /// The gestures that are written, as indices into the configuration's gestures, ascending, none twice; nil: every one.
    public var gestures: [Int]?
    /// The controls that are written, as indices into the configuration's zones, ascending, none twice; every one where
    /// all gestures are.
    public var controls: [Int]
    /// The touches that are written in place of gestures; the zone is an index into the configuration's. nil: none.
    public var touches: PortFormat.Touches?
}
