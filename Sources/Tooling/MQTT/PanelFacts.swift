import TaplineFormats

/// What the daemon says of its panel when a stream begins.
struct PanelFacts: Equatable {
    /// The panel's name: that of its configuration.
    var name = ""
    var board = ""
    var chip = ""
    /// Names and kinds of its gestures.
    var gestures: [Component] = []
    /// Names of its zones: controls are zones.
    var zones: [String] = []

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
        if case .array(let all)? = value["zones"] { zones = all.compactMap { $0["name"]?.text } }
        guard case .array(let all)? = value["gestures"] else { return }
        gestures = all.compactMap { gesture in
            guard let name = gesture["name"]?.text, let kind = gesture["kind"]?.text else { return nil }
            return Component(name: name, kind: kind)
        }
    }
}
