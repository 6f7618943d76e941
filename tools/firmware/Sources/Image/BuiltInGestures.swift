import TaplineCore

// The gestures that `tapline replay` uses where no configuration is given, set up without its files.

typealias Kinds = StandardRecognizer

let namesOfGestures: InlineArray<8, StaticString> = [
    "tap", "doubleTap", "press", "swipe", "edge", "drag", "zoom", "turn",
]

/// Adds the gestures; false where they do not fit into the engine.
func addGestures(to setup: inout Setup) -> Bool {
    do throws(Setup.Problem) {
        var twice = TapRecognizer.Parameters()
        twice.taps = 2
        var flick = SwipeRecognizer.Parameters()
        flick.fires = .onLift
        flick.maxDuration = .milliseconds(300)
        let tap = try setup.add(.tap(TapRecognizer()))
        let doubleTap = try setup.add(.tap(TapRecognizer(twice)))
        _ = try setup.add(.longPress(LongPressRecognizer()))
        let swipe = try setup.add(.swipe(SwipeRecognizer(flick)))
        let edge = try setup.add(.edgePan(EdgePanRecognizer()))
        let drag = try setup.add(.pan(PanRecognizer()))
        let zoom = try setup.add(.pinch(PinchRecognizer()))
        let turn = try setup.add(.rotation(RotationRecognizer()))
        try setup.require(tap, toFail: doubleTap)
        try setup.require(drag, toFail: swipe)
        try setup.require(drag, toFail: edge)
        try setup.allow(zoom, simultaneouslyWith: turn)
    } catch {
        return false
    }
    return true
}
