import Foundation

/// A figure drawn in one stroke, around (0, 0), in about -1…1.
struct Shape {
    var name: String
    var corners: [SIMD2<Double>]

    static let all = [
        Shape(
            name: "circle",
            corners: (0...24).map {
                let angle = -Double.pi / 2 + 2 * .pi * Double($0) / 24
                return SIMD2(cos(angle), sin(angle))
            }),
        Shape(name: "triangle", corners: [[0, -1], [-1, 1], [1, 1], [0, -1]]),
        Shape(name: "rectangle", corners: [[-1, -1], [-1, 1], [1, 1], [1, -1], [-1, -1]]),
        Shape(name: "v", corners: [[-1, -1], [0, 1], [1, -1]]),
        Shape(name: "caret", corners: [[-1, 1], [0, -1], [1, 1]]),
        Shape(name: "check", corners: [[-1, 0], [-0.4, 1], [1, -1]]),
        Shape(name: "zigzag", corners: [[-1, -1], [1, -1], [-1, 1], [1, 1]]),
        Shape(name: "pigtail", corners: [[-1, 1], [0.5, -0.2], [0.6, -1], [0, -1], [-0.1, -0.3], [1, 1]]),
    ]
}
