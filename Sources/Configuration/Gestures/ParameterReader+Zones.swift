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
        for node in nodes {
            let zone = mapping(node, what: "a zone") { reader in
                let name = reader.name(taken: list.names)
                let shape = reader.shape()
                parents.append(reader.node("parent"))
                let control = reader.control()
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
                    control: control)
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
        let rect = node("rect")
        let circle = node("circle")
        if let rect {
            if let circle {
                refuse(at: circle.mark, "a zone has a rect and a circle", suggestion: "keep one of them")
            }
            return rectangle(rect)
        }
        if let circle { return self.circle(circle) }
        lacks(
            ["rect", "circle"], "a zone has no shape",
            suggestion: "add rect: [x, y, width, height] or circle: [x, y, radius]")
        return nil
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

    /// The value of `control`: a word, `{slider: AXIS}`, or `slider` beside `axis: AXIS`.
    private mutating func control() -> Control? {
        let axis = node("axis")
        guard let node = node("control") else {
            if let axis { refuse(at: axis.mark, "an axis without a slider", suggestion: "add control: slider") }
            return nil
        }
        if case .mapping = node.content {
            return mapping(node, what: "a control") { reader in
                reader.required("slider", example: "slider: horizontal or slider: vertical").flatMap {
                    reader.slider($0, "slider")
                }
            }
        }
        guard node.text == "slider" else {
            if let axis { refuse(at: axis.mark, "only a slider has an axis", suggestion: "leave it out") }
            return wordControl(node)
        }
        guard let axis else {
            return refused(
                at: node.mark, "a slider has no axis",
                suggestion: "write control: {slider: horizontal} or control: {slider: vertical}")
        }
        return slider(axis, "axis")
    }

    private mutating func wordControl(_ node: YAMLNode) -> Control? {
        switch node.text {
        case "button": return .button
        case "switch": return .switch
        default:
            return refused(
                at: node.mark, "'control' is \(node.whatItIs)",
                suggestion: suggestion(for: node.text ?? "", among: ["button", "switch", "slider"]))
        }
    }

    private mutating func slider(_ axis: YAMLNode, _ key: String) -> Control? {
        choice(axis, key, [("horizontal", .horizontalSlider), ("vertical", .verticalSlider)])
    }
}
