/// The event types of a gesture or a control, by its kind: Home Assistant wants to know beforehand.
enum EventTypes {
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
        case "untouched", "playing": ["began", "ended"]
        case "orientation": ["began", "changed", "ended"]
        default: [kind]
        }
    }
}
