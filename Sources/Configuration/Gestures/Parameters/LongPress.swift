import TaplineCore

extension LongPressRecognizer.Parameters {
    /// The parameters of a `kind: longPress`.
    init(_ reader: inout ParameterReader) {
        self.init()
        reader.time("minimumPressDuration", &minimumPressDuration, "how long the fingers rest")
        reader.length(
            "allowableMovement", &allowableMovementPt, "how far a finger may go from its start until the press begins")
        reader.youth(&youth)
        reader.integer("touches", &touches, in: 1...5, "how many fingers")
        reader.integer(
            "taps", &taps, in: 0...16,
            "how many taps come before the press, each as a tap has it by default, 350ms apart at most")
        reader.extraTouches()
    }
}
