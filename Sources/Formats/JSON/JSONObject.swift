/// A line of JSON, key by key.
package struct JSONObject {
    private var members = ""

    /// An object without keys.
    package init() {}

    /// Adds a text.
    package mutating func add(_ key: String, _ value: String) { append(key, json(value)) }
    /// Adds a number.
    package mutating func add(_ key: String, _ value: Int) { append(key, "\(value)") }
    /// Adds true or false.
    package mutating func add(_ key: String, _ value: Bool) { append(key, value ? "true" : "false") }

    /// The object and a line end.
    package var line: String { "{\(members)}\n" }

    private mutating func append(_ key: String, _ value: String) {
        members += (members.isEmpty ? "" : ",") + "\"\(key)\":\(value)"
    }
}
