/// Words of commands that people copy into a shell: what comes from a file stays one word, whatever is in it.
enum Shell {
    /// `text` as one word of a command, in quotes only where it needs them.
    static func word(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"),
                    UInt8(ascii: ","), UInt8(ascii: "="):
                    true
                default: false
                }
            }
        return isPlain ? text : quoted(text)
    }

    /// `text` as one word in single quotes.
    static func quoted(_ text: String) -> String { "'" + escaped(text, "'", with: "'\\'") + "'" }

    /// `text` as a pattern of `s|pattern|…|` in sed that fits itself only.
    static func pattern(_ text: String) -> String { escaped(text, "\\.*[]^$|", with: "\\") }

    /// `text` as the replacement of `s|…|replacement|` in sed.
    static func replacement(_ text: String) -> String { escaped(text, "\\&|", with: "\\") }

    /// `text` with `prefix` before each of `characters`.
    private static func escaped(_ text: String, _ characters: String, with prefix: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if characters.unicodeScalars.contains(scalar) { escaped += prefix }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
