/// Text of somebody else as a line of the journal takes it: without control characters, and not for ever.
func printable(_ text: String, most: Int = 256) -> String {
    let scalars = text.unicodeScalars.prefix(most).map {
        $0.value < 0x20 || (0x7f...0x9f).contains($0.value) ? "?" : $0
    }
    return String(String.UnicodeScalarView(scalars))
}
