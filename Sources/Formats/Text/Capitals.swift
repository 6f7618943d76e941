/// The text with capitals for ASCII's small letters, as names of chips are written. (Swift's own `uppercased()` brings the tables
/// of all languages: 17 KB.)
package func capitals(_ text: String) -> String {
    let small = UInt8(ascii: "a")...UInt8(ascii: "z")
    return String(decoding: text.utf8.map { small.contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
}
