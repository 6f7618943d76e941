import TaplineCore

extension TapRecognizer.Parameters {
    /// The parameters of a `kind: tap`.
    init(_ reader: inout ParameterReader) {
        self.init()
        taps = reader.integer("taps", in: 1...16) ?? taps
        touches = reader.integer("touches", in: 1...5) ?? touches
        maxPress = reader.time("maxPress") ?? maxPress
        movementPt = reader.length("movement") ?? movementPt
        interval = reader.time("interval") ?? interval
        intervalFrom = reader.choice("intervalFrom", [("up", .up), ("down", .down)]) ?? intervalFrom
        fires = reader.choice("fires", [("onLift", .onLift), ("onDown", .onDown)]) ?? fires
        bounce = reader.time("bounce") ?? bounce
        skew = reader.time("skew") ?? skew
        isTentative = reader.boolean("tentative") ?? isTentative
    }
}
