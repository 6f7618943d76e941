/// How the device is held: which of its sides points up. (UIKit's names: landscape left is the device turned to the left from
/// portrait, so that its right edge points up.)
public enum DeviceOrientation: UInt8, Equatable, Sendable {
    /// Not known: nothing was measured yet, or the sensor is lost.
    case unknown
    /// Its top points up.
    case portrait
    /// Its bottom points up.
    case portraitUpsideDown
    /// Its right edge points up.
    case landscapeLeft
    /// Its left edge points up.
    case landscapeRight
    /// It lies, its front up.
    case faceUp
    /// It lies, its front down.
    case faceDown
}

extension DeviceOrientation {
    /// What files and events call it.
    public var name: StaticString {
        switch self {
        case .unknown: "unknown"
        case .portrait: "portrait"
        case .portraitUpsideDown: "portraitUpsideDown"
        case .landscapeLeft: "landscapeLeft"
        case .landscapeRight: "landscapeRight"
        case .faceUp: "faceUp"
        case .faceDown: "faceDown"
        }
    }

    /// How the picture on a panel is turned, from how it is upright, so that up is up; nil: it stays as it is.
    public var turn: PanelGeometry.Rotation? {
        switch self {
        case .portrait: PanelGeometry.Rotation.none
        case .landscapeRight: .quarter
        case .portraitUpsideDown: .half
        case .landscapeLeft: .threeQuarters
        case .unknown, .faceUp, .faceDown: nil
        }
    }
}
