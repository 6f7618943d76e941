import TaplineCore

extension TapRecognizer.Parameters {
    /// The parameters of a `kind: tap`.
    init(_ reader: inout ParameterReader) {
        self.init()
        reader.integer("taps", &taps, in: 1...16, "how many taps in a row")
        reader.integer("touches", &touches, in: 1...5, "how many fingers")
        reader.time("maxPress", &maxPress, "the longest time from the last landing to the last lift of a tap")
        reader.length(
            "movement", &movementPt, "how far a finger may go from its start, and a later tap from the first")
        reader.time("interval", &interval, "the longest time between two taps")
        reader.choice(
            "intervalFrom", &intervalFrom, [("up", .up), ("down", .down)],
            "whether that time begins with the last lift or with the first landing of a tap")
        reader.choice(
            "fires", &fires, [("onLift", .onLift), ("onDown", .onDown)],
            "whether the lift or the landing of the last finger makes the event")
        reader.time("bounce", &bounce, "a landing at the same spot so soon after a lift is the same finger bouncing")
        // (What is not given stays what is usual for so many fingers.)
        var skew = skew
        reader.time(
            "skew", &skew,
            "the longest time from one finger's landing to the next; from three fingers on 500ms by default")
        if skew != self.skew { self.skew = skew }
        reader.boolean(
            "tentative", &isTentative,
            "whether a tap that waits for others is emitted at once, and confirmed or revoked")
    }
}
