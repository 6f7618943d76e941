import TaplineCore
import TaplineFormats

/// Everything that is counted of a panel that runs, as `status` and `metrics.prom` report it: families of samples, each with
/// a name, some with labels.
///
/// It is gathered when somebody asks. A sample is written on its own, so that a slow reader gets it line by line.
struct PanelStatus {
    /// What a family says; in the order in which they are reported.
    enum Family: Int {
        case info, uptime, ready, touches, reports, gestures, states, zones, responder, faults, recoveries, storms,
            ghosts, lostEdges, drops, commands, remotes
        case readers, latency
        case sensor, sensorRate, sensorReadings, sensorFaults
        case playing, refusal, bounces, quickChanges, rest
    }

    /// What is reported in `info`.
    var name = ""
    var board = ""
    var controller = ""
    var isReady = false
    var startedAt = Instant.zero
    var now = Instant.zero
    /// Fingers on the panel.
    var touches = 0
    var pipeline = PipelineCounters()
    var table = TouchCounters()
    var delivery = DeliveryCounters()
    /// Touches for which a touchscreen of others had no place.
    var lostTouches: UInt32 = 0
    /// The motion sensor; nil: there is none.
    var sensor: SensorStatus?
    var lostEdges: UInt32 = 0
    var busLosses: UInt32 = 0
    var refusedLines: UInt32 = 0
    var lostCodes: UInt32 = 0
    /// What became of commands to whatever plays, and how many input devices, buttons and encoders there are to give some; nil:
    /// the configuration names none.
    var commands: RemoteCounters?
    var remotes = (devices: 0, buttons: 0, encoders: 0)
    /// What the contacts of buttons did, by their lines.
    var buttons: [(line: String, contact: Debouncer.Counters)] = []
    var eventReaders = 0
    var controlReaders = 0
    var latency = LatencyHistogram()
    /// What plays.
    var playing = NowPlaying()
    /// How the panel rests; nil: it never does.
    var rest: PanelRest.State?
    /// Where each gesture stands, which zones are disabled, and which one is the first responder, as the engine numbers them.
    var states = InlineArray<32, RecognizerState>(repeating: .possible)
    var disabledZones = ZoneSet()
    /// The values of controls, by zone; no number where a zone has none.
    var controlValues = PanelStatus.noValues
    /// The values of a panel without controls.
    static var noValues: InlineArray<33, Float> { InlineArray(repeating: .nan) }
    var responder: Int?
    private(set) var zoneCount = 0
    /// How many of the gestures have recognizers.
    private(set) var recognizerCount = 0
    /// The gestures' and zones' names, and how often each was recognized.
    private(set) var gestures = EventNames()
    private(set) var gestureCount = 0
    private var recognitions = InlineArray<32, UInt32>(repeating: CountStart.value)

    /// The gestures are these from now on; those that keep their name keep their count.
    ///
    /// - Parameter gestures: how many of them have recognizers; the others are events of other sources. nil: all.
    mutating func reconfigure(_ names: EventNames, count: Int, gestures recognizers: Int? = nil, zones: Int = 0) {
        let old = self
        recognizerCount = min(recognizers ?? count, 32)
        zoneCount = min(zones, 32)
        gestures = names
        gestureCount = min(count, 32)
        for i in 0..<32 {
            recognitions[i] = CountStart.value
            for j in 0..<old.gestureCount where i < gestureCount && old.gestures.gestures[j] == names.gestures[i] {
                recognitions[i] = old.recognitions[j]
            }
        }
    }

    /// The gesture that is called so, by index; nil: none is.
    func gesture(named name: Name) -> Int? { (0..<recognizerCount).first { gestures.gestures[$0] == name } }
    /// The zone that is called so, as the engine numbers them; nil: none is.
    func zone(named name: Name) -> Int? { (1..<zoneCount + 1).first { gestures.zones[$0] == name } }

    /// Counts a gesture's recognition.
    mutating func count(gesture: Int) {
        if gesture >= 0, gesture < 32 { recognitions[gesture] &+= 1 }
    }

    /// All recognitions.
    var recognized: UInt32 {
        var sum: UInt32 = 0
        for i in 0..<32 { sum &+= recognitions[i] }
        return sum
    }

    /// Everything that was no touch.
    private var ghosts: UInt32 {
        var sum: UInt32 = 0
        for index in 0..<size(of: .ghosts) { sum &+= ghost(index).count }
        return sum
    }

    /// What a line of the log says of all this.
    var summary: String {
        "\(pipeline.reports) reports, \(recognized) gestures; \(pipeline.busErrors) bus errors, "
            + "\(pipeline.badReports) bad reports, \(pipeline.notReady) interrupts without a report, "
            + "\(pipeline.absences) absences, \(pipeline.resets) resets, \(busLosses) losses of the bus, "
            + "\(lostEdges) lost edges, \(pipeline.storms) storms, \(pipeline.overruns) overruns, \(ghosts) ghosts, "
            + "\(refusedLines) lines of output nobody took"
    }

    /// Writes the sample at `index` of a family, line end included. False: it has no more.
    mutating func write(_ family: Family, _ index: Int, prefix: StaticString, into line: inout ByteLine) -> Bool {
        guard index < size(of: family) else { return false }
        line.append(prefix)
        line.append(family.name)
        switch family {
        case .info:
            line.append("{name=\"")
            line.appendEscaped(name)
            line.append("\",board=\"")
            line.appendEscaped(board)
            line.append("\",controller=\"")
            line.appendEscaped(controller)
            line.append("\",version=\"")
            line.appendEscaped(TaplineVersion.text)
            line.append("\"} 1\n")
            return true
        case .gestures:
            line.append("{name=")
            line.appendQuoted(gestures.gestures[index])
            line.append("}")
        case .states:
            line.append("{name=")
            line.appendQuoted(gestures.gestures[index])
            line.append(",state=\"")
            line.append(states[index].name)
            line.append("\"}")
        case .zones, .responder:
            line.append("{name=")
            line.appendQuoted(family == .zones ? gestures.zones[index + 1] : responderName)
            line.append("}")
        case .playing, .refusal: writePlayer(family, into: &line)
        case .bounces, .quickChanges:
            line.append("{line=\"")
            line.appendEscaped(buttons[index].line)
            line.append("\"}")
        case .faults: line.appendLabel("kind", fault(index).kind)
        case .sensor:
            line.append("{chip=\"")
            line.append(sensor?.chip ?? "")
            line.append("\",state=\"")
            line.append(sensor?.state ?? "")
            line.append("\"}")
        case .sensorFaults: line.appendLabel("kind", sensor?.fault(index).kind ?? "")
        case .rest: line.appendLabel("state", rest?.name ?? "")
        case .ghosts: line.appendLabel("kind", ghost(index).kind)
        case .drops: line.appendLabel("kind", drop(index).kind)
        case .commands: line.appendLabel("kind", command(index).kind)
        case .remotes: line.appendLabel("kind", remote(index).kind)
        case .readers: line.appendLabel("socket", index == 0 ? "events" : "control")
        case .latency:
            if index < 10 {
                line.append("_bucket{le=\"")
                line.append(LatencyHistogram.limits[index])
                line.append("\"}")
            } else {
                line.append(index == 10 ? "_bucket{le=\"+Inf\"}" : index == 11 ? "_sum" : "_count")
            }
        case .uptime, .ready, .touches, .reports, .recoveries, .storms, .lostEdges, .sensorRate, .sensorReadings:
            break
        }
        line.append(" ")
        line.append(value(family, index))
        line.append("\n")
        return true
    }

    /// What labels say of the player: what it plays, or why it refuses.
    private func writePlayer(_ family: Family, into line: inout ByteLine) {
        line.append("{player=\"")
        line.appendEscaped(NowPlaying.bounded(playing.player, to: 31))
        if family == .refusal {
            line.append("\",why=\"")
            line.appendEscaped(playing.refusal)
        } else {
            line.append("\",state=\"")
            line.appendEscaped(playing.state.rawValue)
            line.append("\",title=\"")
            line.appendEscaped(NowPlaying.bounded(playing.title, to: 100))
            line.append("\",artist=\"")
            line.appendEscaped(NowPlaying.bounded(playing.artist, to: 100))
        }
        line.append("\"}")
    }

    /// What the first responder is called.
    private var responderName: Name {
        guard let responder else { return Name("none") }
        return responder == 0 ? Name("panel") : gestures.zones[responder]
    }

    /// Writes what `states` answers: a line for each gesture, for each zone, and for the first responder. False: there are no
    /// more.
    func writeState(_ index: Int, isJSON: Bool, into line: inout ByteLine) -> Bool {
        let zone = index - recognizerCount + 1
        guard zone <= zoneCount + 1 else { return false }
        if isJSON {
            line.append(
                index < recognizerCount ? "{\"gesture\":" : zone <= zoneCount ? "{\"zone\":" : "{\"responder\":")
            if index < recognizerCount {
                line.appendQuoted(gestures.gestures[index])
                line.append(",\"state\":\"")
                line.append(states[index].name)
                line.append("\"")
            } else if zone <= zoneCount {
                line.appendQuoted(gestures.zones[zone])
                line.append(disabledZones.contains(zone) ? ",\"enabled\":false" : ",\"enabled\":true")
                writeValue(of: zone, after: ",\"value\":", into: &line)
            } else if responder == nil {
                line.append("null")
            } else {
                line.appendQuoted(responderName)
            }
            line.append("}\n")
            return true
        }
        if index < recognizerCount {
            line.append(gestures.gestures[index])
            line.append(" ")
            line.append(states[index].name)
        } else if zone <= zoneCount {
            line.append("zone ")
            line.append(gestures.zones[zone])
            line.append(disabledZones.contains(zone) ? " disabled" : " enabled")
            writeValue(of: zone, after: ", value ", into: &line)
        } else {
            line.append("responder ")
            line.append(responderName)
        }
        line.append("\n")
        return true
    }

    /// Whether these are the values of all controls.
    func hasValues(_ values: InlineArray<33, Float>) -> Bool {
        for zone in values.indices where values[zone].bitPattern != controlValues[zone].bitPattern { return false }
        return true
    }

    /// The zones whose control has a value.
    var zonesWithValues: [Int] { (1..<zoneCount + 1).filter { !controlValues[$0].isNaN } }

    private func writeValue(of zone: Int, after text: StaticString, into line: inout ByteLine) {
        guard !controlValues[zone].isNaN else { return }
        line.append(text)
        line.append(controlValues[zone], decimals: 4)
    }

    private func size(of family: Family) -> Int {
        switch family {
        case .gestures: gestureCount
        case .states: recognizerCount
        case .zones: zoneCount
        case .responder: responder == nil ? 0 : 1
        case .faults: 7
        case .ghosts: 6
        case .drops: 4
        case .commands: commands == nil ? 0 : 4
        case .remotes: commands == nil ? 0 : 3
        case .readers: 2
        case .latency: 13
        case .sensor, .sensorRate, .sensorReadings: sensor == nil ? 0 : 1
        case .sensorFaults: sensor == nil ? 0 : 5
        case .playing: playing.state == .none ? 0 : 1
        case .refusal: playing.refusal.isEmpty ? 0 : 1
        case .bounces, .quickChanges: buttons.count
        case .rest: rest == nil ? 0 : 1
        default: 1
        }
    }

    private mutating func value(_ family: Family, _ index: Int) -> Int64 {
        switch family {
        case .info: 1
        case .uptime: (now - startedAt).count / 1_000_000
        case .ready: isReady ? 1 : 0
        case .touches: Int64(touches)
        case .reports: Int64(pipeline.reports)
        case .gestures: Int64(recognitions[index])
        case .states, .responder, .sensor, .refusal, .rest: 1
        case .bounces: Int64(buttons[index].contact.bounces)
        case .quickChanges: Int64(buttons[index].contact.quick)
        case .zones: disabledZones.contains(index + 1) ? 0 : 1
        case .faults: Int64(fault(index).count)
        case .recoveries: Int64(pipeline.resets)
        case .storms: Int64(pipeline.storms)
        case .ghosts: Int64(ghost(index).count)
        case .lostEdges: Int64(lostEdges)
        case .drops: drop(index).count
        case .commands: Int64(command(index).count)
        case .remotes: Int64(remote(index).count)
        case .readers: Int64(index == 0 ? eventReaders : controlReaders)
        case .sensorRate: Int64(sensor?.rate ?? 0)
        case .sensorReadings: Int64(sensor?.counters.reports ?? 0)
        case .sensorFaults: Int64(sensor?.fault(index).count ?? 0)
        case .playing: playing.state == .playing ? 1 : 0
        case .latency: index == 11 ? latency.sum : latency.cumulative(min(index, 10))
        }
    }

    private func fault(_ index: Int) -> (kind: StaticString, count: UInt32) {
        switch index {
        case 0: ("bus", pipeline.busErrors)
        case 1: ("bad_report", pipeline.badReports)
        case 2: ("not_ready", pipeline.notReady)
        case 3: ("absent", pipeline.absences)
        case 4: ("overrun", pipeline.overruns)
        case 5: ("configuration", pipeline.configurations)
        default: ("bus_lost", busLosses)
        }
    }

    /// What the board's armour has kept from being touches: `mask` and `ghosts`.
    private func ghost(_ index: Int) -> (kind: StaticString, count: UInt32) {
        switch index {
        case 0: ("short", table.ghosts)
        case 1: ("burst", table.bursts)
        case 2: ("periodic", table.periodic)
        case 3: ("masked", table.masked)
        case 4: ("palm", table.palms)
        default: ("flicker", table.flickers)
        }
    }

    private func command(_ index: Int) -> (kind: StaticString, count: UInt32) {
        let commands = commands ?? RemoteCounters()
        return switch index {
        case 0: ("handled", commands.handled)
        case 1: ("unhandled", commands.unhandled)
        case 2: ("unasked", commands.unasked)
        default: ("lost", commands.lost)
        }
    }

    private func remote(_ index: Int) -> (kind: StaticString, count: Int) {
        switch index {
        case 0: ("devices", remotes.devices)
        case 1: ("buttons", remotes.buttons)
        default: ("encoders", remotes.encoders)
        }
    }

    private func drop(_ index: Int) -> (kind: StaticString, count: Int64) {
        switch index {
        case 0: ("lines", Int64(refusedLines))
        case 1:
            (
                "touches",
                Int64(table.overflows) + Int64(table.tapOverflows) + Int64(delivery.lostTouches) + Int64(lostTouches)
            )
        case 2: ("moves", Int64(delivery.droppedMoves))
        default: ("codes", Int64(lostCodes))
        }
    }
}

extension PanelStatus.Family {
    /// Its name, without what stands before all of them; its type in Prometheus's words; what it means, for the head of its
    /// samples.
    private var facts: (name: StaticString, type: StaticString, meaning: StaticString) {
        switch self {
        case .info: ("info", "gauge", "What runs.")
        case .uptime: ("uptime_seconds", "gauge", "Time since the start.")
        case .ready: ("controller_ready", "gauge", "Whether the controller answers.")
        case .touches: ("touches", "gauge", "Fingers on the panel.")
        case .reports: ("reports_total", "counter", "Complete reports.")
        case .gestures: ("gestures_total", "counter", "Recognitions.")
        case .states: ("gesture_state", "gauge", "Where each gesture stands.")
        case .zones: ("zone_enabled", "gauge", "Whether each zone gets touches.")
        case .responder: ("first_responder", "gauge", "The zone that gets actions without a target.")
        case .faults: ("faults_total", "counter", "What went wrong with the controller.")
        case .recoveries: ("recoveries_total", "counter", "Resets to recover the controller.")
        case .storms: ("storms_total", "counter", "Storms of interrupts.")
        case .ghosts: ("ghosts_total", "counter", "Contacts, and lifts, that were none.")
        case .lostEdges: ("lost_edges_total", "counter", "Edges of the interrupt line that the kernel dropped.")
        case .drops: ("drops_total", "counter", "What was left out.")
        case .commands: ("commands_total", "counter", "Commands to whatever plays.")
        case .remotes: ("remotes", "gauge", "What is there to give commands.")
        case .readers: ("readers", "gauge", "Connections.")
        case .sensor: ("sensor_state", "gauge", "How the motion sensor is.")
        case .sensorRate: ("sensor_rate_hertz", "gauge", "Readings a second that are wanted of the motion sensor.")
        case .sensorReadings: ("sensor_readings_total", "counter", "Readings of the motion sensor.")
        case .sensorFaults: ("sensor_faults_total", "counter", "What went wrong with the motion sensor.")
        case .playing: ("now_playing", "gauge", "Whether what a player has told of plays.")
        case .refusal: ("player_refusal", "gauge", "A player that refuses, or cannot be reached.")
        case .bounces: ("button_bounces_total", "counter", "Levels of buttons that did not stand.")
        case .quickChanges: ("button_quick_changes_total", "counter", "Changes of buttons that no person makes.")
        case .rest: ("rest_state", "gauge", "How a panel is that rests while nobody touches it.")
        case .latency: ("latency_microseconds", "histogram", "From an interrupt's edge to its first effect.")
        }
    }
    var name: StaticString { facts.name }
    var type: StaticString { facts.type }
    var meaning: StaticString { facts.meaning }

    /// The one after it; nil: it is the last.
    var next: PanelStatus.Family? { PanelStatus.Family(rawValue: rawValue + 1) }
}

extension ByteLine {
    /// Adds ` {key="value"}` without the space.
    fileprivate mutating func appendLabel(_ key: StaticString, _ value: StaticString) {
        append("{")
        append(key)
        append("=\"")
        append(value)
        append("\"}")
    }

    /// Adds text as it stands inside quotes, at most 100 bytes, and no part of a character.
    mutating func appendEscaped(_ text: String) {
        var length = 0
        for scalar in text.unicodeScalars where scalar.value >= 0x20 {
            length += scalar.utf8.count
            if length > 100 { return }
            if scalar == "\"" || scalar == "\\" { append(UInt8(ascii: "\\")) }
            for byte in scalar.utf8 { append(byte) }
        }
    }
}
