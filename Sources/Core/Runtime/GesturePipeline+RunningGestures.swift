public import TaplineGestures
public import TaplineTouches

// What a program reads of a gesture that runs, between two reports, and what it sets: gestures by their index in the
// configuration. In an action, `RunningGesture` does the same.
extension GesturePipeline {
    /// What a running gesture measures now; nil where it does not run.
    public mutating func snapshot(of gesture: Int) -> GestureSnapshot? {
        engine.snapshot(of: gesture, &table, at: time)
    }

    /// The fingers of a running gesture, in the order in which they landed; none where it does not run.
    public mutating func fingers(of gesture: Int) -> GestureTouches { engine.fingers(of: gesture, &table) }

    /// Where a finger of a running gesture is, pt: 0 is the one that landed first. nil where there is none.
    public mutating func location(ofTouch index: Int, of gesture: Int) -> Point? { fingers(of: gesture)[index] }

    /// The next event of a running pan, edge pan or transform counts the way from here on, beginning at `translation`,
    /// pt. Its velocity stays as it is.
    public mutating func setTranslation(_ translation: Vector, of gesture: Int) {
        var adjustment = GestureAdjustment()
        adjustment.translation = translation
        engine.adjust(gesture, adjustment)
    }

    /// The next event of a running pinch or transform counts the scale from here on, beginning at `scale`, more than 0.
    public mutating func setScale(_ scale: Float, of gesture: Int) {
        var adjustment = GestureAdjustment()
        adjustment.scale = scale
        engine.adjust(gesture, adjustment)
    }

    /// The next event of a running rotation or transform counts the turn from here on, beginning at `rotation`, radians.
    public mutating func setRotation(_ rotation: Float, of gesture: Int) {
        var adjustment = GestureAdjustment()
        adjustment.rotation = rotation
        engine.adjust(gesture, adjustment)
    }
}
