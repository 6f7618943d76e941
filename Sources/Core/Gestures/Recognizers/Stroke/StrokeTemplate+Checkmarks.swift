import TaplineTouches

// Derived by tools/checkmark.py: the means of checks that subjects 1 and 2 drew in the logs of the $1 recognizer (Wobbrock et
// al., University of Washington, New BSD).
extension StrokeTemplate {
    /// The built-in checkmark, together with ``bentCheckmark(points:)``.
    public static func checkmark(points count: Int = 32) -> StrokeTemplate {
        checkmark([(0, 155), (63, 225), (73, 226), (126, 94), (200, 0)], points: count)
    }

    /// A checkmark that sets in flat, and whose second leg is bent.
    public static func bentCheckmark(points count: Int = 32) -> StrokeTemplate {
        checkmark([(0, 157), (24, 165), (49, 195), (75, 239), (113, 112), (200, 0)], points: count)
    }

    private static func checkmark<let n: Int>(_ corners: InlineArray<n, (Float, Float)>, points count: Int)
        -> StrokeTemplate
    {
        var path = StrokePath()
        for i in corners.indices { path.append(Point(x: corners[i].0, y: corners[i].1)) }
        // (A path that has a length always makes a template.)
        return StrokeTemplate(Name("checkmark"), path: &path, points: count) ?? StrokeTemplate()
    }
}
