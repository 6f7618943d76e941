import TaplineSimulator

/// A line of `events/1`: a gesture's, or a touch's.
struct EmittedEvent {
    /// The line without its end.
    var text: String
    /// What it says.
    var value: JSONReader.Value

    /// The instant, µs.
    var time: Int64 { value["t"]?.whole ?? 0 }
    /// The gesture's name; nil for a touch.
    var gesture: String? { value["gesture"]?.text }
    /// The gesture's state, or the touch's phase.
    var state: String { value["state"]?.text ?? value["phase"]?.text ?? "" }
    /// Whether it only says that something goes on: such a line need not be listed.
    var goesOn: Bool { state == "changed" || state == "moved" }

    /// The event in `bytes`; nil where they are no line of events.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let value = try? JSONReader.read(bytes), case .object = value else { return nil }
        self.value = value
        text = String(decoding: bytes, as: UTF8.self)
    }
}
