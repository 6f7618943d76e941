/// What a program answers when an engine asks about a gesture or two: an answer of a delegate, as data.
struct DelegateAnswer {
    /// What is asked. The names are those of `GestureDelegate`.
    enum Question {
        case shouldReceive
        case shouldBegin
        case shouldRequireFailure
        case shouldBeRequiredToFail
        case shouldRecognizeSimultaneously
        case canPrevent
        case canBePrevented

        /// The question called `name`.
        init?(_ name: String) {
            switch name {
            case "shouldReceive": self = .shouldReceive
            case "shouldBegin": self = .shouldBegin
            case "shouldRequireFailure": self = .shouldRequireFailure
            case "shouldBeRequiredToFail": self = .shouldBeRequiredToFail
            case "shouldRecognizeSimultaneously": self = .shouldRecognizeSimultaneously
            case "canPrevent": self = .canPrevent
            case "canBePrevented": self = .canBePrevented
            default: return nil
            }
        }

        /// Whether it is about one gesture, not two.
        var isAboutOne: Bool { self == .shouldReceive || self == .shouldBegin }
    }

    /// What is asked.
    var question: Question
    /// Who is asked about: one gesture, or two.
    var gestures: [String]
    /// Only of touches that land here: x, y, width and height in px; nil: anywhere.
    var rect: [Double]?
    /// The answer.
    var isYes: Bool
}
