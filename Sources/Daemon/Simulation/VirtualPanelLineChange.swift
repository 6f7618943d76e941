public import TaplineCore

/// A line of a simulated panel that has another level.
public struct VirtualPanelLineChange: Equatable, Sendable {
    /// When.
    public var time: Instant
    /// The line's name in the configuration.
    public var line: String
    /// What it is since; which voltage that is says the configuration.
    public var level: OutputLevel
    /// Whether it is active since.
    public var isActive: Bool { level.isActive }
}
