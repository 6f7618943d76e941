/// A line of a source, understood.
package enum ViewMessage: Equatable, Sendable {
    /// A finger on the panel, oriented px.
    package struct Finger: Equatable, Sendable {
        package var id: Int
        package var x: Double
        package var y: Double

        package init(id: Int, x: Double, y: Double) {
            self.id = id
            self.x = x
            self.y = y
        }
    }

    /// A bus trace's line, or the header of one.
    package enum BusLine: Equatable, Sendable {
        case header(chip: String, board: String)
        case entry
    }

    /// What a stream begins with: the board, and the configuration's digest where the format reports it.
    case greeting(board: String, configuration: String)
    /// The panel, as the daemon or the header of a recording describes it.
    case panel(ViewPanel)
    /// A gesture, a control or a touch.
    case event(ViewEvent)
    /// The command at this place of the configuration is to run, for an event of which its words hold these values.
    case run(Int, ViewEvent)
    /// The complete set of fingers at a time, µs.
    case fingers(time: Int64, [Finger])
    /// What a motion sensor measures.
    case motion(ViewMotion)
    /// A motion sensor is there again, or lost; with the line's number.
    case sensor(time: Int64, sequence: Int64?, isThere: Bool)
    /// The zones that are disabled now, by name.
    case disabled(time: Int64, zones: [String])
    /// A line's level; `level` is nil where it was not reported.
    case level(time: Int64, line: String, isHigh: Bool?, isActive: Bool)
    /// What went over the bus.
    case bus(BusLine)
    /// A failed read, or an outside interruption, of a recording.
    case disturbance(time: Int64, String)
    /// What a player plays, in a line for people; empty: there is no player any more.
    case playing(time: Int64, String)
    /// The source says that it left out so many lines.
    case dropped(time: Int64, Int)
    /// A line for people.
    case text(String)
    /// A line that cannot be what was sent: why, and its beginning.
    case damaged(why: String, line: String)
    /// A line that begins in the middle, because nobody listened before.
    case fragment
    /// A line of a newer version, which a reader passes over.
    case unknown

    /// Whether only a stream or a recording has such a line, be it damaged.
    package var isOfStream: Bool {
        switch self {
        case .text, .fragment, .unknown: false
        default: true
        }
    }

    /// When it happened, µs; nil where it has no time.
    package var time: Int64? {
        switch self {
        case .event(let event), .run(_, let event): event.time
        case .motion(let motion): motion.time
        case .sensor(let time, _, _), .disabled(let time, _): time
        case .fingers(let time, _), .level(let time, _, _, _), .playing(let time, _), .disturbance(let time, _),
            .dropped(let time, _):
            time
        default: nil
        }
    }
}
