/// Where the values of an axis lie in raw pixels.
struct EvdevScale: Equatable, Sendable {
    private var minimum = 0
    private var span = 0
    private var last = 0

    /// Values as they are.
    init() {}

    /// From the axis to 0 … `pixels` − 1; 0 pixels: as many as the axis has units.
    init(_ axis: EvdevAxis, pixels: Int) {
        minimum = Int(axis.minimum)
        span = axis.span
        last = pixels > 0 ? pixels &- 1 : span
    }

    /// The raw pixel of a value. A finger beyond what the axis says lies at the edge.
    @inline(__always)
    func pixel(_ value: Int32) -> Float {
        let (offset, overflow) = Int(value).subtractingReportingOverflow(minimum)
        guard !overflow, offset > 0 else { return 0 }
        // (Of a device that says nothing of its axis nothing can be said either, but where the panel ends.)
        guard span > 0 else { return Float(last > 0 ? min(offset, last) : offset) }
        let place = min(offset, span)
        return span == last ? Float(place) : Float(place) * Float(last) / Float(span)
    }
}
