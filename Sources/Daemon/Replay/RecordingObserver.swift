import TaplineCore
import TaplineFormats
import TaplineLinux

/// Turns what a controller does into lines of `trace/1` or `bus/1`.
final class RecordingObserver: TouchObserver {
    private let isBus: Bool
    override var wantsMotion: Bool { isMotionWanted }
    private let isMotionWanted: Bool
    private let end: Instant
    private let take: (BoardRecording.Line) -> Bool
    private var wantsMore = true
    /// Whether the recording's clock is its own: it is over by its lines, not by the computer's clock.
    var isOfOwnClock = false
    private var last = Instant.zero

    /// - Parameters:
    ///   - withMotion: whether the motion sensor is powered, and its readings are recorded.
    ///   - end: when the recording is over.
    ///   - take: gets every line, and says whether more are wanted.
    init(isBus: Bool, withMotion: Bool, end: Instant, take: @escaping (BoardRecording.Line) -> Bool) {
        self.isBus = isBus
        isMotionWanted = withMotion
        self.end = end
        self.take = take
    }

    override var isDone: Bool { !wantsMore || !isOfOwnClock && MonotonicClock.now >= end }
    override var deadline: Instant { isOfOwnClock ? .never : end }

    override func report(_ contacts: inout Contacts, at now: Instant) {
        guard !isBus else { return }
        var text = "\"c\":["
        for index in 0..<contacts.count {
            let contact = contacts[index]
            text += index > 0 ? ",[" : "["
            text += "\(contact.id),\(fixed(Double(contact.x), places: 2)),\(fixed(Double(contact.y), places: 2))"
            if contact.pressure > 0 { text += ",\(fixed(Double(contact.pressure), places: 1))" }
            text += "]"
        }
        emit(text + "]", at: now, fingers: contacts.count)
    }

    override func motion(_ reading: MotionReading) {
        let text = Trace.text(of: reading)
        emit(text, at: reading.time, isReading: true)
    }

    override func fault(_ fault: ControllerFault, at now: Instant) {
        guard !isBus else { return }
        emit(fault == .reset ? "\"cancel\":true" : "\"fault\":\"bus\"", at: now, fingers: fault == .reset ? 0 : nil)
    }

    override func transfer(
        _ transfer: Transfer, _ outcome: ControllerInput, _ received: inout BusBytes, at now: Instant
    ) {
        guard isBus else { return }
        var parts: [String] = []
        if transfer.written.count > 0 {
            parts.append("\"w\":\"\(hexadecimal((0..<transfer.written.count).map { transfer.written[$0] }))\"")
        }
        if case .transferFailed(let error) = outcome {
            parts.append("\"err\":\"\(BusTrace.name(of: error))\"")
        } else if transfer.readCount > 0 {
            parts.append("\"r\":\"\(hexadecimal((0..<received.count).map { received[$0] }))\"")
        }
        emit(parts.joined(separator: ","), at: now)
    }

    override func interrupt(isHigh: Bool, at now: Instant) {
        if isBus { emit("\"int\":\(isHigh ? 1 : 0)", at: now) }
    }

    private func emit(_ text: String, at now: Instant, fingers: Int? = nil, isReading: Bool = false) {
        if isOfOwnClock, now >= end { wantsMore = false }
        guard wantsMore else { return }
        // (An edge may be older than the transfer that was reported before it.)
        last = max(last, now)
        let time = last.microseconds
        wantsMore = take(
            .init(time: time, text: "{\"t\":\(time),\(text)}", fingers: fingers, isReading: isReading))
    }
}
