import CTaplineTool
import TaplineCore
import TaplineDaemon
import TaplineFormats
import TaplineLinux

/// A monitor in plain lines: events on the standard output, what is wrong with the stream on the standard error.
struct PlainView {
    private let options: Monitor
    private let loop: ViewLoop
    private var output: ViewOutput
    private var errors = ViewOutput(descriptor: 2)
    private var sequence = SequenceCheck()
    private var state = StreamState()
    /// What a player was last said to play.
    private var playing = ""

    /// What has been seen of the stream.
    private struct StreamState {
        var events = 0
        /// What ``Monitor/mostGestures`` counts.
        var counted = 0
        var understood = 0
        var damaged: Int64 = 0
        var leftOut: Int64 = 0
        var isOver = false
        var hasEnded = false
        var lastLine = MonotonicClock.now
    }

    init(_ options: Monitor, loop: ViewLoop, output: ViewOutput) {
        self.options = options
        self.loop = loop
        self.output = output
    }

    mutating func run() throws(ServiceError) {
        if !loop.isOpen { emit("waiting for \(options.source.name)") }
        while !state.isOver, !output.isBroken {
            let idleEnd = options.idleTimeout.map { state.lastLine + $0 } ?? .never
            var happenings: [ViewLoop.Happening] = []
            try loop.wait(until: idleEnd) { happenings.append($0) }
            for happening in happenings where !state.isOver { take(happening) }
            output.flush()
            errors.flush()
            if let timeout = options.idleTimeout, MonotonicClock.now - state.lastLine >= timeout { state.isOver = true }
        }
        try output.finish()
        summarize()
        guard !state.hasEnded || state.understood > 0 || state.damaged == 0 else {
            throw options.source.makesNoSense
        }
    }

    private mutating func take(_ happening: ViewLoop.Happening) {
        switch happening {
        case .message(let message): take(message)
        case .lost(let why): emit("\(options.source.name) has gone: \(why); waiting for it")
        case .returned(let isNew):
            emit("\(options.source.name) is \(isNew ? "there" : "back")")
            state.lastLine = MonotonicClock.now
        case .ended: (state.isOver, state.hasEnded) = (true, true)
        case .stop: state.isOver = true
        case .pause: tapline_terminal_stop()
        case .key, .resized, .childEnded, .line: break
        }
    }

    private mutating func take(_ message: ViewMessage) {
        state.lastLine = MonotonicClock.now
        switch message {
        case .damaged(let why, let line):
            state.damaged += 1
            return emit("damaged: \(why): \(line)")
        case .dropped(_, let count):
            state.leftOut = saturatingSum(state.leftOut, Int64(count))
            return emit("\(counted(count, "line")) left out by the daemon")
        case .event(let event): take(event)
        case .greeting(let board, let configuration):
            sequence.begin(board, configuration)
            write(message)
        case .fingers: if options.emitsTouches { write(message) }
        case .sensor(_, let number, _):
            check(number)
            write(message)
        case .playing(_, let what):
            // (That there is no player is no news at the beginning.)
            if what != playing { write(message) }
            playing = what
        case .run, .fragment, .unknown: return
        default: write(message)
        }
        if message.isOfStream { state.understood += 1 }
    }

    private mutating func take(_ event: ViewEvent) {
        check(event.sequence)
        if event.isProgress, !options.tellsProgress, event.subject != .touch { return }
        if event.subject == .touch, event.state == "moved", !options.tellsProgress, !options.emitsTouches { return }
        if let template = options.template {
            if !options.isQuiet { output.write(template.text(event) + "\n") }
        } else {
            write(.event(event))
        }
        state.events += 1
        if event.isComplete || options.tellsProgress { state.counted += 1 }
        if let most = options.mostGestures, state.counted >= most { state.isOver = true }
    }

    private mutating func check(_ number: Int64?) {
        if let news = sequence.check(number) { emit(news) }
    }

    private mutating func write(_ message: ViewMessage) {
        guard !options.isQuiet, let line = MonitorText.line(message) else { return }
        if case .event = message {} else if options.template != nil { return }
        output.write(line + "\n")
    }

    private mutating func emit(_ text: String) {
        // What has been reported stands before it, where both streams are one.
        output.flush()
        errors.write("note: \(text)\n")
        errors.flush()
    }

    /// What was wrong with the stream, in a line.
    private mutating func summarize() {
        var faults: [String] = []
        if sequence.missing > 0 {
            faults.append("\(counted(sequence.missing, "line")) missing in \(counted(sequence.gaps, "gap"))")
        }
        if state.damaged > 0 { faults.append("\(counted(state.damaged, "line")) damaged") }
        if state.leftOut > 0 { faults.append("\(counted(state.leftOut, "line")) left out by the daemon") }
        guard !faults.isEmpty else { return }
        emit("\(counted(state.events, "event")); " + faults.joined(separator: ", "))
    }
}
