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
            let name = reader.gestureName(taken: list.outline.map { $0.name }, zones: zones)
            let zone = reader.node("zone").flatMap { reader.index(of: $0, "zone", among: zones.names) }
            var delivery = TouchDelivery()
            delivery.cancelsTouches = reader.boolean("cancelsTouches") ?? delivery.cancelsTouches
            delivery.delaysBegan = reader.boolean("delaysBegan") ?? (delaysBegan && delivery.cancelsTouches)
            delivery.delaysEnded = reader.boolean("delaysEnded") ?? delivery.delaysEnded
            guard let kind = reader.kind(among: Kind.kindNames()) else {
                // Without a kind it is not known which keys are valid.
                problems = reader.finishWithoutUnknownKeys()
                list.outline.append(GestureOutline(name: name ?? ""))
                continue
            }
            var outline = GestureOutline(name: name ?? "", kind: kind)
            outline.isIncremental = node["incremental"]?.text == "true"
            do throws(ConfigurationErrors) {
                let recognizer = try Kind.make(kind: kind, parameters: &reader)
                outline.isContinuous = recognizer.isContinuous
                outline.isTentative = recognizer.isTentative
                list.descriptions.append(
                    GestureDescription(
                        name: outline.name, kind: kind, recognizer: recognizer, zone: zone, delivery: delivery))
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

    private mutating func gestureName(taken: [String], zones: ZoneList) -> String? {
        guard let name = name(taken: taken) else { return nil }
        guard name != "touches" else {
            problems.refusedNames.append(name)
            return refused(
                "name", "name 'touches' stands for the fingers themselves", suggestion: "give the gesture another name")
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
