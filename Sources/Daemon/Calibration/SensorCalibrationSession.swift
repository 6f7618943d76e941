import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// Asks for a device to be laid on each of its faces, and keeps what its sensor shows there. Any order will do.
///
/// A face counts when the device has been still for ``stillness``; the first part of it is for whatever still sways, and the
/// rest is averaged.
final class SensorCalibrationSession: TouchObserver {
    /// What the chip's own axes have shown on each ``DeviceFace``, g; nil: it was not seen yet.
    private(set) var readings = [SIMD3<Double>?](repeating: nil, count: DeviceFace.allCases.count)
    private(set) var output: OutputStream
    private let turned: SensorMounting

    /// The device is still while no axis changes by more, g, from its least to its largest reading: more than chips tremble
    /// by themselves, and less than a hand.
    static var band: Float { 0.1 }
    /// How long it has to be still, and how much of that, at the begin, is not averaged.
    static var stillness: Microseconds { .milliseconds(1_500) }
    static var settling: Microseconds { .milliseconds(500) }
    /// So many readings are averaged at least. (A chip that measures seldom takes longer.)
    static var fewestReadings: Int { 10 }
    /// What the axis that points up shows at least, g, and how far from it the reading points at most, as the tangent of 30°:
    /// a face that is 5° out of level, of a chip that shows 0.3 g too much on each axis.
    static var leastUp: Float { 0.5 }
    static var mostBeside: Float { 0.577 }

    // The rest that lasts: since when, between which readings, and their sum.
    private var since = Instant.never
    private var least = SIMD3<Float>.zero
    private var most = SIMD3<Float>.zero
    private var sum = SIMD3<Double>.zero
    private var count = 0
    /// This rest was answered.
    private var isAnswered = false

    /// Takes the chip's own readings; its axes are turned by the matrix of `mounting`, whose offset and scale do not count.
    init(_ mounting: SensorMounting, output: OutputStream) {
        var turned = mounting
        turned.offset = SIMD3(repeating: 0)
        turned.scale = SIMD3(repeating: 1)
        self.turned = turned
        self.output = output
        super.init()
    }

    override var wantsMotion: Bool { true }
    override var isDone: Bool { missing.isEmpty || output.isBroken }

    /// The faces that were not seen yet.
    var missing: [DeviceFace] { DeviceFace.allCases.filter { readings[$0.rawValue] == nil } }

    /// Says on what the device is to be laid next, and what is left.
    func ask() {
        guard let next = missing.first else { return }
        let left = missing.count < readings.count ? " (left: \(missing.map { $0.name }.joined(separator: ", ")))" : ""
        let (verb, hint) =
            switch next {
            case .back: ("lay", ", face up")
            case .front: ("lay", ", face down")
            default: ("stand", "")
            }
        let number = readings.count - missing.count + 1
        say("\(number) of \(readings.count): \(verb) the device on its \(next.name)\(hint)\(left)")
    }

    private func say(_ text: String) {
        output.write(text + "\n")
        output.flush()
    }

    override func motion(_ reading: MotionReading) {
        guard !isDone else { return }
        let shown = reading.acceleration
        least = pointwiseMin(least, shown)
        most = pointwiseMax(most, shown)
        guard since != .never, (most - least).max() <= Self.band else {
            (since, least, most, sum, count, isAnswered) = (reading.time, shown, shown, .zero, 0, false)
            return
        }
        guard !isAnswered, !(reading.time - since < Self.settling) else { return }
        sum += SIMD3<Double>(shown)
        count += 1
        guard !(reading.time - since < Self.stillness), count >= Self.fewestReadings else { return }
        isAnswered = true
        take(sum / Double(count))
    }

    /// The device was still, and showed this.
    private func take(_ average: SIMD3<Double>) {
        let shown = turned.apply(to: MotionReading(at: .zero, acceleration: SIMD3<Float>(average))).acceleration
        let figures = "\((0..<3).map { fixed(Double(shown[$0]), places: 3) }.joined(separator: ", ")) g"
        guard let face = Self.face(shown) else {
            say("  it lies still on none of its faces (\(figures)): lay it level")
            return
        }
        guard readings[face.rawValue] == nil else {
            say("  its \(face.name) was seen already")
            return
        }
        readings[face.rawValue] = average
        say("  seen on its \(face.name): \(figures)")
        ask()
    }

    /// The face that a device lies on whose sensor shows `shown`, g, along the device's axes; nil: none for sure.
    static func face(_ shown: SIMD3<Float>) -> DeviceFace? {
        DeviceFace.allCases.first { face in
            let up = (shown * face.up).sum()
            let beside = shown - face.up * up
            let limit = mostBeside * up
            return up >= leastUp && (beside * beside).sum() <= limit * limit
        }
    }
}
