/// What fingers of the mix were meant to be.
struct Label: Codable {
    /// The gestures of the mix.
    enum Class: String, Codable, CaseIterable {
        case tap, doubletap, tripletap, twotap, longpress, swipe, swipe2, swipe3, pan, edgepan, pinch, rotate
        case stroke, five, ten

        /// The gesture of mix.yaml that has to fire, exactly once. None: whatever fires is told and not judged.
        var gesture: String? {
            switch self {
            case .tap: "tap1"
            case .doubletap: "tap2"
            case .tripletap: "tap3"
            case .twotap: "tapTwo"
            case .longpress: "press"
            case .swipe: "swipe1"
            case .swipe2: "swipe2"
            case .swipe3: "swipe3"
            case .pan: "drag"
            case .edgepan: "edge"
            case .pinch: "zoom"
            case .rotate: "turn"
            case .stroke, .five, .ten: nil
            }
        }
    }

    /// The time of the first report with a finger, µs.
    var start: Int
    /// The time of the first report after the last finger's lift, µs.
    var end: Int
    var `class`: Class
    /// What it was made of: `len=210`, `check`.
    var note: String
}
