/// Why a recognizer failed or was cancelled, with the figure that decided it.
public enum FailureReason: Equatable, Sendable {
    /// A finger went this far from its start, pt.
    case moved(pt: Float)
    /// A finger stayed this long, ms.
    case tooLong(milliseconds: Float)
    /// A further finger landed.
    case extraTouch
    /// Only so many fingers came, or not in time.
    case tooFewTouches(count: Int)
    /// The next tap did not come in time; so many were done.
    case noNextTap(done: Int)
    /// The next tap landed this far from the first, pt.
    case tooFar(pt: Float)
    /// The finger lifted before its time.
    case liftedEarly
    /// A finger is this far off the axis, degrees.
    case offAxis(degrees: Float)
    /// The direction is not one of those asked for.
    case wrongDirection
    /// The finger landed too far from the edges asked for.
    case notAtEdge
    /// Two fingers move apart in direction, by degrees.
    case apart(degrees: Float)
    /// One finger has gone the distance and another has stayed.
    case uneven
    /// A finger lifted after only this far, pt.
    case tooShort(pt: Float)
    /// A finger was this slow on average, or as it lifted, pt/s.
    case tooSlow(ptPerSecond: Float)
    /// A stroke is like none of the templates: the best score, 0…1.
    case lowScore(Float)
    /// The finger has turned no corner; its sharpest turn, degrees.
    case noCorner(degrees: Float)
    /// Too many strokes are being drawn at once for the path of this one to be stored.
    case noRoom
    /// Another gesture, by index, was recognized and prevents this one.
    case prevented(by: Int)
    /// A gesture, by index, that had to fail first was recognized.
    case required(Int)
    /// A control, by the index of its zone, does the same with the finger.
    case control(zone: Int)
    /// `shouldBegin` said no.
    case refused
    /// A touch was cancelled.
    case touchCancelled
    /// The fingers are up and nothing is awaited.
    case fingersUp

    /// The code of `why` in `events/1`. Documented and stable.
    @inlinable
    public var code: StaticString {
        switch self {
        case .moved: "moved"
        case .tooLong: "tooLong"
        case .extraTouch: "extraTouch"
        case .tooFewTouches: "tooFewTouches"
        case .noNextTap: "noNextTap"
        case .tooFar: "tooFar"
        case .liftedEarly: "liftedEarly"
        case .offAxis: "offAxis"
        case .wrongDirection: "wrongDirection"
        case .notAtEdge: "notAtEdge"
        case .apart: "apart"
        case .uneven: "uneven"
        case .tooShort: "tooShort"
        case .tooSlow: "tooSlow"
        case .lowScore: "lowScore"
        case .noCorner: "noCorner"
        case .noRoom: "noRoom"
        case .prevented: "preventedBy"
        case .required: "requiredToFail"
        case .control: "control"
        case .refused: "refused"
        case .touchCancelled: "touchCancelled"
        case .fingersUp: "fingersUp"
        }
    }
}
