public import TaplineConfiguration
public import TaplineCore
import TaplineLinux
public import TaplineSimulator

/// Runs a board's panel without gestures, and reports what its controller does: for recordings.
public struct BoardRecording: Sendable {
    /// A line of a recording.
    public struct Line: Sendable {
        /// µs.
        public var time: Int64
        /// The line, without its end.
        public var text: String
        /// How many fingers are down; nil where the line does not say.
        public var fingers: Int?
        /// Whether it is a reading of the motion sensor.
        public var isReading = false
    }

    /// The board.
    public let board: BoardDescription
    private let name: String

    /// The panel of the board called `name`, or in the file `name`.
    ///
    /// - Throws: ``ServiceError`` where there is no such board, or it is wrong.
    public init(board name: String, library: BoardLibrary = BoardLibrary()) throws(ServiceError) {
        self.name = name
        guard let board = try library.board(givenAs: name) else { throw library.unknown(name) }
        self.board = try board.completed()
    }

    /// Whether it has no devices: its fingers are a recording's, too.
    public var isSimulated: Bool { board.bus == .simulated }

    /// Runs until the process is asked to stop, the time is over, or nobody wants more.
    ///
    /// - Parameters:
    ///   - isBus: whether the wires are recorded, not the fingers.
    ///   - withMotion: whether the motion sensor is powered, and its readings are recorded with the fingers.
    ///   - fingers: who touches a simulated panel, in its raw px; nil on a real one.
    ///   - isLive: whether a simulated panel waits for the clock.
    ///   - length: how long it runs at most; nil: without a limit.
    ///   - take: gets every line, and says whether more are wanted.
    /// - Throws: ``ServiceError``: exit code 64 where there is nothing of this kind to record, 69 or 77 for devices.
    public func run(
        isBus: Bool, withMotion: Bool = false, fingers: FingerScript? = nil, isLive: Bool = true,
        length: Microseconds? = nil,
        take: @escaping (Line) -> Bool
    ) throws(ServiceError) {
        if isBus, isSimulated || board.controller.family == .evdev {
            throw ServiceError(
                "--bus: the board \(name) has no wires to record: "
                    + (isSimulated ? "it is simulated" : "a driver of the kernel has its chip"), .usage)
        }
        if withMotion, let lacking = board.lacks(.data) { throw ServiceError("--motion: \(lacking.message)", .usage) }
        let panel = try Panel<StandardRecognizer>(on: board)
        // (A simulated panel that does not wait for the clock has one of its own, from 0 on.)
        let isFast = isSimulated && !isLive
        let end = length.map { (isFast ? .zero : MonotonicClock.now) + $0 } ?? .never
        let observer = RecordingObserver(isBus: isBus, withMotion: withMotion, end: end, take: take)
        observer.isOfOwnClock = isFast
        guard isSimulated else {
            guard fingers == nil else {
                throw ServiceError("--fingers is for simulated boards: the fingers on a real one are real", .usage)
            }
            return try DevicePanel.run(
                panel, from: PanelSource(configuration: nil, board: name), options: RunOptions(format: .none),
                observer: observer)
        }
        StopSignals.catch()
        var run = SimulatedRun(panel: panel, script: fingers ?? FingerScript.demo(on: board))
        run.format = .none
        run.isLive = isLive
        var nothing = OutputStream()
        try run.run(into: &nothing, observer: observer) { StopSignals.haveCome || observer.isDone }
    }
}
