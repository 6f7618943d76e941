/// How a place on the screen looks.
package enum ScreenStyle: UInt8, Sendable {
    case plain, strong, faint, reversed, good, warning, bad
    case finger0, finger1, finger2, finger3, finger4, finger5

    /// The colour of a finger.
    static func finger(_ id: Int) -> ScreenStyle {
        ScreenStyle(rawValue: ScreenStyle.finger0.rawValue + UInt8(id.magnitude % 6)) ?? .finger0
    }

    /// The parameters of `SGR` (ECMA-48, 8.3.117).
    var parameters: String {
        switch self {
        case .plain: "0"
        case .strong: "0;1"
        case .faint: "0;2"
        case .reversed: "0;7"
        case .good: "0;32"
        case .warning: "0;33"
        case .bad: "0;1;31"
        case .finger0: "0;1;36"
        case .finger1: "0;1;33"
        case .finger2: "0;1;35"
        case .finger3: "0;1;32"
        case .finger4: "0;1;34"
        case .finger5: "0;1;31"
        }
    }
}
