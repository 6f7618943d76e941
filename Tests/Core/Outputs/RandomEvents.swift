import TestSupport

extension Float {
    /// Any bits at all, or an ordinary number.
    static func hostile(using random: inout SplitMix64) -> Float {
        switch random.next() % 4 {
        case 0: Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        case 1: [0, -0.0, .nan, .infinity, -1.9999e9, 2e9, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0
        default: .random(in: -5_000...5_000, using: &random)
        }
    }
}

extension GestureEvent {
    /// An event of any kind with any figures.
    static func random(using random: inout SplitMix64) -> GestureEvent {
        func figure() -> Float { .hostile(using: &random) }
        func vector() -> Vector { Vector(x: figure(), y: figure()) }
        let values: [GestureValues] = [
            .none, .tap(taps: Int(truncatingIfNeeded: random.next())),
            .longPress(taps: .random(in: 0...16, using: &random)), .pan(translation: vector(), velocity: vector()),
            .edgePan(
                edge: [.left, .right, .top, .bottom].randomElement(using: &random) ?? .left, translation: vector(),
                velocity: vector()),
            .swipe(
                direction: [.left, .right, .up, .down].randomElement(using: &random) ?? .left, velocity: vector()),
            .pinch(scale: figure(), velocity: figure()), .discretePinch(isOutward: .random(using: &random)),
            .rotation(radians: figure(), velocity: figure()),
            .stroke(name: Name("a \"name\",*$ that is longer than any"), score: figure()),
            .transform(
                translation: vector(), velocity: vector(), scale: figure(), radians: figure(), scaleVelocity: figure(),
                rotationVelocity: figure()),
        ]
        let other = Int.random(in: 0..<32, using: &random)
        let reasons: [FailureReason?] = [
            nil, .moved(pt: figure()), .tooLong(milliseconds: figure()), .extraTouch,
            .tooFewTouches(count: Int(truncatingIfNeeded: random.next())), .noNextTap(done: .min),
            .tooFar(pt: figure()), .liftedEarly, .offAxis(degrees: figure()), .wrongDirection, .notAtEdge,
            .apart(degrees: figure()), .uneven, .lowScore(figure()),
            .noCorner(degrees: figure()), .noRoom, .tooShort(pt: figure()), .tooSlow(ptPerSecond: figure()),
            .prevented(by: other), .required(other), .refused, .touchCancelled, .fingersUp,
        ]
        let kinds: [StaticString] = ["tap", "rotation", "", "kind,*$\r\n of a user that is longer than any name is"]
        return GestureEvent(
            time: Instant(microseconds: Int64(truncatingIfNeeded: random.next())),
            gesture: .random(in: 0..<32, using: &random), zone: .random(in: 0..<33, using: &random),
            kind: kinds.randomElement(using: &random) ?? "", isContinuous: .random(using: &random),
            state: [.began, .changed, .ended, .cancelled, .failed, .tentative, .confirmed, .revoked].randomElement(
                using: &random) ?? .failed,
            touches: .random(in: 0...16, using: &random), location: Point(x: figure(), y: figure()),
            values: values.randomElement(using: &random) ?? .none,
            reason: reasons.randomElement(using: &random) ?? nil)
    }
}
