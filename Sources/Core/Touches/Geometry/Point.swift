/// A place on the panel. The unit is said where the point is used: raw pixels, oriented pixels or pt.
public struct Point: Equatable, Sendable {
    /// To the right.
    public var x: Float
    /// Downwards.
    public var y: Float

    /// The place (x, y).
    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static var zero: Point { Point(x: 0, y: 0) }

    public static func - (a: Point, b: Point) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }
    public static func + (a: Point, v: Vector) -> Point { Point(x: a.x + v.x, y: a.y + v.y) }
}

/// A displacement or a velocity, in the unit of the points it lies between (per second).
public struct Vector: Equatable, Sendable {
    /// To the right.
    public var x: Float
    /// Downwards.
    public var y: Float

    /// The displacement (x, y).
    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }

    /// No displacement.
    public static var zero: Vector { Vector(x: 0, y: 0) }

    public static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }
    public static func * (a: Vector, factor: Float) -> Vector { Vector(x: a.x * factor, y: a.y * factor) }

    /// The square of the length: compare it with a squared limit and no root is needed.
    public var lengthSquared: Float { x * x + y * y }
    /// The length.
    public var length: Float { squareRoot(x * x + y * y) }
    /// The scalar product.
    public func dot(_ other: Vector) -> Float { x * other.x + y * other.y }
}
