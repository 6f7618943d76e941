import TaplineClient
import TaplineFormats

/// What Home Assistant gets about a panel: one device with an `event` entity for each gesture, and a count of lost ones.
/// (MQTT integration of Home Assistant: discovery of devices, `homeassistant/device/<id>/config` with `dev`, `o` and `cmps`;
/// event entities with `event_types`, whose messages name one of them in `event_type`.)
struct Discovery {
    var topics: Topics
    /// Whether a player has told what it plays: there is a sensor then.
    var hasPlayer = false
    /// Gestures of the panel, then controls that have been used. One for each word of a topic.
    private(set) var components: [PanelFacts.Component] = []
    /// Words of what was there before and is no more.
    private var gone: [String] = []
    /// What the broker has kept of before, until it is known what the panel is now.
    private var kept: [(word: String, control: PanelFacts.Component?)] = []
    /// What the panel is; nil: it is unknown yet, so nothing is published.
    private var facts: PanelFacts?

    /// So many are kept in mind of what is no more.
    private static let most = 128

    init(topics: Topics) { self.topics = topics }

    /// Whether there is something to publish.
    var isKnown: Bool { facts != nil }

    /// The panel says what it is. What it has no more is taken away from Home Assistant too.
    mutating func take(_ facts: PanelFacts) {
        self.facts = facts
        kept += components.map { (topics.word($0.name), EventTypes.control(EventTypes.of($0.kind)) == nil ? nil : $0) }
        components = []
        gone.removeAll { word in facts.gestures.contains { topics.word($0.name) == word } }
        for gesture in facts.gestures { add(gesture) }
        settle()
    }

    /// The broker delivers what it has retained: of this process, or of one before. Whether that changes what is to be published.
    mutating func remember(_ message: JSONReader.Value) -> Bool {
        guard case .object(let entries)? = message["cmps"] else { return false }
        let before = gone.count + components.count
        // (One that is being taken away has no topic.)
        for (key, value) in entries
        where key.hasPrefix("event_") && value["state_topic"] != nil && kept.count < Discovery.most {
            let word = String(key.dropFirst(6))
            guard case .array(let types)? = value["event_types"], let name = value["name"]?.text,
                topics.word(name) == word, let kind = EventTypes.control(types.compactMap(\.text))
            else {
                kept.append((word, nil))
                continue
            }
            kept.append((word, .init(name: name, kind: kind)))
        }
        guard isKnown else { return false }
        settle()
        return gone.count + components.count != before
    }

    /// A control whose zone is still there stays (nobody says which zones are controls before they are used); all else that
    /// the panel does not have is gone.
    private mutating func settle() {
        for (word, control) in kept where !components.contains(where: { topics.word($0.name) == word }) {
            if let control, facts?.zones.contains(control.name) == true {
                add(control)
            } else if !gone.contains(word), gone.count < Discovery.most {
                gone.append(word)
            }
        }
        kept = []
    }

    /// Whether this one was not known yet.
    @discardableResult
    mutating func add(_ component: PanelFacts.Component) -> Bool {
        let word = topics.word(component.name)
        guard !components.contains(where: { topics.word($0.name) == word }) else { return false }
        components.append(component)
        gone.removeAll { $0 == word }
        return true
    }

    /// The message: kept by the broker, so that it is there when Home Assistant starts.
    var payload: String {
        let id = topics.identity
        var parts = components.map { component in
            let word = topics.word(component.name)
            return
                "\(json("event_" + word)):{\"p\":\"event\",\"name\":\(json(component.name)),\"unique_id\":\(json("\(id)_event_\(word)")),"
                + "\"state_topic\":\(json(topics.events(of: word))),\"event_types\":\(json(EventTypes.of(component.kind))),"
                + "\"icon\":\"mdi:gesture-tap\"}"
        }
        parts += gone.map { "\(json("event_" + $0)):{\"p\":\"event\"}" }
        if hasPlayer {
            parts.append(
                "\"now\":{\"p\":\"sensor\",\"name\":\"Now playing\",\"unique_id\":\(json(id + "_now")),"
                    + "\"state_topic\":\(json(topics.playing)),\"value_template\":\"{{ value_json.state }}\","
                    + "\"json_attributes_topic\":\(json(topics.playing)),\"icon\":\"mdi:music\"}")
        }
        parts.append(
            "\"lost\":{\"p\":\"sensor\",\"name\":\"Lost events\",\"unique_id\":\(json(id + "_lost")),"
                + "\"state_topic\":\(json(topics.lost)),\"state_class\":\"total_increasing\","
                + "\"entity_category\":\"diagnostic\"}")
        return "{\"dev\":{\"ids\":\(json([id])),\"name\":\(json("Tapline \(topics.panel)")),\"mf\":\"Tapline\","
            + "\"mdl\":\(json(facts?.board ?? "")),\"hw\":\(json(facts?.chip ?? "")),\"sw\":\(json(TaplineVersion.text))},"
            + "\"o\":{\"name\":\"tapline-mqtt\",\"sw\":\(json(TaplineVersion.text))},"
            + "\"avty_t\":\(json(topics.availability)),\"qos\":2,\"cmps\":{\(parts.joined(separator: ","))}}"
    }
}
