import TaplineCore

/// The zones of a file, and all names they have, also of zones that are not right yet: whoever refers to those is.
struct ZoneList {
    var names: [String] = []
    var descriptions: [ZoneDescription] = []

    /// The zones that are controls, by index.
    var controls: [Int] { descriptions.indices.filter { descriptions[$0].control != nil } }
}

extension ParameterReader {
    /// The value of `zones`.
    ///
    /// - Parameter multipleTouch: whether those that are no controls take more than one finger unless they say otherwise.
    mutating func zones(multipleTouch: Bool) -> ZoneList {
        let nodes = entries("zones", "zones", capacity: ConfigurationLimits.zones)
        var list = ZoneList()
        var parents: [YAMLNode?] = []
        var corners = 0
        for node in nodes {
            let zone = mapping(node, what: "a zone") { reader in
                let name = reader.name(taken: list.names)
                if let name, name == "panel" || name == "none" || name.hasPrefix("zone ") {
                    reader.refuse(
                        "name", "name \(quoted(name)) means something else to commands",
                        suggestion: "give the zone another name")
                }
                let shape = reader.shape()
                parents.append(reader.node("parent"))
                let given = reader.control()
                // (One that is not right yet is a button: whoever refers to it is right.)
                let control = given?.0 ?? (reader.contains("control") ? .button : nil)
                if control != nil, name == "touches" {
                    reader.refuse(
                        "name", "name 'touches' stands for the fingers themselves",
                        suggestion: "give the control another name")
                }
                return ZoneDescription(
                    name: name ?? "", shape: shape ?? .circle(center: .zero, radius: 1),
                    multipleTouch: reader.boolean("multipleTouch") ?? (multipleTouch && control == nil),
                    exclusiveTouch: reader.boolean("exclusiveTouch") ?? false,
                    isEnabled: reader.boolean("enabled") ?? true, isHidden: reader.boolean("hidden") ?? false,
                    isResponder: reader.boolean("responder") ?? false, control: control, value: given?.value)
            }
            if case .polygon(let own) = zone.shape {
                corners += own.count
                if corners > ConfigurationLimits.polygonCorners {
                    refuse(
                        at: node.mark, "polygons have \(corners) corners up to here",
                        suggestion: "at most \(ConfigurationLimits.polygonCorners) have room")
                }
            }
            // A zone without a usable name keeps its place under one that nothing can refer to.
            list.names.append(zone.name)
            list.descriptions.append(zone)
        }
        for index in parents.indices {
            guard let node = parents[index] else { continue }
            list.descriptions[index].parent = parent(node, of: index, in: list)
        }
        return list
    }

    /// The index of the zone that `node` names; it must stand before the zone `index`, so no zone lies in itself.
    private mutating func parent(_ node: YAMLNode, of index: Int, in list: ZoneList) -> Int? {
        guard let parent = self.index(of: node, "zone", among: list.names) else { return nil }
        guard parent < index else {
            return refused(
                at: node.mark, "parent \(node.whatItIs) does not stand before its part",
                suggestion: parent == index ? "a zone cannot lie in itself" : "move the parent up")
        }
        return parent
    }

    private mutating func shape() -> ZoneDescription.Shape? {
        let given = ["rect", "circle", "ring", "polygon"].compactMap { entry($0) }
        guard let first = given.first else {
            lacks(
                ["rect", "circle", "ring", "polygon"], "a zone has no shape",
                suggestion: "add rect: [x, y, width, height], circle: [x, y, radius], ring: [x, y, inner, outer] or "
                    + "polygon: [[x, y], [x, y], [x, y]]")
            return nil
        }
        if given.count > 1 {
            refuse(
                at: given[1].value.mark, "a zone has a \(first.key) and a \(given[1].key)",
                suggestion: "keep one of them")
        }
        switch first.key {
        case "rect": return rectangle(first.value)
        case "circle": return circle(first.value)
        case "ring": return ring(first.value)
        default: return polygon(first.value)
        }
    }

    private mutating func rectangle(_ node: YAMLNode) -> ZoneDescription.Shape? {
        let example = "[x, y, width, height]: [0%, 0%, 50%, 100%]"
        guard let parts = list(node, "rect", count: 4, example: example) else { return nil }
        let x = position(parts[0], "rect", along: .x)
        let y = position(parts[1], "rect", along: .y)
        let width = extent(parts[2], "rect", along: .x)
        let height = extent(parts[3], "rect", along: .y)
        guard let x, let y, let width, let height else { return nil }
        return .rectangle(origin: Point(x: x, y: y), size: Vector(x: width, y: height))
    }

    private mutating func circle(_ node: YAMLNode) -> ZoneDescription.Shape? {
        guard let parts = list(node, "circle", count: 3, example: "[x, y, radius]: [25%, 50%, 10mm]") else {
            return nil
        }
        let x = position(parts[0], "circle", along: .x)
        let y = position(parts[1], "circle", along: .y)
        let radius = extent(parts[2], "circle", along: .any)
        guard let x, let y, let radius else { return nil }
        return .circle(center: Point(x: x, y: y), radius: radius)
    }

    private mutating func ring(_ node: YAMLNode) -> ZoneDescription.Shape? {
        let example = "[x, y, inner radius, outer radius]: [50%, 50%, 10mm, 20mm]"
        guard let parts = list(node, "ring", count: 4, example: example) else { return nil }
        let x = position(parts[0], "ring", along: .x)
        let y = position(parts[1], "ring", along: .y)
        let inner = extent(parts[2], "ring", along: .any)
        let outer = extent(parts[3], "ring", along: .any)
        guard let x, let y, let inner, let outer else { return nil }
        guard inner < outer else {
            return refused(
                at: parts[3].mark, "the outer radius of 'ring' is not larger than the inner one",
                suggestion: "write \(example)")
        }
        return .ring(center: Point(x: x, y: y), inner: inner, outer: outer)
    }

    private mutating func polygon(_ node: YAMLNode) -> ZoneDescription.Shape? {
        let example = "3 to \(Zone.Corners.most) corners: [[0%, 0%], [50%, 0%], [25%, 50%]]"
        problems.note(node, .list(3...Zone.Corners.most))
        guard case .sequence(let nodes) = node.content, (3...Zone.Corners.most).contains(nodes.count) else {
            let found =
                if case .sequence(let nodes) = node.content { "has \(nodes.count) corners" } else {
                    "is \(node.whatItIs)"
                }
            return refused(at: node.mark, "'polygon' \(found)", suggestion: "write \(example)")
        }
        let (width, height) = (panel.width * panel.pointsPerPixel.x, panel.height * panel.pointsPerPixel.y)
        var corners: [Point] = []
        for corner in nodes {
            guard let parts = list(corner, "polygon", count: 2, example: "corners as [x, y]: [50%, 10mm]"),
                let x = position(parts[0], "polygon", along: .x), let y = position(parts[1], "polygon", along: .y)
            else { return nil }
            guard (0...width + 0.01).contains(x), (0...height + 0.01).contains(y) else {
                return refused(
                    at: corner.mark, "a corner of 'polygon' lies outside the panel",
                    suggestion: "the panel is \(Int(panel.width))px wide and \(Int(panel.height))px high, from 0 on")
            }
            corners.append(Point(x: x, y: y))
        }
        if let wrong = PolygonCheck.problem(corners) {
            return refused(
                at: nodes[wrong.corner].mark, wrong.message, suggestion: "name the corners in their order around it")
        }
        return .polygon(corners)
    }

    private mutating func position(_ node: YAMLNode, _ name: String, along axis: Length.Axis) -> Float? {
        length(node, name, along: axis, in: -100_000...100_000)
    }

    /// A width, a height or a radius: more than nothing.
    private mutating func extent(_ node: YAMLNode, _ name: String, along axis: Length.Axis) -> Float? {
        guard let length = length(node, name, along: axis, in: -100_000...100_000) else { return nil }
        guard length > 0 else {
            return refused(
                at: node.mark, "the size \(node.whatItIs) in \(quoted(name)) covers nothing",
                suggestion: "write more than 0")
        }
        return length
    }

    /// The value of `control`, and what the control begins with: a word, `{slider: AXIS}`, `{slider: {…}}`, `slider` beside `axis:
    /// AXIS`, `{stepper: {…}}`, `{segmented: COUNT}`, `{pageControl: COUNT}`.
    private mutating func control() -> (Control?, value: Float?)? {
        let axis = node("axis")
        guard let node = node("control") else {
            if let axis { refuse(at: axis.mark, "an axis without a slider", suggestion: "add control: slider") }
            return nil
        }
        if case .mapping(let entries) = node.content {
            refuseFigures(beside: entries.first?.key ?? "")
            return mapping(node, what: "a control") { reader in
                let kinds = ["slider", "stepper", "segmented", "pageControl"]
                let given = kinds.compactMap { reader.entry($0) }
                if given.count > 1 {
                    reader.refuse(
                        at: given[1].keyMark, "a control is a \(given[0].key) and a \(given[1].key)",
                        suggestion: "keep one of them")
                }
                guard let kind = given.first else {
                    reader.lacks(
                        kinds, "a control is empty", suggestion: "write control: button, or control: {slider: vertical}"
                    )
                    return nil
                }
                reader.refuseFigures(beside: kind.key)
                switch kind.key {
                case "slider": return reader.slider(kind.value)
                case "stepper": return reader.stepper(kind.value)
                case "segmented": return reader.numbered(kind.value, "segmented", of: "segments")
                default: return reader.numbered(kind.value, "pageControl", of: "pages")
                }
            }
        }
        refuseFigures(beside: node.text ?? "")
        guard node.text == "slider" else {
            if let axis { refuse(at: axis.mark, "only a slider has an axis", suggestion: "leave it out") }
            return wordControl(node).map { ($0, nil) }
        }
        guard let axis else {
            return refused(
                at: node.mark, "a slider has no axis",
                suggestion: "write control: {slider: horizontal} or control: {slider: vertical}")
        }
        return self.axis(axis, "axis").map { (.slider(Control.Slider($0)), nil) }
    }

    /// Refuses figures of a control that stand beside its word: they belong into it.
    private mutating func refuseFigures(beside kind: String) {
        let examples = [
            "slider": "{slider: {axis: vertical, minimum: 0, maximum: 100}}",
            "stepper": "{stepper: {minimum: 0, maximum: 10}}", "segmented": "{segmented: {segments: 3, value: 0}}",
            "pageControl": "{pageControl: {pages: 3, value: 0}}",
        ]
        guard let example = examples[kind] else { return }
        for key in ["minimum", "maximum", "step", "value"] where contains(key) {
            refuse(key, "\(quoted(key)) belongs into the control", suggestion: "write control: \(example)")
        }
    }

    private mutating func wordControl(_ node: YAMLNode) -> Control? {
        switch node.text {
        case "button": return .button
        case "switch": return .switch
        case "stepper": return .stepper(.init())
        case "segmented", "pageControl":
            return refused(
                at: node.mark, "how many has a \(node.text ?? "")?",
                suggestion: "write control: {\(node.text ?? ""): 3}")
        default:
            return refused(
                at: node.mark, "'control' is \(node.whatItIs)",
                suggestion: suggestion(
                    for: node.text ?? "", among: ["button", "switch", "slider", "stepper", "segmented", "pageControl"]))
        }
    }

    /// The figures of `{stepper: {minimum: 0, maximum: 10, step: 1, value: 5, wraps: true, repeats: false}}`.
    private mutating func stepper(_ node: YAMLNode) -> (Control?, value: Float?)? {
        mapping(node, what: "a stepper") { reader in
            let (wraps, repeats) = (reader.boolean("wraps") ?? false, reader.boolean("repeats") ?? true)
            guard
                let range = reader.valueRange(
                    at: node.mark, of: "a stepper", maximum: 100, step: 1,
                    example: "stepper: {minimum: 0, maximum: 100, step: 1}")
            else { return nil }
            let stepper = Control.Stepper(
                minimum: Float(range.minimum), maximum: Float(range.maximum), step: Float(range.step ?? 1),
                wraps: wraps,
                repeats: repeats)
            return (.stepper(stepper), range.value.map { Float($0) })
        }
    }

    /// A count, or `{segments: 3, value: 0}`: segments or pages.
    private mutating func numbered(_ node: YAMLNode, _ key: String, of parts: String) -> (Control?, value: Float?)? {
        func control(_ count: Int) -> Control {
            key == "segmented" ? .segmented(UInt8(count)) : .pageControl(UInt8(count))
        }
        guard case .mapping = node.content else {
            return integer(node, key, in: 1...255).map { (control($0), nil) }
        }
        return mapping(node, what: "a \(key)") { reader in
            let count = reader.required(parts, example: "\(parts): 3").flatMap {
                reader.integer($0, parts, in: 1...255)
            }
            let value = reader.integer("value", in: 0...(count ?? 255) - 1)
            return count.map { (control($0), value.map { Float($0) }) }
        }
    }

    /// An axis, or `{axis: vertical, minimum: 0, maximum: 100, step: 5, value: 20}`.
    private mutating func slider(_ node: YAMLNode) -> (Control?, value: Float?)? {
        guard case .mapping = node.content else { return axis(node, "slider").map { (.slider(.init($0)), nil) } }
        return mapping(node, what: "a slider") { reader in
            let axis = reader.required("axis", example: "axis: horizontal or axis: vertical").flatMap {
                reader.axis($0, "axis")
            }
            let word = axis == .vertical ? "vertical" : "horizontal"
            let example = "slider: {axis: \(word), minimum: 0, maximum: 100, step: 5}"
            guard let range = reader.valueRange(at: node.mark, of: "a slider", maximum: 1, step: nil, example: example),
                let axis
            else { return nil }
            let slider = Control.Slider(
                axis, minimum: Float(range.minimum), maximum: Float(range.maximum), step: Float(range.step ?? 0))
            return (.slider(slider), range.value.map { Float($0) })
        }
    }

    private mutating func axis(_ node: YAMLNode, _ key: String) -> Control.Slider.Axis? {
        choice(node, key, [("horizontal", .horizontal), ("vertical", .vertical)])
    }

    /// `minimum` (0 unless it is given), `maximum`, `step` and `value` of a control; nil where they do not fit each other.
    private mutating func valueRange(
        at mark: YAMLMark, of control: String, maximum: Double, step: Double?, example: String
    ) -> (minimum: Double, maximum: Double, step: Double?, value: Double?)? {
        let range = -1_000_000.0...1_000_000
        let minimum = number("minimum", in: range) ?? 0
        let maximum = number("maximum", in: range) ?? maximum
        let step = number("step", in: 0.001...1_000_000) ?? step
        let value = number("value", in: range)
        guard minimum < maximum else {
            return refused(
                at: mark, "the maximum of \(control) is not above its minimum", suggestion: "write \(example)")
        }
        // (A value is a Float, and formats write it to a ten-thousandth.)
        let exact = Double(Float(max(abs(minimum), abs(maximum))).ulp) * 16
        guard max(exact, 0.001) <= step ?? (maximum - minimum) else {
            return refused(
                at: mark, "\(control) from \(decimal(minimum)) to \(decimal(maximum)) cannot tell its values apart",
                suggestion: "write \(example)")
        }
        if let step {
            let steps = (maximum - minimum) / step
            guard steps <= 65_535 else {
                return refused(at: mark, "\(control) has more than 65535 steps", suggestion: "write \(example)")
            }
            guard abs(steps - steps.rounded()) < 0.001, steps.rounded() >= 1 else {
                return refused(
                    "step", "the steps of \(control) do not end at its maximum",
                    suggestion:
                        "write maximum: \(fixed(minimum + steps.rounded(.up) * step, places: 6)), or a step that divides "
                        + fixed(maximum - minimum, places: 6))
            }
        }
        if let value, value < minimum || value > maximum {
            refuse("value", "'value' is not between minimum and maximum", suggestion: "write a number between them")
        }
        if let value, let step, minimum...maximum ~= value {
            let steps = (value - minimum) / step
            if abs(steps - steps.rounded()) >= 0.001 {
                refuse(
                    "value", "'value' is not a whole number of steps above the minimum",
                    suggestion: "the nearest is \(fixed(minimum + steps.rounded() * step, places: 6))")
            }
        }
        return (minimum, maximum, step, value)
    }
}
