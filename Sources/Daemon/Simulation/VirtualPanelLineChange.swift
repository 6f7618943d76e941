public import TaplineCore

/// A line of a simulated panel that has become active or idle.
public struct VirtualPanelLineChange: Equatable, Sendable {
    /// When.
    public var time: Instant
    /// The line's name in the configuration.
    public var line: String
    /// Whether it is active since; which level that is says the configuration.
    public var isActive: Bool
}
