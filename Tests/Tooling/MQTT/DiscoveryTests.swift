import TaplineFormats
import TestSupport

@testable import TaplineMQTT

@Suite struct DiscoveryTests {
    private let topics = Topics(prefix: "tapline", discovery: "homeassistant", panel: "hall", computer: "")

    private func facts(_ gestures: [(String, String)]) -> PanelFacts {
        var facts = PanelFacts()
        facts.board = "HyperPixel 4"
        facts.components = gestures.map { .init(name: $0.0, kind: $0.1) }
        return facts
    }
    private func message(_ discovery: Discovery) throws -> JSONReader.Value {
        try JSONReader.read(Array(discovery.payload.utf8)[...])
    }

    @Test func everyGestureIsAnEventEntityOfOneDevice() throws {
        var discovery = Discovery(topics: topics)
        discovery.take(facts([("lamp", "swipe"), ("a \"b\"", "tap")]))
        let message = try message(discovery)
        #expect(topics.device == "homeassistant/device/tapline_hall/config")
        #expect(message["avty_t"]?.text == "tapline/hall/availability")
        #expect(message["dev"]?["mdl"]?.text == "HyperPixel 4")
        #expect(message["o"]?["name"]?.text == "tapline-mqtt")
        let lamp = try #require(message["cmps"]?["event_lamp"])
        #expect(lamp["p"]?.text == "event")
        #expect(lamp["unique_id"]?.text == "tapline_hall_event_lamp")
        #expect(lamp["state_topic"]?.text == "tapline/hall/event/lamp")
        guard case .array(let types)? = lamp["event_types"] else { throw Missing("no event_types") }
        #expect(types.compactMap(\.text) == ["left", "right", "up", "down"])
        #expect(message["cmps"]?["event_a_20_22b_22"]?["name"]?.text == "a \"b\"")
        #expect(message["cmps"]?["lost"]?["state_topic"]?.text == "tapline/hall/lost")
    }

    @Test func aGestureThatAReloadTookAwayIsTakenFromHomeAssistantToo() throws {
        var discovery = Discovery(topics: topics)
        discovery.take(facts([("lamp", "swipe"), ("open", "tap")]))
        discovery.take(facts([("lamp", "swipe")]))
        guard case .object(let open)? = try message(discovery)["cmps"]?["event_open"]
        else { throw Missing("nothing is said of it") }
        #expect(open.map(\.key) == ["p"])
        discovery.take(facts([("open", "tap")]))
        #expect(try message(discovery)["cmps"]?["event_open"]?["state_topic"] != nil)
    }

    @Test func everyControlIsKnownBeforeItIsUsed() throws {
        let line =
            #"{"tapline":"panel/1","name":"hall","zones":[{"name":"page","rect":[0,0,9,9]},{"name":"ok","control":"#
            + #""button","rect":[0,0,9,9]},{"name":"dim","control":"slider","rect":[0,0,9,9]}],"gestures":[]}"#
        var discovery = Discovery(topics: topics)
        discovery.take(PanelFacts(try JSONReader.read(Array(line.utf8)[...])))
        let entities = try #require(try message(discovery)["cmps"])
        for (name, type) in [("ok", "click"), ("dim", "release")] {
            guard case .array(let types)? = entities["event_\(name)"]?["event_types"] else { throw Missing(name) }
            #expect(types.compactMap(\.text) == [type])
        }
        #expect(entities["event_page"] == nil)
    }

    private func controls(_ controls: [PanelControl]) -> PanelFacts {
        var facts = facts(controls.map { ($0.name, $0.kind.rawValue) })
        facts.controls = controls
        return facts
    }
    private let each = [
        PanelControl("fan", .switch), PanelControl("dim", .slider, from: -1, to: 99, step: 2.5),
        PanelControl("soft", .slider, step: 0), PanelControl("a b", .stepper, to: 10),
        PanelControl("mode", .segmented, to: 2), PanelControl("page", .pageControl, to: 3),
        PanelControl("one", .pageControl, to: 0),
    ]

    @Test func theValueOfAControlIsAnEntityBesideItsEvents() throws {
        var discovery = Discovery(topics: topics)
        discovery.take(controls(each))
        let entities = try #require(try message(discovery)["cmps"])
        for (key, platform) in [
            ("binary_sensor_fan", "binary_sensor"), ("sensor_dim", "sensor"), ("sensor_soft", "sensor"),
            ("sensor_a_20b", "sensor"), ("sensor_mode", "sensor"), ("sensor_page", "sensor"),
        ] {
            let word = key.dropFirst(platform.count + 1)
            let entity = try #require(entities[key])
            #expect(entity["p"]?.text == platform && entity["unique_id"]?.text == "tapline_hall_\(key)")
            #expect(entity["state_topic"]?.text == "tapline/hall/control/\(word)")
            // Nobody who may not set it is offered to.
            #expect(entity["command_topic"] == nil && entity["min"] == nil)
            #expect(entities["event_\(word)"]?["state_topic"]?.text == "tapline/hall/event/\(word)")
        }
    }

    @Test func whereCommandsAreTakenControlsCanBeSet() throws {
        var discovery = Discovery(topics: topics, takesCommands: true)
        discovery.take(controls(each))
        let entities = try #require(try message(discovery)["cmps"])
        let fan = try #require(entities["switch_fan"])
        #expect(fan["p"]?.text == "switch" && fan["command_topic"]?.text == "tapline/hall/control/fan/set")
        for (key, least, most, step) in [
            ("dim", -1.0, 99.0, 2.5), ("soft", 0, 1, 0.01), ("a_20b", 0, 10, 1), ("mode", 0, 2, 1), ("page", 0, 3, 1),
        ] {
            let number = try #require(entities["number_\(key)"])
            #expect(number["p"]?.text == "number" && number["name"] != nil)
            #expect(number["command_topic"]?.text == "tapline/hall/control/\(key)/set")
            #expect(["min", "max", "step"].map { number[$0]?.double } == [least, most, step])
            // No segment is no number.
            #expect(number["payload_reset"]?.text == (key == "mode" ? "-1" : nil))
        }
        // (Home Assistant refuses a number whose least value is its greatest.)
        #expect(entities["sensor_one"]?["p"]?.text == "sensor" && entities["number_one"] == nil)
    }

    @Test func aControlThatIsNoMoreIsTakenAwayAndItsValueToo() throws {
        var before = Discovery(topics: topics, takesCommands: true)
        before.take(controls(each))
        #expect(before.goneControls.isEmpty)
        for isBrokerFirst in [true, false] {
            var discovery = Discovery(topics: topics)
            if isBrokerFirst { _ = discovery.remember(try kept(before)) }
            discovery.take(controls([each[0], each[6]]))
            if !isBrokerFirst { _ = discovery.remember(try kept(before)) }
            let entities = try #require(try message(discovery)["cmps"])
            // One that can no longer be set is another entity, and its value stays.
            #expect(entities["binary_sensor_fan"]?["state_topic"] != nil)
            for (key, platform) in [("switch_fan", "switch"), ("number_dim", "number"), ("event_dim", "event")] {
                guard case .object(let gone)? = entities[key] else { throw Missing(key) }
                #expect(gone.map(\.key) == ["p"] && entities[key]?["p"]?.text == platform)
            }
            #expect(discovery.goneControls == ["dim", "soft", "a_20b", "mode", "page"])
            discovery.take(controls(each))
            #expect(discovery.goneControls.isEmpty)
        }
    }

    @Test func aKeptMessageEmptiesNoOtherTopics() throws {
        var discovery = Discovery(topics: topics)
        discovery.take(facts([("lamp", "swipe")]))
        for key in ["sensor_a/b", "sensor_#", "number_", "switch_+", "sensor_\u{e9}", "lamp_x", "sensor_old"] {
            let text = #"{"cmps":{"\#(key)":{"state_topic":"x"}}}"#
            _ = discovery.remember(try JSONReader.read(Array(text.utf8)[...]))
        }
        #expect(discovery.goneControls == ["old"])
    }

    @Test func onlyWhatIsSaidToAControlsTopicIsACommand() {
        #expect(
            topics.commands == "tapline/hall/control/+/set" && topics.command("fan") == "tapline/hall/control/fan/set")
        #expect(topics.commanded(by: "tapline/hall/control/a_20b/set") == "a_20b")
        for topic in [
            "", "tapline/hall/control/fan", "tapline/hall/control/set", "tapline/hall/control//set",
            "tapline/hall/client",
            "tapline/hal/control/fan/set", "x/tapline/hall/control/fan/set", "tapline/hall/control/fan/set/more",
        ] { #expect(topics.commanded(by: topic) == nil, "\(topic)") }
    }

    private func kept(_ discovery: Discovery) throws -> JSONReader.Value { try message(discovery) }
    private func isGone(_ name: String, _ discovery: Discovery) throws -> Bool {
        guard case .object(let keys)? = try message(discovery)["cmps"]?["event_\(name)"] else { return false }
        return keys.map(\.key) == ["p"]
    }

    @Test func nothingIsToldBeforeThePanelHasSaidWhatItIs() throws {
        var before = Discovery(topics: topics)
        before.take(facts([("lamp", "swipe")]))
        var discovery = Discovery(topics: topics)
        #expect(!discovery.isKnown)
        let changes = discovery.remember(try kept(before))
        #expect(!changes && !discovery.isKnown)
        discovery.take(facts([]))
        #expect(discovery.isKnown)
    }

    @Test func whatTheBrokerKeptOfAConfigurationBeforeIsTakenAway() throws {
        var before = Discovery(topics: topics)
        before.take(facts([("lamp", "swipe"), ("open", "tap")]))
        // The broker is faster than the daemon, or the daemon faster than the broker.
        for isBrokerFirst in [true, false] {
            var discovery = Discovery(topics: topics)
            if isBrokerFirst { _ = discovery.remember(try kept(before)) }
            discovery.take(facts([("open", "tap")]))
            if !isBrokerFirst {
                let changes = discovery.remember(try kept(before))
                #expect(changes)
            }
            #expect(try isGone("lamp", discovery) && !isGone("open", discovery))
            // Its own message comes back: that changes nothing, nor does it bring back what is gone.
            let changes = discovery.remember(try kept(discovery))
            let changesAgain = discovery.remember(try kept(before))
            #expect(!changes && !changesAgain)
        }
    }

    @Test func aControlThatIsNoMoreIsTakenAway() throws {
        var discovery = Discovery(topics: topics)
        discovery.take(facts([("ok", "button"), ("dim", "slider")]))
        var next = Discovery(topics: topics)
        _ = next.remember(try kept(discovery))
        for _ in 0..<2 {
            next.take(facts([("dim", "slider")]))
            #expect(try isGone("ok", next) && !isGone("dim", next))
            #expect(next.components == [.init(name: "dim", kind: "slider")])
        }
    }

    @Test func aPlayerIsASensorOnceThereIsOne() throws {
        var discovery = Discovery(topics: topics)
        discovery.take(facts([("lamp", "swipe")]))
        #expect(try message(discovery)["cmps"]?["now"] == nil)
        discovery.hasPlayer = true
        let sensor = try #require(try message(discovery)["cmps"]?["now"])
        #expect(sensor["p"]?.text == "sensor" && sensor["state_topic"]?.text == topics.playing)
        // A kept one is no gesture that would be gone, and stays: somebody has to say that nothing plays any more.
        var next = Discovery(topics: topics)
        _ = next.remember(try kept(discovery))
        next.take(facts([("lamp", "swipe")]))
        #expect(try message(next)["cmps"]?["now"] != nil && message(next)["cmps"]?["event_now"] == nil)
    }

    @Test func aKeptMessageOfAnyShapeIsNoHarm() throws {
        var discovery = Discovery(topics: topics)
        discovery.take(facts([("lamp", "swipe")]))
        for text in ["[]", "{}", #"{"cmps":[]}"#, #"{"cmps":{"event_x":3,"event_y":{"state_topic":1}}}"#] {
            _ = discovery.remember(try JSONReader.read(Array(text.utf8)[...]))
        }
        #expect(try isGone("y", discovery))
        let many = (0..<1000).map { #""event_\#($0)":{"state_topic":""}"# }.joined(separator: ",")
        _ = discovery.remember(try JSONReader.read(Array(#"{"cmps":{\#(many)}}"#.utf8)[...]))
        #expect(try message(discovery)["cmps"]?["event_lamp"]?["state_topic"] != nil)
        #expect(discovery.payload.utf8.count < 10_000)
    }

    @Test func panelsOfOneNameOnTwoComputersAreTwoDevicesAndTwoClients() {
        let words = ["0123456789abcdef0123456789abcdef", "1123456789abcdef0123456789abcdef"].map {
            Computer.word(of: $0)
        }
        let both = words.map { Topics(prefix: "tapline", discovery: "homeassistant", panel: "lamp", computer: $0) }
        #expect(both[0].identity != both[1].identity && both[0].clientName != both[1].clientName)
        #expect(both[0].device == "homeassistant/device/tapline_lamp_\(words[0])/config")
        #expect(both[0].clientName == "tapline-mqtt-lamp-\(words[0])")
        for word in words { #expect(word.count == 8 && UInt32(word, radix: 16) != nil) }
        // FNV-1a of "tapline-mqtt " and nothing, counted by other means.
        #expect(Computer.word(of: "") == "3f7899d7")
    }

    @Test func noTwoNamesHaveOneTopic() {
        let names = ["a b", "a_20b", "a_2", "a_", "a/b", "a+b", "a#b", "é", "_c3_a9", "a_b", "A_b"]
        #expect(Set(names.map { topics.word($0) }).count == names.count)
        for name in names {
            #expect(topics.word(name).utf8.allSatisfy { $0 < 128 && $0 != 0x2f && $0 != 0x2b && $0 != 0x23 })
        }
    }
}
