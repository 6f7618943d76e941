import TaplineFormats

// What Home Assistant makes of the value of a control. (MQTT integration of Home Assistant: switch, binary sensor, number, sensor.)
extension Discovery {
    /// The platform: one that can be set where commands are taken, and there is something to set.
    private func platform(of control: PanelControl) -> String {
        let isSet = takesCommands && control.minimum < control.maximum
        return control.kind == .switch ? (isSet ? "switch" : "binary_sensor") : isSet ? "number" : "sensor"
    }

    /// The key of its entity.
    func key(of control: PanelControl) -> String { "\(platform(of: control))_\(topics.word(control.name))" }

    /// Its entity.
    func entity(of control: PanelControl) -> String {
        let (word, platform) = (topics.word(control.name), platform(of: control))
        var text = "{\"p\":\"\(platform)\",\"name\":\(json(control.name)),"
        text += "\"unique_id\":\(json("\(topics.identity)_\(key(of: control))")),"
        text += "\"state_topic\":\(json(topics.control(word)))"
        if platform == "switch" || platform == "number" { text += ",\"command_topic\":\(json(topics.command(word)))" }
        if platform == "number" {
            text += ",\"min\":\(fixed(control.minimum, places: 4)),\"max\":\(fixed(control.maximum, places: 4))"
            text += ",\"step\":\(fixed(shownStep(of: control), places: 4))"
            // (No segment is selected: no number between the least and the most.)
            if control.kind == .segmented { text += ",\"payload_reset\":\"-1\"" }
        }
        return text + "}"
    }

    /// From one value to the next, where there is none a hundredth of all. (Home Assistant takes none below 0.001.)
    private func shownStep(of control: PanelControl) -> Double {
        max(control.step > 0 ? control.step : (control.maximum - control.minimum) / 100, 0.001)
    }
}
