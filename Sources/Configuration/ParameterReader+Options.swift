import TaplineCore

/// What `options` says, beside what gestures take from it.
struct ConfigurationOptions {
    /// How long a panel rests before a finger only wakes it; unlimited: every finger counts.
    var wakeTouch = Microseconds.unlimited
    /// The name of the zone that is the first responder at the start.
    var firstResponder: YAMLNode?
    /// Whether the panel turns with the way the device is held.
    var followsOrientation = false
    /// From which change of acceleration on the device counts as moved, which wakes a sleeping panel, g; 0: nothing wakes it.
    var wakeThreshold: Float = 0
    /// After which time without fingers and motion the panel sleeps.
    var sleepAfter = Microseconds.unlimited

    /// What `wakeOn: motion` takes for a movement, g.
    static var usualWakeThreshold: Float { 0.1 }
}

extension ParameterReader {
    /// The value of `options`; `youth`, what the parameter of that name is for gestures that do not give it, is kept for them.
    mutating func options() -> ConfigurationOptions {
        var options = ConfigurationOptions()
        guard let node = node("options"), node.text?.isEmpty != true else { return options }
        let youth = mapping(node, what: "options") { reader in
            let rests = Microseconds.milliseconds(100)...(.milliseconds(86_400_000))
            options.wakeTouch = reader.time("wakeTouch", in: rests, none: .unlimited) ?? .unlimited
            options.firstResponder = reader.node("firstResponder")
            options.followsOrientation = reader.choice("orientation", [("fixed", false), ("follow", true)]) ?? false
            if let wakeOn = reader.node("wakeOn") {
                options.wakeThreshold =
                    wakeOn.text == "motion"
                    ? ConfigurationOptions.usualWakeThreshold
                    : reader.acceleration(wakeOn, "wakeOn", in: 0.05...2, or: "motion") ?? 0
            }
            if let sleepAfter = reader.node("sleepAfter") {
                options.sleepAfter =
                    reader.time(sleepAfter, "sleepAfter", in: .milliseconds(1_000)...rests.upperBound) ?? .unlimited
                if !reader.contains("wakeOn") {
                    reader.refuse(
                        at: sleepAfter.mark, "nothing would wake the panel: a controller that sleeps notices no finger",
                        suggestion: "add 'wakeOn: motion', for which the board needs a motion sensor")
                }
            }
            return reader.youth()
        }
        usualYouth = youth ?? usualYouth
        return options
    }
}
