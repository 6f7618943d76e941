/// What a recognizer does to the touch stream of the zone whose touches it receives (UIKit's three flags and their
/// defaults).
public struct TouchDelivery: Equatable, Sendable {
    /// When it is recognized, the zone's touches that it received are cancelled: the zone gets no more of them. Off, the
    /// zone goes on getting them, delayed ones included.
    public var cancelsTouches = true
    /// What a touch does is delayed from its landing on until the recognizer has decided.
    public var delaysBegan = false
    /// The lift of a touch is delayed until the recognizer has decided.
    public var delaysEnded = true

    /// UIKit's defaults.
    public init() {}

    /// With these flags.
    public init(cancelsTouches: Bool = true, delaysBegan: Bool = false, delaysEnded: Bool = true) {
        self.cancelsTouches = cancelsTouches
        self.delaysBegan = delaysBegan
        self.delaysEnded = delaysEnded
    }
}
