import TaplineCore

extension LongPressRecognizer.Parameters {
    /// The parameters of a `kind: longPress`.
    init(_ reader: inout ParameterReader) {
        self.init()
        minimumPressDuration = reader.time("minimumPressDuration") ?? minimumPressDuration
        allowableMovementPt = reader.length("allowableMovement") ?? allowableMovementPt
        touches = reader.integer("touches", in: 1...5) ?? touches
        taps = reader.integer("taps", in: 0...16) ?? taps
    }
}
