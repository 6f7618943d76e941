import TaplineClient
import TaplineFormats

/// What Home Assistant gets about a panel: one device with an `event` entity for each gesture and control, and a count of lost ones.
/// (MQTT integration of Home Assistant: discovery of devices, `homeassistant/device/<id>/config` with `dev`, `o` and `cmps`;
/// event entities with `event_types`, whose messages name one of them in `event_type`.)
struct Discovery {
    var topics: Topics
    /// Whether a player has told what it plays: there is a sensor then.
    var hasPlayer = false
    /// What the panel is; nil: it is unknown yet, so nothing is published.
    private var facts: PanelFacts?
    /// Words of what was there before and is no more; until it is known what the panel is, of all that the broker has kept.
    private var gone: [String] = []

    /// So many are kept in mind of what is no more.
    private static let most = 128

    init(topics: Topics) { self.topics = topics }

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
    private var words: [String] { components.map { topics.word($0.name) } }

    /// The panel says what it is. What it has no more is taken away from Home Assistant too.
    mutating func take(_ facts: PanelFacts) {
        let before = words + gone
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
                key.hasPrefix("event_") && value["state_topic"] != nil ? String(key.dropFirst(6)) : nil
            })
        return isKnown && (gone.count != before || hasPlayer != hadPlayer)
    }

    /// Of what these words stand for all that the panel does not have is gone.
    private mutating func remove(_ kept: [String]) {
        let there = words
        for word in kept where gone.count < Discovery.most && !there.contains(word) && !gone.contains(word) {
            gone.append(word)
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
        parts += gone.map { "\(json("event_" + $0)):{\"p\":\"event\"}" }
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
