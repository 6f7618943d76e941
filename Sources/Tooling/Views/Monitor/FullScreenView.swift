import CTaplineSystem
import CTaplineTool
import TaplineCore
import TaplineDaemon
import TaplineLinux

/// A monitor that has the whole terminal.
struct FullScreenView {
    /// The screen is drawn at most so often.
    private static var framePeriod: Microseconds { .milliseconds(50) }

    private let loop: ViewLoop
    private var state: MonitorState
    private var drawing: MonitorScreen
    private var writer: ScreenWriter
    private var output = ViewOutput()
    private let keys: Int32
    private var size = (width: 80, height: 24)
    private var isOver = false
    private var isDirty = true
    private var lastLine = MonotonicClock.now
    /// What is shown while the view stands still.
    private var paused: (state: MonitorState, now: Int64)?

    init(_ loop: ViewLoop, source: String, isColoured: Bool) {
        self.loop = loop
        state = MonitorState(source: source)
        drawing = MonitorScreen(isASCII: !Self.showsUnicode)
        writer = ScreenWriter(isColoured: isColoured)
        // (The standard input may be the source.)
        let isSource = loop.reader.source == .standardInput
        let terminal = !isSource && tapline_is_terminal(0) != 0 ? 0 : tapline_terminal_open()
        keys = terminal
        if !loop.isOpen { state.lose("it is not there yet") }
    }

    /// Whether the locale says UTF-8, and the terminal is not the kernel's console, whose font has no dots.
    private static var showsUnicode: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map { ViewOutput.variable($0) }.first { !$0.isEmpty } ?? ""
        let charset = locale.uppercased()
        let knowsUnicode = DeviceFiles.contains(charset, "UTF-8") || DeviceFiles.contains(charset, "UTF8")
        return knowsUnicode && ViewOutput.variable("TERM") != "linux"
    }

    mutating func run(idleTimeout: Microseconds?) throws(ServiceError) {
        measure()
        tapline_terminal_take(output.descriptor, keys)
        defer { tapline_terminal_give_back() }
        if keys >= 0 { loop.listen(to: keys) }
        var nextFrame = MonotonicClock.now
        while !isOver, !output.isBroken {
            let idleEnd = idleTimeout.map { lastLine + $0 } ?? .never
            // Trails fade and rates fall also when nothing comes.
            let frame = isDirty ? nextFrame : nextFrame + .milliseconds(200)
            var happenings: [ViewLoop.Happening] = []
            try loop.wait(until: min(frame, idleEnd)) { happenings.append($0) }
            for happening in happenings { take(happening) }
            let now = MonotonicClock.now
            // (A terminal that stands still gets the frame of the moment when it goes on, none of those between.)
            output.push()
            if now >= frame {
                if !output.isPending { show(now) }
                nextFrame = now + Self.framePeriod
            }
            if let idleTimeout, now - lastLine >= idleTimeout { isOver = true }
        }
        output.dropPending()
        tapline_terminal_give_back()
        try output.finish()
    }

    private mutating func take(_ happening: ViewLoop.Happening) {
        isDirty = true
        switch happening {
        case .message(let message):
            lastLine = MonotonicClock.now
            state.take(message, at: lastLine.microseconds)
        case .lost(let why): state.lose(why)
        case .returned(let isNew): state.comeBack(isNew: isNew)
        case .ended: state.connection = .ended
        case .resized:
            measure()
            writer.forget()
        case .stop: isOver = true
        case .pause:
            output.dropPending()
            tapline_terminal_give_back()
            tapline_terminal_stop()
            tapline_terminal_take(output.descriptor, keys)
            measure()
            writer.forget()
        case .key(let key): press(key)
        case .childEnded, .line: break
        }
    }

    private mutating func press(_ key: UInt8) {
        switch key {
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): isOver = true
        case UInt8(ascii: " "):
            paused = paused == nil ? (state, MonotonicClock.now.microseconds) : nil
            drawing.isPaused = paused != nil
        case UInt8(ascii: "c"): state.clear()
        case 0x0C: writer.forget()
        default: break
        }
    }

    private mutating func measure() {
        var (columns, rows): (Int32, Int32) = (0, 0)
        _ = unsafe tapline_terminal_size(1, &columns, &rows)
        // (A serial console says 0 by 0.)
        size = columns > 0 && rows > 0 ? (Int(columns), Int(rows)) : (80, 24)
    }

    private mutating func show(_ now: Instant) {
        isDirty = false
        state.pass(now.microseconds)
        let screen = drawing.draw(
            paused?.state ?? state, at: paused?.now ?? now.microseconds, width: min(size.width, 500),
            height: min(size.height, 200))
        output.write(writer.bytes(for: screen))
        output.push()
    }
}
