import TaplineFormats

/// What Home Assistant gets about a panel: one device with an `event` entity for each gesture and control, one of the value of each control
/// that has one, and a count of lost events.
/// (MQTT integration of Home Assistant: discovery of devices, `homeassistant/device/<id>/config` with `dev`, `o` and `cmps`;
/// event entities with `event_types`, whose messages name one of them in `event_type`.)
struct Discovery {
    let topics: Topics
    /// Whether Home Assistant may set controls.
    let takesCommands: Bool
    /// Whether a player has told what it plays: there is a sensor then.
    var hasPlayer = false
    /// What the panel is; nil: it is unknown yet, so nothing is published.
    private var facts: PanelFacts?
    /// Keys of what was there before and is no more; until it is known what the panel is, of all that the broker has kept.
    private var gone: [String] = []

    /// So many are kept in mind of what is no more.
    private static let most = 128

    init(topics: Topics, takesCommands: Bool = false) { (self.topics, self.takesCommands) = (topics, takesCommands) }

    /// Whether there is something to publish.
    var isKnown: Bool { facts != nil }

    /// Gestures and controls of the panel, one for each word of a topic.
    var components: [PanelFacts.Component] {
        var words: [String] = []
        return (facts?.components ?? []).filter { component in
            let word = topics.word(component.name)
            defer { words.append(word) }
            return !words.contains(word)
        }
    }
    /// Controls of the panel that have a value.
    var controls: [PanelControl] { facts?.controls ?? [] }
    /// Keys of entities, which begin with their platform.
    private var keys: [String] { components.map { "event_" + topics.word($0.name) } + controls.map { key(of: $0) } }
    private static func platform(of key: String) -> String? {
        ["event", "switch", "binary_sensor", "number", "sensor"].first { key.hasPrefix($0 + "_") }
    }

    /// Words of controls that had a value and are no more: the broker has kept it.
    var goneControls: [String] {
        let there = controls.map { topics.word($0.name) }
        let words = gone.compactMap { key in
            Discovery.platform(of: key).flatMap { $0 == "event" ? nil : String(key.dropFirst($0.count + 1)) }
        }
        return words.filter { topics.isWord($0) && !there.contains($0) }
    }

    /// The panel says what it is. What it has no more is taken away from Home Assistant too.
    mutating func take(_ facts: PanelFacts) {
        let before = keys + gone
        self.facts = facts
        gone = []
        remove(before)
    }

    /// The broker delivers what it has retained: of this process, or of one before. Whether that changes what is to be published.
    mutating func remember(_ message: JSONReader.Value) -> Bool {
        guard case .object(let entries)? = message["cmps"] else { return false }
        let (before, hadPlayer) = (gone.count, hasPlayer)
        // (What played then is not known here: whoever reads this tells that nothing does.)
        if message["cmps"]?["now"]?["state_topic"] != nil { hasPlayer = true }
        // (One that is being taken away has no topic.)
        remove(
            entries.compactMap { key, value in
                Discovery.platform(of: key) != nil && value["state_topic"] != nil ? key : nil
            })
        return isKnown && (gone.count != before || hasPlayer != hadPlayer)
    }

    /// Of what these keys stand for all that the panel does not have is gone.
    private mutating func remove(_ kept: [String]) {
        let there = keys
        for key in kept where gone.count < Discovery.most && !there.contains(key) && !gone.contains(key) {
            gone.append(key)
        }
    }

    /// The message: kept by the broker, so that it is there when Home Assistant starts.
    var payload: String {
        let id = topics.identity
        var parts = components.map { component in
            let word = topics.word(component.name)
            return
                "\(json("event_" + word)):{\"p\":\"event\",\"name\":\(json(component.name)),\"unique_id\":\(json("\(id)_event_\(word)")),"
                + "\"state_topic\":\(json(topics.events(of: word))),\"event_types\":\(json(EventTypes.of(component.kind))),"
                + "\"qos\":2,\"icon\":\"mdi:gesture-tap\"}"
        }
        parts += controls.map { "\(json(key(of: $0))):\(entity(of: $0))" }
        parts += gone.map { "\(json($0)):{\"p\":\(json(Discovery.platform(of: $0) ?? "event"))}" }
        if hasPlayer {
            parts.append(
                "\"now\":{\"p\":\"sensor\",\"name\":\"Now playing\",\"unique_id\":\(json(id + "_now")),"
                    + "\"state_topic\":\(json(topics.playing)),\"qos\":2,\"value_template\":\"{{ value_json.state }}\","
                    + "\"json_attributes_topic\":\(json(topics.playing)),\"icon\":\"mdi:music\"}")
        }
        parts.append(
            "\"lost\":{\"p\":\"sensor\",\"name\":\"Lost events\",\"unique_id\":\(json(id + "_lost")),"
                + "\"state_topic\":\(json(topics.lost)),\"qos\":2,\"state_class\":\"total_increasing\","
                + "\"entity_category\":\"diagnostic\"}")
        return "{\"dev\":{\"ids\":\(json([id])),\"name\":\(json("Tapline \(topics.panel)")),\"mf\":\"Tapline\","
            + "\"mdl\":\(json(facts?.board ?? "")),\"hw\":\(json(facts?.chip ?? "")),\"sw\":\(json(TaplineVersion.text))},"
            + "\"o\":{\"name\":\"tapline-mqtt\",\"sw\":\(json(TaplineVersion.text))},"
            + "\"avty_t\":\(json(topics.availability)),\"cmps\":{\(parts.joined(separator: ","))}}"
    }
}
