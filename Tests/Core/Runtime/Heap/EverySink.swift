import TaplineSimulator
import TestSupport

/// What a sink does with an event beyond writing it.
protocol EventLog {
    init()
    mutating func note(_ event: GestureEvent)
}

/// Nothing.
struct NoLog: EventLog {
    mutating func note(_ event: GestureEvent) {}
}

/// Sorts of faults that were told.
struct FaultSorts: OptionSet {
    let rawValue: Int

    static var bus: FaultSorts { FaultSorts(rawValue: 1) }
    static var badReport: FaultSorts { FaultSorts(rawValue: 2) }
    static var notReady: FaultSorts { FaultSorts(rawValue: 4) }
    static var absent: FaultSorts { FaultSorts(rawValue: 8) }
    static var wrongIdentity: FaultSorts { FaultSorts(rawValue: 16) }
    static var noFirmware: FaultSorts { FaultSorts(rawValue: 32) }
    static var reset: FaultSorts { FaultSorts(rawValue: 64) }
    static var overrun: FaultSorts { FaultSorts(rawValue: 128) }
    static var storm: FaultSorts { FaultSorts(rawValue: 256) }
    static var differs: FaultSorts { FaultSorts(rawValue: 512) }
    static var refused: FaultSorts { FaultSorts(rawValue: 1_024) }
}

/// A serial port of 115,200 baud with a reader that now and then does not read, and a cable that now and then is out.
///
/// It keeps what waits as the daemon's `LinePort` does: 16 KiB, a line that does not fit refused whole and counted, progress
/// only up to one half. (`LinePort` itself stands on files, floors above; these tests have no devices.)
struct SlowPort {
    enum State { case reads, stalls, isGone }

    var state = State.reads
    private(set) var taken = 0
    private(set) var refused = 0
    private(set) var skipped = 0
    private(set) var greetings = 0
    private var format: PortFormat
    private var line = ByteLine()
    private var ring = InlineArray<16_384, UInt8>(repeating: 0)
    private var first = 0
    private var count = 0
    private var time = Instant.zero

    init(_ format: PortFormat) { self.format = format }

    mutating func emit(_ event: GestureEvent) {
        guard isOpen else { return }
        line.removeAll()
        if format.write(event, into: &line) { send(isProgress: event.state == .changed) }
    }
    mutating func emit(_ event: ControlEvent) {
        guard isOpen else { return }
        line.removeAll()
        if format.write(event, into: &line) { send(isProgress: event.action == .change) }
    }
    mutating func emit(_ touch: TouchEvent, to zone: Int? = nil) {
        guard isOpen else { return }
        line.removeAll()
        if format.write(StreamedTouch(touch: touch, zone: zone), into: &line) {
            send(isProgress: touch.phase == .moved)
        }
    }

    /// Lets the reader take what it can until `now`: 11,520 bytes a second.
    mutating func read(until now: Instant) {
        let bytes = (now - time).count * 11_520 / 1_000_000
        guard bytes > 0 else { return }
        time = now
        guard state == .reads else { return }
        let some = min(count, Int(bytes))
        first = (first + some) % ring.count
        count -= some
    }

    /// The cable is out: what waits is lost.
    mutating func goAway() {
        state = .isGone
        (first, count) = (0, 0)
    }

    /// It is in again, or the reader goes on.
    mutating func comeBack() {
        if state == .isGone {
            let board: InlineArray<5, UInt8> = [0x65, 0x76, 0x65, 0x72, 0x79]
            let digest: InlineArray<8, UInt8> = [0x73, 0x68, 0x61, 0x32, 0x35, 0x36, 0x3A, 0x30]
            line.removeAll()
            format.greet(board: board.span, config: digest.span, into: &line)
            state = .reads
            send(isProgress: false)
            greetings += 1
        }
        state = .reads
    }

    private var isOpen: Bool {
        mutating get {
            guard state == .isGone else { return true }
            format.skip()
            skipped += 1
            return false
        }
    }

    private mutating func send(isProgress: Bool) {
        guard count + line.count <= (isProgress ? ring.count / 2 : ring.count) else {
            refused += 1
            return
        }
        taken += 1
        var place = (first + count) % ring.count
        for i in 0..<line.count {
            ring[place] = line[i]
            place = place + 1 == ring.count ? 0 : place + 1
        }
        count += line.count
    }
}

/// Writes everything that is told: each event, touch and level as a line of `events/1` and as text, and to three ports, one
/// of each format; keeps account of what began, and counts. Without the heap, unless its log asks for it.
struct EverySink<Log: EventLog>: HostSink {
    var request: ControllerRequest?
    private(set) var log = Log()
    private(set) var events = 0
    private(set) var recognitions = InlineArray<24, Int>(repeating: 0)
    /// Lines of `events/1`, and the bytes of these and of the text.
    private(set) var lines = 0
    private(set) var bytes = 0
    private(set) var truncated = 0
    /// How often each output line has changed, each zone was told of a touch, and each sort of control said something.
    private(set) var changes = InlineArray<16, Int>(repeating: 0)
    private(set) var told = InlineArray<9, Int>(repeating: 0)
    private(set) var controls = InlineArray<9, Int>(repeating: 0)
    private(set) var performed = 0
    /// The faults, each sort with a bit.
    private(set) var faults = 0
    private(set) var faultSorts = FaultSorts()
    /// The continuous gestures that have begun and not ended, and tentative taps that are in doubt; how often that went
    /// wrong.
    private(set) var open = RecognizerSet()
    private(set) var unpaid = 0
    var ports: InlineArray<3, SlowPort>
    private var format: EventsFormat
    private var text: TextFormat
    private let names: EventNames
    private var line = ByteLine()

    init(_ geometry: PanelGeometry) {
        names = makeEveryName()
        format = EventsFormat(geometry: geometry, names: names)
        text = TextFormat(geometry: geometry, names: names)
        ports = [
            SlowPort(PortFormat(kind: .line, touches: .all, geometry: geometry, names: names)),
            SlowPort(PortFormat(kind: .jsonl, touches: .zone(1), geometry: geometry, names: names)),
            SlowPort(PortFormat(kind: .text, touches: .zone(2), geometry: geometry, names: names)),
        ]
    }

    static var tellsRunningGestures: Bool { true }
    mutating func emit(_ gesture: inout RunningGesture) {
        emit(gesture.event)
        // What is carried begins anew, as a program does that moves a picture.
        guard gesture.event.gesture == EveryGesture.panOfTwo.rawValue, let place = gesture.location(ofTouch: 0) else {
            return
        }
        gesture.setTranslation(place - gesture.location)
        gesture.setScale(1)
        gesture.setRotation(0)
    }
    mutating func emit(_ event: GestureEvent) {
        log.note(event)
        events += 1
        if event.isRecognition { recognitions[event.gesture] += 1 }
        keepAccount(of: event)
        line.removeAll()
        format.write(event, into: &line)
        text.write(event, into: &line)
        count()
        for i in ports.indices { ports[i].emit(event) }
    }
    static var emitsWholeEvents: Bool { true }
    static var decidesHits: Bool { true }
    mutating func zone(_ zone: Int, contains point: Point, outline: Bool) -> Bool { outline }
    mutating func emit(_ touch: TouchEvent) {}
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        line.removeAll()
        format.write(StreamedTouch(touch: touch, zone: nil, event: &event), into: &line)
        text.write(StreamedTouch(touch: touch, zone: nil), into: &line)
        count()
        ports[0].emit(touch)
    }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int) {
        told[zone] += 1
        line.removeAll()
        format.write(StreamedTouch(touch: touch, zone: zone, event: &event), into: &line)
        count()
        for i in ports.indices { ports[i].emit(touch, to: zone) }
    }
    mutating func emit(_ event: ControlEvent) {
        controls[event.zone] += 1
        line.removeAll()
        format.write(event, into: &line)
        text.write(event, into: &line)
        count()
        for i in ports.indices { ports[i].emit(event) }
    }
    mutating func perform(_ action: Int, responder: Responder) -> Bool {
        performed += 1
        return responder == .application
    }
    mutating func set(line number: Int, level: OutputLevel, at now: Instant) {
        changes[number] += 1
        line.removeAll()
        TextFormat.write(line: names.zones[0], level: level, isActiveLow: true, at: now, into: &line)
        count()
    }
    mutating func fault(_ fault: ControllerFault, at now: Instant) {
        faults += 1
        let sort: FaultSorts =
            switch fault {
            case .bus: .bus
            case .badReport, .offPanel: .badReport
            case .notReady: .notReady
            case .absent: .absent
            case .wrongIdentity: .wrongIdentity
            case .noFirmware: .noFirmware
            case .reset: .reset
            case .overrun: .overrun
            case .interruptStorm: .storm
            case .configurationDiffers: .differs
            case .configurationRefused: .refused
            }
        faultSorts.insert(sort)
    }

    private mutating func count() {
        lines += 1
        bytes += line.count
        if line.isTruncated { truncated += 1 }
    }

    private mutating func keepAccount(of event: GestureEvent) {
        let isOpen = open.contains(event.gesture)
        switch event.state {
        case .began, .tentative:
            unpaid += isOpen ? 1 : 0
            open.insert(event.gesture)
        case .changed: unpaid += isOpen ? 0 : 1
        case .ended where event.isContinuous, .cancelled, .confirmed, .revoked:
            unpaid += isOpen ? 0 : 1
            open.remove(event.gesture)
        default: break
        }
    }
}
