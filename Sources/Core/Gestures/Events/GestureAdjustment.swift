public import TaplineTouches

/// Values that a running gesture is to go on from: UIKit's `setTranslation`, `scale` and `rotation`.
///
/// The next event counts from them. Velocities stay as they are. What a kind does not measure, a value that is not finite
/// and a scale that is not more than 0 are left alone.
public struct GestureAdjustment: Equatable, Sendable {
    /// For pan, edge pan and transform: the translation from here on begins at this, pt.
    public var translation: Vector?
    /// For pinch and transform: the scale from here on begins at this.
    public var scale: Float?
    /// For rotation and transform: the angle from here on begins at this, radians.
    public var rotation: Float?

    /// Nothing changes.
    public init() {}

    /// Everything begins again: no translation, scale 1, no turn.
    public static var identity: GestureAdjustment {
        var identity = GestureAdjustment()
        identity.translation = .zero
        identity.scale = 1
        identity.rotation = 0
        return identity
    }

    /// The same without what no gesture can go on from.
    func sound() -> GestureAdjustment {
        var sound = self
        if let translation, !translation.x.isFinite || !translation.y.isFinite { sound.translation = nil }
        if let scale, !scale.isFinite || scale <= 0 { sound.scale = nil }
        if let rotation, !rotation.isFinite { sound.rotation = nil }
        return sound
    }
}
