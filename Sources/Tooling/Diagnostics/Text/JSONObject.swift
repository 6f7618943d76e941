/// A line of JSON, key by key.
struct JSONObject {
    private var members = ""

    /// An object without keys.
    init() {}

    /// Adds a text.
    mutating func add(_ key: String, _ value: String) { append(key, JSONObject.quoted(value)) }
    /// Adds a number.
    mutating func add(_ key: String, _ value: Int) { append(key, "\(value)") }
    /// Adds true or false.
    mutating func add(_ key: String, _ value: Bool) { append(key, value ? "true" : "false") }

    /// The object and a line end.
    var line: String { "{\(members)}\n" }

    private mutating func append(_ key: String, _ value: String) {
        members += (members.isEmpty ? "" : ",") + "\"\(key)\":\(value)"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\"
            case "\u{0}"..<"\u{20}":
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
                continue
            default: break
            }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
