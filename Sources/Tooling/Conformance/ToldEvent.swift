import TaplineFormats

/// A line of `events/1`: a gesture's, a control's, or a touch's.
struct EmittedEvent {
    /// The line without its end.
    var text: String
    /// What it says.
    var value: JSONReader.Value

    /// The instant, µs.
    var time: Int64 { value["t"]?.whole ?? 0 }
    /// The gesture's name; nil where it is none's.
    var gesture: String? { value["gesture"]?.text }
    /// The control's name; nil where it is none's.
    var control: String? { value["control"]?.text }
    /// The gesture's state, the control's action, or the touch's phase.
    var state: String { EmittedEvent.stateKeys.lazy.compactMap { value[$0]?.text }.first ?? "" }
    /// What of these an event has, by whose it is.
    static var stateKeys: [String] { ["state", "action", "phase"] }
    /// Whether it only says that something goes on: such a line need not be listed.
    var goesOn: Bool { state == "changed" || state == "moved" || state == "change" }
    /// Whether it says how the panel is: that may go on behind the end of a trace.
    var lasts: Bool { value["kind"]?.text.map { EventWords.lastingKinds.contains($0) } ?? false }
    /// Whether it is no event, but says what the lines behind it are.
    var isHeader: Bool { value["tapline"] != nil }

    /// The event in `bytes`; nil where they are no line of events.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let value = try? JSONReader.read(bytes), case .object = value else { return nil }
        self.value = value
        text = String(decoding: bytes, as: UTF8.self)
    }
}
