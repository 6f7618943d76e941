import CTaplineHTTP
import TaplineClient
import TaplineFormats

/// What a page sees of a panel as it happens: the lines of a daemon's control socket, as they are. Lines of our own have the key
/// `studio`: whether the daemon is there, and how many lines the page has not taken in time.
final class LiveStream {
    /// What a page wants to see. (Where there is a motion sensor, it is powered meanwhile.)
    private static let question = "follow contacts events explain levels motion\n"
    /// How often something is sent where nothing happens, so that a page that has gone is noticed, µs.
    private static let pulse: Int64 = 2_000_000

    let request: UInt32
    private let http: OpaquePointer
    private(set) var panel: PanelConnection
    private var isAnswered = false
    private var dropped = 0
    private var nextPulse: Int64
    private var lastState = ""

    init(_ request: UInt32, of http: OpaquePointer, socket: String, at now: Int64) {
        (self.request, self.http) = (request, http)
        panel = PanelConnection(socket, asking: LiveStream.question)
        nextPulse = now + LiveStream.pulse
        tapline_http_stream(http, request, "application/x-ndjson")
    }

    deinit { panel.close() }

    /// Whether the page is still there.
    var isOpen: Bool { tapline_http_is_open(http, request) }
    /// When it wants to be called at the latest, µs.
    var deadline: Int64 { min(panel.deadline, nextPulse) }

    /// Connects where that is due, and says that it is still there.
    ///
    /// - Returns: the descriptor of a new connection.
    func advance(to now: Int64) -> Int32? {
        if now >= nextPulse {
            nextPulse = now + LiveStream.pulse
            _ = tapline_http_put(http, request, "\n", 1)
        }
        guard now >= panel.deadline else { return nil }
        isAnswered = false
        if panel.open(at: now) != nil || panel.descriptor < 0 { tell("gone") }
        return panel.descriptor < 0 ? nil : panel.descriptor
    }

    /// Takes what the daemon has sent.
    func read() {
        guard panel.descriptor >= 0 else { return }
        guard let lines = panel.read() else { return tell("gone") }
        for line in lines {
            if isAnswered {
                put(line + [0x0A])
            } else if line == Array("ok".utf8) {
                isAnswered = true
                panel.wasAnswered()
                tell("here")
            } else {
                tell("refused", String(decoding: line, as: UTF8.self))
                return panel.close()
            }
        }
    }

    private func tell(_ state: String, _ reason: String = "") {
        guard state != lastState else { return }
        lastState = state
        var news = JSONObject()
        news.add("studio", state)
        if !reason.isEmpty { news.add("why", reason) }
        put(Array(news.line.utf8))
    }

    /// Hands a line over, line end included.
    private func put(_ line: [UInt8]) {
        var line = line
        if dropped > 0 { line = Array("{\"studio\":\"dropped\",\"count\":\(dropped)}\n".utf8) + line }
        if unsafe tapline_http_put(http, request, line, line.count) { dropped = 0 } else { dropped += 1 }
    }
}
