public import TaplineCore

/// A line of a rig that has become active or idle.
public struct VirtualPanelLineChange: Equatable, Sendable {
    /// When.
    public var time: Instant
    /// The line's name in the configuration.
    public var line: String
    /// Whether it is active since; which level that is says the configuration.
    public var isActive: Bool

    /// A change of `line` at `time`.
    public init(time: Instant, line: String, isActive: Bool) {
        self.time = time
        self.line = line
        self.isActive = isActive
    }
}
