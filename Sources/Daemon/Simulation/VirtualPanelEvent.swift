public import TaplineCore

/// What a panel has recorded of a gesture.
public struct VirtualPanelEvent: Sendable {
    /// The gesture's name in the configuration.
    public var gesture: String
    /// Its state, place, time and values.
    public var event: GestureEvent
}
