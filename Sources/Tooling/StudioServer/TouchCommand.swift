import TaplineFormats

/// Fingers as the command `touch` of a control socket has them.
enum TouchCommand {
    /// Fingers of a command at most: it has 80 bytes.
    static let mostFingers = 5
    private static let farthest = 9999.0

    /// The command for what a page has sent, `{"c":[[id,x,y],…]}`; nil: these are no fingers.
    static func text(of body: JSONReader.Value) -> String? {
        guard case .array(let contacts)? = body["c"], contacts.count <= mostFingers else { return nil }
        var text = "touch"
        for contact in contacts {
            guard case .array(let values) = contact, values.count == 3, let id = values[0].whole, (0...99).contains(id),
                let x = values[1].double, let y = values[2].double, (0...farthest).contains(x),
                (0...farthest).contains(y)
            else { return nil }
            text += " \(id) \(Int(x.rounded())) \(Int(y.rounded()))"
        }
        return text
    }
}
