import TaplineCore

/// What `options` says, beside what gestures take from it.
struct ConfigurationOptions {
    /// How long after it has woken a panel swallows fingers that land.
    var grace = Microseconds.milliseconds(300)
    /// The name of the zone that is the first responder at the start.
    var firstResponder: YAMLNode?
    /// Whether the panel turns with the way the device is held.
    var followsOrientation = false
    /// From which change of acceleration on the device counts as moved, which wakes a sleeping panel, g; 0: nothing wakes it.
    var wakeThreshold: Float = 0
    /// The events that wake it, too, as `wakeOn` names them.
    var wakers: [YAMLNode] = []
    /// What the board's motion sensor has to offer, and where it says so.
    var required: [(interest: MotionInterest, mark: YAMLMark)] = []
    /// Whether there is anything that wakes a sleeping panel.
    var wakes: Bool { wakeThreshold > 0 || !wakers.isEmpty }

    /// What `wakeOn: motion` takes for a movement, g.
    static var usualWakeThreshold: Float { 0.1 }
}

extension ParameterReader {
    /// The value of `options`; `youth`, what the parameter of that name is for gestures that do not give it, is kept for them.
    mutating func options() -> ConfigurationOptions {
        var options = ConfigurationOptions()
        guard let node = node("options"), node.text?.isEmpty != true else { return options }
        let youth = mapping(node, what: "options") { reader in
            options.grace = reader.time("grace", in: .zero...(.milliseconds(10_000))) ?? options.grace
            options.firstResponder = reader.node("firstResponder")
            options.followsOrientation = reader.choice("orientation", [("fixed", false), ("follow", true)]) ?? false
            let capabilities: [(name: String, value: MotionInterest)] = [
                ("accelerometer", .data), ("gyroscope", .rotation),
            ]
            if let node = reader.node("requires") {
                for interest in reader.choices("requires", capabilities) ?? [] {
                    options.required.append((interest, node.mark))
                }
            }
            if let wakeOn = reader.node("wakeOn") {
                for waker in reader.elements(wakeOn, "wakeOn") {
                    reader.problems.note(waker, .reference)
                    if waker.text == "motion" {
                        options.wakeThreshold = ConfigurationOptions.usualWakeThreshold
                    } else if let text = waker.text, Quantity(text) != nil {
                        options.wakeThreshold = reader.acceleration(waker, "wakeOn", in: 0.05...2, or: "motion") ?? 0
                    } else {
                        options.wakers.append(waker)
                    }
                }
            }
            return reader.youth()
        }
        usualYouth = youth ?? usualYouth
        return options
    }
}
