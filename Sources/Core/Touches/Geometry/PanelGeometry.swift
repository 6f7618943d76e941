/// Where a panel's raw pixels lie: size, active area and the transform of the board.
///
/// Raw pixels are what the controller reports, origin top left, 0 … size − 1. *Oriented* pixels are what users see:
/// mirrored on the raw axes, then swapped, then rotated, then calibrated (the order of the kernel's touchscreen
/// properties), and at last turned with the way the device is held. Points (**pt**, 1/160 inch) are oriented pixels scaled by the active area; without an area one pixel
/// is one point.
public struct PanelGeometry: Equatable, Sendable {
    /// Millimetres in a point: 1/160 inch, Android's density-independent pixel.
    public static var millimetresPerPoint: Double { 25.4 / 160 }

    /// Turns clockwise of the picture on the panel.
    public enum Rotation: Int, Sendable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// An affine correction of oriented pixels: x' = a·x + b·y + c, y' = d·x + e·y + f.
    public struct Calibration: Equatable, Sendable {
        /// The coefficients a, b, c, d, e, f.
        public var a, b, c, d, e, f: Double

        /// The correction with these coefficients.
        public init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
        }
        /// No correction.
        public static var identity: Calibration { Calibration(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0) }
    }

    /// What a board says of its panel.
    public struct Description: Equatable, Sendable {
        /// Raw pixels across.
        public var rawWidth: Int
        /// Raw pixels down.
        public var rawHeight: Int
        /// Active area in mm along the *raw* axes, nil where unknown.
        public var rawMillimetres: (width: Double, height: Double)?
        /// Mirrors the raw x axis.
        public var mirrorX = false
        /// Mirrors the raw y axis.
        public var mirrorY = false
        /// Swaps the axes, after mirroring.
        public var swapXY = false
        /// Turns the picture, after swapping.
        public var rotation = Rotation.none
        /// Corrects oriented pixels.
        public var calibration = Calibration.identity
        /// Turns the picture once more, last: with the way the device is held.
        public var turn = Rotation.none

        /// A panel of `rawWidth` × `rawHeight` pixels, not transformed.
        public init(rawWidth: Int, rawHeight: Int, rawMillimetres: (width: Double, height: Double)? = nil) {
            self.rawWidth = rawWidth
            self.rawHeight = rawHeight
            self.rawMillimetres = rawMillimetres
        }

        /// Whether oriented pixels are not the raw ones.
        public var isTransformed: Bool {
            self != Description(rawWidth: rawWidth, rawHeight: rawHeight, rawMillimetres: rawMillimetres)
        }

        public static func == (a: Description, b: Description) -> Bool {
            a.rawWidth == b.rawWidth && a.rawHeight == b.rawHeight
                && a.rawMillimetres?.width == b.rawMillimetres?.width
                && a.rawMillimetres?.height == b.rawMillimetres?.height
                && a.mirrorX == b.mirrorX && a.mirrorY == b.mirrorY && a.swapXY == b.swapXY
                && a.rotation == b.rotation && a.calibration == b.calibration && a.turn == b.turn
        }
    }

    /// Oriented pixels across.
    public let width: Float
    /// Oriented pixels down.
    public let height: Float
    /// Whether the active area in mm is known. Without it 1 px is 1 pt, and rules in mm/s are off.
    public let hasMillimetres: Bool
    /// Points in an oriented pixel, along x and y.
    public let pointsPerPixel: Vector
    /// Oriented pixels in a point, along x and y.
    public let pixelsPerPoint: Vector
    // Raw pixels → pt: x = xx·rx + xy·ry + x0, and so y. (What belongs to x and to y in pairs: they are used together.)
    private let xx, yx, xy, yy, x0, y0: Float

    /// The geometry of a panel. Sizes below 1 px or mm sizes that are not positive count as 1 px and as unknown.
    public init(_ panel: Description) {
        let rawWidth = Double(panel.rawWidth < 1 ? 1 : panel.rawWidth)
        let rawHeight = Double(panel.rawHeight < 1 ? 1 : panel.rawHeight)
        // The rows of raw → oriented pixels, built up step by step.
        var rowX = (a: 1.0, b: 0.0, c: 0.0)
        var rowY = (a: 0.0, b: 1.0, c: 0.0)
        if panel.mirrorX { rowX = (-1, 0, rawWidth - 1) }
        if panel.mirrorY { rowY = (0, -1, rawHeight - 1) }
        var size = (width: rawWidth, height: rawHeight)
        var millimetres = panel.rawMillimetres
        func quarterTurn() {
            // Clockwise: the old left edge becomes the top, (x, y) → (height − 1 − y, x).
            let x = rowX
            rowX = (-rowY.a, -rowY.b, size.height - 1 - rowY.c)
            rowY = x
            size = (size.height, size.width)
            if let mm = millimetres { millimetres = (mm.height, mm.width) }
        }
        if panel.swapXY {
            (rowX, rowY) = (rowY, rowX)
            size = (size.height, size.width)
            if let mm = millimetres { millimetres = (mm.height, mm.width) }
        }
        for _ in 0..<panel.rotation.rawValue / 90 { quarterTurn() }
        let k = panel.calibration
        let x = rowX
        let y = rowY
        rowX = (k.a * x.a + k.b * y.a, k.a * x.b + k.b * y.b, k.a * x.c + k.b * y.c + k.c)
        rowY = (k.d * x.a + k.e * y.a, k.d * x.b + k.e * y.b, k.d * x.c + k.e * y.c + k.f)
        for _ in 0..<panel.turn.rawValue / 90 { quarterTurn() }

        var scaleX = 1.0
        var scaleY = 1.0
        var known = false
        if let mm = millimetres, mm.width > 0, mm.height > 0, mm.width < .infinity, mm.height < .infinity {
            scaleX = mm.width / size.width / PanelGeometry.millimetresPerPoint
            scaleY = mm.height / size.height / PanelGeometry.millimetresPerPoint
            known = true
        }
        width = Float(size.width)
        height = Float(size.height)
        hasMillimetres = known
        pointsPerPixel = Vector(x: Float(scaleX), y: Float(scaleY))
        pixelsPerPoint = Vector(x: Float(1 / scaleX), y: Float(1 / scaleY))
        xx = Float(rowX.a * scaleX)
        xy = Float(rowX.b * scaleX)
        x0 = Float(rowX.c * scaleX)
        yx = Float(rowY.a * scaleY)
        yy = Float(rowY.b * scaleY)
        y0 = Float(rowY.c * scaleY)
    }

    /// A panel that is not transformed, whose figures somebody has worked out already: for a firmware whose panel is known
    /// when it is built, so that the arithmetic in double precision stays on the computer that builds it.
    ///
    /// - Parameters:
    ///   - width, height: px, 1 or more.
    ///   - pointsPerPixel: pt in a px, as ``pointsPerPixel`` of the same panel says; nil where the active area is unknown.
    ///   - pixelsPerPoint: the reverse of it, rounded from the exact one.
    public init(width: Float, height: Float, pointsPerPixel: Vector?, pixelsPerPoint: Vector) {
        self.width = width
        self.height = height
        hasMillimetres = pointsPerPixel != nil
        let scale = pointsPerPixel ?? Vector(x: 1, y: 1)
        self.pointsPerPixel = scale
        self.pixelsPerPoint = hasMillimetres ? pixelsPerPoint : scale
        xx = scale.x
        xy = 0
        x0 = 0
        yx = 0
        yy = scale.y
        y0 = 0
    }

    /// Where a raw pixel lies, in pt from the oriented top left.
    public func point(ofRawX rx: Float, y ry: Float) -> Point {
        Point(x: xx * rx + xy * ry + x0, y: yx * rx + yy * ry + y0)
    }

    /// The place of the last oriented pixel, bottom right, pt.
    public var lastPoint: Point {
        Point(x: (width - 1) * pointsPerPixel.x, y: (height - 1) * pointsPerPixel.y)
    }

    /// A place in pt, in oriented pixels.
    public func pixels(_ point: Point) -> Point {
        Point(x: point.x * pixelsPerPoint.x, y: point.y * pixelsPerPoint.y)
    }

    /// A displacement in pt (per second), in oriented pixels (per second).
    public func pixels(_ vector: Vector) -> Vector {
        Vector(x: vector.x * pixelsPerPoint.x, y: vector.y * pixelsPerPoint.y)
    }
}
