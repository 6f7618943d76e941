/// What the touch table left out, counted since the start; the counts wrap.
public struct TouchCounters: Equatable, Sendable {
    /// Contacts beyond the table's capacity.
    public var overflows = CountStart.value
    /// Contacts that lived in one short report beside another finger, or less than the board's
    /// ``GhostRules/minimumLife``.
    public var ghosts = CountStart.value
    /// Contacts that landed in a burst and lived less than it asks.
    public var bursts = CountStart.value
    /// Contacts that landed where the board's mask is.
    public var masked = CountStart.value
    /// Contacts that were as large as a palm, or became it.
    public var palms = CountStart.value
    /// Contacts that came back to one place like clockwork.
    public var periodic = CountStart.value
    /// Touches that went on after their contact was gone for a moment.
    public var flickers = CountStart.value
    /// Steps that no finger can make.
    public var jumps = CountStart.value
    /// Identities put right after the controller swapped them.
    public var swaps = CountStart.value
    /// Contacts with an identity that the same report had already given to another.
    public var duplicates = CountStart.value
    /// Touches cancelled because no report confirmed them.
    public var timeouts = CountStart.value
    /// Paths that could not be stored because the places for them were taken.
    public var pathOverflows = CountStart.value
    /// Taps by the touch's own count for which there was no place to wait.
    public var tapOverflows = CountStart.value

    /// Nothing counted yet.
    public init() {}
}
