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
    /// The next tap came, so many in a row with it.
    case nextTap(count: Int)
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
    /// A kind of one's own has cancelled itself.
    case byItself
    /// It, or a zone that it lies in, was disabled.
    case disabled
    /// A touch was cancelled.
    case touchCancelled
    /// The fingers are up and nothing is awaited.
    case fingersUp

    /// What stands behind the code.
    public enum Figure: Sendable {
        case none
        /// To a tenth, with its unit.
        case measure(Float, StaticString)
        /// 0…1, to a hundredth.
        case score(Float)
        case count(Int)
        /// The name of a gesture, by index.
        case gesture(Int)
        /// The name of a zone, by index.
        case zone(Int)
    }

    /// The code of `why` in `events/1`. Documented and stable.
    public var code: StaticString { row.code }

    /// Its code and the figure behind it.
    public var row: (code: StaticString, figure: Figure) {
        switch self {
        case .moved(let pt): ("moved", .measure(pt, "pt"))
        case .tooLong(let milliseconds): ("tooLong", .measure(milliseconds, "ms"))
        case .extraTouch: ("extraTouch", .none)
        case .tooFewTouches(let count): ("tooFewTouches", .count(count))
        case .noNextTap(let done): ("noNextTap", .count(done))
        case .nextTap(let count): ("nextTap", .count(count))
        case .tooFar(let pt): ("tooFar", .measure(pt, "pt"))
        case .liftedEarly: ("liftedEarly", .none)
        case .offAxis(let degrees): ("offAxis", .measure(degrees, "deg"))
        case .wrongDirection: ("wrongDirection", .none)
        case .notAtEdge: ("notAtEdge", .none)
        case .apart(let degrees): ("apart", .measure(degrees, "deg"))
        case .uneven: ("uneven", .none)
        case .tooShort(let pt): ("tooShort", .measure(pt, "pt"))
        case .tooSlow(let speed): ("tooSlow", .measure(speed, "pt/s"))
        case .lowScore(let score): ("lowScore", .score(score))
        case .noCorner(let degrees): ("noCorner", .measure(degrees, "deg"))
        case .noRoom: ("noRoom", .none)
        case .prevented(let other): ("preventedBy", .gesture(other))
        case .required(let other): ("requiredToFail", .gesture(other))
        case .control(let zone): ("control", .zone(zone))
        case .refused: ("refused", .none)
        case .byItself: ("byItself", .none)
        case .disabled: ("disabled", .none)
        case .touchCancelled: ("touchCancelled", .none)
        case .fingersUp: ("fingersUp", .none)
        }
    }
}
