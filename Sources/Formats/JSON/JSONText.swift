/// `text` as a JSON string, quotes included.
package func json(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": quoted += "\\\(scalar)"
        case "\u{0}"..<"\u{20}": quoted += "\\u00" + hexadecimal(UInt8(truncatingIfNeeded: scalar.value))
        default: quoted.unicodeScalars.append(scalar)
        }
    }
    return quoted + "\""
}

/// An array of JSON strings.
package func json(_ texts: [String]) -> String { "[" + texts.map { json($0) }.joined(separator: ",") + "]" }
