import TaplineCore

extension StandardRecognizer {
    /// A `kind: tap`, by its own rules or by the touch's own tap count.
    static func tap(_ reader: inout ParameterReader) -> StandardRecognizer {
        var isCounted = reader.node("counting")?.text == "touch"
        var counted = CountedTapRecognizer.Parameters()
        var own = TapRecognizer.Parameters()
        if isCounted {
            reader.integer("taps", &counted.taps, in: 1...16, "how many taps in a row")
        } else {
            own = TapRecognizer.Parameters(&reader)
        }
        reader.choice(
            "counting", &isCounted, [("gesture", false), ("touch", true)],
            "whether taps are counted by all this, or by the touch's own tap count: then with taps and the next two only"
        )
        reader.time(
            "wait", &counted.wait,
            "with counting: touch, how long after its landing it is recognized, unless the next tap lands before")
        if counted.wait > .zero, !isCounted {
            reader.refuse(
                "wait", "a tap by its own rules waits for those that it requires to fail",
                suggestion: "add counting: touch, or leave wait out")
        }
        reader.extraTouches()
        return isCounted ? .countedTap(CountedTapRecognizer(counted)) : .tap(TapRecognizer(own))
    }
}

extension TapRecognizer.Parameters {
    /// The parameters of a `kind: tap` that counts by its own rules.
    fileprivate init(_ reader: inout ParameterReader) {
        self.init()
        reader.integer("taps", &taps, in: 1...16, "how many taps in a row")
        reader.integer("touches", &touches, in: 1...5, "how many fingers")
        reader.time("maxPress", &maxPress, "the longest time from the last landing to the last lift of a tap")
        reader.length(
            "movement", &movementPt,
            "how far a finger may go from its start (twice as far once another has lifted), and a later tap from the first"
        )
        reader.time("interval", &interval, "the longest time from one tap to the landing of the next")
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
