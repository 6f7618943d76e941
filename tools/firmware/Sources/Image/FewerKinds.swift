import TaplineCore

// What a lamp needs, in the place of the built-in gestures: other kinds of recognizers are not in the image.

typealias Kinds = EitherRecognizer<TapRecognizer, SwipeRecognizer>

let namesOfGestures: InlineArray<2, StaticString> = ["tap", "swipe"]

/// Adds the gestures; false where they do not fit into the engine.
func addGestures(to setup: inout Setup) -> Bool {
    do throws(Setup.Problem) {
        _ = try setup.add(.first(TapRecognizer()))
        _ = try setup.add(.second(SwipeRecognizer()))
    } catch {
        return false
    }
    return true
}
