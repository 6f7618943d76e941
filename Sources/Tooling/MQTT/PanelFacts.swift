import TaplineFormats

/// What the daemon says of its panel when a stream begins.
struct PanelFacts: Equatable {
    /// The panel's name: that of its configuration.
    var name = ""
    var board = ""
    var chip = ""
    /// Names and kinds of its gestures, then of its controls.
    var components: [Component] = []
    /// Its controls that have a value, and these values by their names.
    var controls: [PanelControl] = []
    var values: [String: Double] = [:]

    /// A gesture or a control.
    struct Component: Equatable {
        var name: String
        var kind: String
    }

    init() {}

    init(_ value: JSONReader.Value) {
        name = value["name"]?.text ?? ""
        board = value["board"]?.text ?? ""
        chip = value["chip"]?.text ?? ""
        for (list, kindKey) in [("gestures", "kind"), ("zones", "control")] {
            guard case .array(let all)? = value[list] else { continue }
            components += all.compactMap { member in
                guard let name = member["name"]?.text, let kind = member[kindKey]?.text else { return nil }
                return Component(name: name, kind: kind)
            }
        }
        if case .array(let zones)? = value["zones"] { controls = zones.compactMap { PanelControl($0) } }
        values = PanelFacts.values(value["values"])
    }

    /// Values of controls by their names, as `panel/1` and `follow values` have them.
    static func values(_ object: JSONReader.Value?) -> [String: Double] {
        guard case .object(let members)? = object else { return [:] }
        return Dictionary(members.compactMap { name, value in value.double.map { (name, $0) } }) { $1 }
    }
}
