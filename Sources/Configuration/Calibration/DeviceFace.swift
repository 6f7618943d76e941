/// A face that a device can lie on, opposite ones side by side.
public enum DeviceFace: Int, CaseIterable, Sendable {
    case back, front, lowerEdge, upperEdge, leftEdge, rightEdge

    /// What points up then in the device's frame, of the length 1.
    public var up: SIMD3<Float> {
        switch self {
        case .back: SIMD3(0, 0, 1)
        case .front: SIMD3(0, 0, -1)
        case .lowerEdge: SIMD3(0, 1, 0)
        case .upperEdge: SIMD3(0, -1, 0)
        case .leftEdge: SIMD3(1, 0, 0)
        case .rightEdge: SIMD3(-1, 0, 0)
        }
    }

    /// What people call it: `lower edge`.
    public var name: String {
        switch self {
        case .back: "back"
        case .front: "front"
        case .lowerEdge: "lower edge"
        case .upperEdge: "upper edge"
        case .leftEdge: "left edge"
        case .rightEdge: "right edge"
        }
    }
}
