/// The event types of a gesture or a control, by its kind: Home Assistant wants to know beforehand.
enum EventTypes {
    /// The kinds that say how the panel is, and not what somebody has done.
    static let states = ["untouched", "orientation"]

    /// One message a gesture, when it is over: its direction where it has one, else its kind. One a use of a control. Of a
    /// state one as it begins, changes and ends.
    static func of(_ kind: String) -> [String] {
        switch kind {
        case "swipe": ["left", "right", "up", "down"]
        case "pinch": ["pinch", "inward", "outward"]
        case "button": ["click"]
        case "switch": ["on", "off"]
        case "slider": ["release"]
        case "stepper": ["increase", "decrease"]
        case "segmented": ["select"]
        case "pageControl": ["next", "previous"]
        case "untouched": ["began", "ended"]
        case "orientation": ["began", "changed", "ended"]
        default: [kind]
        }
    }
    /// The kind of control that has these; nil: of none. (No gesture's kind has them.)
    static func control(_ types: [String]) -> String? {
        ["button", "switch", "slider", "stepper", "segmented", "pageControl"].first { of($0) == types }
    }
}
