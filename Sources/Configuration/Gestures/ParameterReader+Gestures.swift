import TaplineCore

/// The gestures of a file, and all names they have, also of gestures that are not right yet.
struct GestureList<Kind: ConfigurableRecognizer> {
    var outline: [GestureOutline] = []
    var descriptions: [GestureDescription<Kind>] = []

    /// What relations may refer to.
    var names: RelatedNames {
        RelatedNames(gestures: outline.map { $0.name }, kinds: outline.map { $0.kind }, known: Kind.kindNames())
    }
}

/// The gestures and zones of a file.
struct KnownNames {
    var gestures: [GestureOutline] = []
    var zones = ZoneList()
    /// How many of the gestures have recognizers; the others are events of other sources.
    var recognizers = 0
    /// The commands to whatever plays that have names.
    var commands: [RemoteGestures.Meaning] = []
    /// The stages of the rest of an untouched panel.
    var rests: [RestDescription] = []
    /// The lines that the board and remote controls have.
    var lines: ParameterReader.UsedLines = []
}

/// What outputs need to know of a gesture.
struct GestureOutline {
    var name: String
    /// nil where it is none of the kinds there are.
    var kind: String?
    /// nil where the gesture could not be made.
    var isContinuous: Bool?
    /// Whether its events include `tentative`.
    var isTentative = false
    /// Whether its events have what has changed since the one before.
    var isIncremental = false
    /// The zone that it is attached to; nil: the panel.
    var zone: Int?
    /// Whether it gets touches from the start.
    var isEnabled = true
}

extension ParameterReader {
    /// The value of `gestures`.
    ///
    /// - Parameter delaysBegan: whether gestures that take touches away hold them back from their landing on unless they
    ///   say otherwise.
    mutating func gestures<Kind: ConfigurableRecognizer>(zones: ZoneList, delaysBegan: Bool) -> GestureList<Kind> {
        var list = GestureList<Kind>()
        for node in entries("gestures", "gestures", capacity: ConfigurationLimits.gestures) {
            var reader = ParameterReader(node, what: "a gesture", panel: panel, problems: problems)
            (reader.strokes, reader.usualYouth) = (strokes, usualYouth)
            let name = reader.eventName("the gesture", taken: list.outline.map { $0.name }, zones: zones)
            let zone = reader.node("zone").flatMap { reader.index(of: $0, "zone", among: zones.names) }
            let isEnabled = reader.boolean("enabled") ?? true
            var delivery = TouchDelivery()
            delivery.cancelsTouches = reader.boolean("cancelsTouches") ?? delivery.cancelsTouches
            delivery.delaysBegan = reader.boolean("delaysBegan") ?? (delaysBegan && delivery.cancelsTouches)
            delivery.delaysEnded = reader.boolean("delaysEnded") ?? delivery.delaysEnded
            guard let kind = reader.kind(among: Kind.kindNames()) else {
                // Without a kind it is not known which keys are valid.
                problems = reader.finishWithoutUnknownKeys()
                list.outline.append(GestureOutline(name: name ?? "", zone: zone, isEnabled: isEnabled))
                continue
            }
            var outline = GestureOutline(name: name ?? "", kind: kind, zone: zone, isEnabled: isEnabled)
            outline.isIncremental = node["incremental"]?.truth == true
            do throws(ConfigurationErrors) {
                let recognizer = try Kind.make(kind: kind, parameters: &reader)
                outline.isContinuous = recognizer.isContinuous
                outline.isTentative = recognizer.isTentative
                list.descriptions.append(
                    GestureDescription(
                        name: outline.name, kind: kind, recognizer: recognizer, zone: zone, isEnabled: isEnabled,
                        delivery: delivery, ignoresExtraTouches: reader.ignoresExtraTouches))
            } catch {
                for error in error.errors {
                    reader.refuse(
                        at: YAMLMark(line: error.line, column: error.column), error.message,
                        suggestion: error.suggestion)
                }
            }
            list.outline.append(outline)
            strokes = reader.strokes
            problems = reader.finish()
        }
        return list
    }

    /// Entries of `key`, at most `most`: events that are named beside gestures. Their names are told from those of gestures and
    /// controls, and join the gestures that outputs know.
    mutating func namedEvents<Meaning>(
        _ key: String, of what: (one: String, many: String), most: Int,
        read: (inout ParameterReader) -> (kind: String?, isContinuous: Bool?, meaning: Meaning?)
    ) -> [(name: String, meaning: Meaning)] {
        var found: [(name: String, meaning: Meaning)] = []
        let capacity = min(most, ConfigurationLimits.gestures - known.gestures.count)
        let many = "\(what.many) (with gestures \(ConfigurationLimits.gestures))"
        for node in entries(key, many, capacity: capacity) {
            let (taken, zones) = (known.gestures.map { $0.name }, known.zones)
            let (name, event) = mapping(node, what: what.one) { reader in
                (reader.eventName("it", taken: taken, zones: zones), read(&reader))
            }
            var outline = GestureOutline(name: name ?? "", kind: event.kind)
            outline.isContinuous = event.isContinuous
            known.gestures.append(outline)
            if let name, let meaning = event.meaning { found.append((name, meaning)) }
        }
        return found
    }

    /// The `name` of `what`: a gesture, or an event that is named beside gestures.
    private mutating func eventName(_ what: String, taken: [String], zones: ZoneList) -> String? {
        guard let name = name(taken: taken) else { return nil }
        guard name != "touches" else {
            problems.refusedNames.append(name)
            return refused(
                "name", "name 'touches' stands for the fingers themselves", suggestion: "give \(what) another name")
        }
        guard !name.hasPrefix("zone ") else {
            problems.refusedNames.append(name)
            return refused(
                "name", "name \(quoted(name)) begins with 'zone ', as commands and outputs name a zone",
                suggestion: "give \(what) another name")
        }
        guard !zones.controls.contains(where: { zones.names[$0] == name }) else {
            problems.refusedNames.append(name)
            return refused(
                "name", "name \(quoted(name)) is a control's: outputs could not tell them apart",
                suggestion: "give one of them another name")
        }
        return name
    }

    private mutating func kind(among kinds: [String]) -> String? {
        guard let node = required("kind", example: "kind: tap") else { return nil }
        guard let kind = node.text, !kind.isEmpty else {
            return refused(at: node.mark, "'kind' is \(node.whatItIs)", suggestion: "valid: \(listed(kinds))")
        }
        if kinds.contains(kind) { return kind }
        return refused(at: node.mark, "unknown kind \(quoted(kind))", suggestion: suggestion(for: kind, among: kinds))
    }
}
