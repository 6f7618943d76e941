import TestSupport

/// Collects what a pipeline tells.
struct Recorder: QuietSink {
    var events: [GestureEvent] = []
    var touches: [TouchEvent] = []
    /// What zones are told of their touches.
    var streams: [(touch: TouchEvent, zone: Int)] = []
    var controls: [ControlEvent] = []
    /// All touches of the events of ``touches`` and of ``streams``.
    var touchEvents: [EventTouches] = []
    var streamEvents: [EventTouches] = []

    static var emitsWholeEvents: Bool { true }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        touchEvents.append(event)
        emit(touch)
    }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int) {
        streamEvents.append(event)
        emit(touch, to: zone)
    }
    mutating func emit(_ event: GestureEvent) { events.append(event) }
    mutating func emit(_ touch: TouchEvent) { touches.append(touch) }
    mutating func emit(_ touch: TouchEvent, to zone: Int) { streams.append((touch, zone)) }
    mutating func emit(_ event: ControlEvent) { controls.append(event) }
}

/// Fingers, a clock moved by hand, and the gestures that come of them. Times in ms, places in px = pt.
struct GestureTester: ~Copyable {
    private var pipeline: StandardGesturePipeline<StandardRecognizer, Recorder>
    private var recorder = Recorder()
    private var fingers: [(id: Int32, x: Float, y: Float)] = []
    private let names: [String]

    /// Gestures by name, on zones by index (0: panel).
    init(
        _ gestures: [(name: String, recognizer: StandardRecognizer)],
        zones: [Zone] = [], zoneOf: [String: Int] = [:],
        waits: [(String, for: String)] = [], together: [(String, String)] = [],
        oneWay: [(String, String)] = [], deliveries: [String: TouchDelivery] = [:], listeningTo listened: [Int] = [],
        templates: [StrokeTemplate] = [], polygons: [[Point]] = [],
        millimetres: (Double, Double)? = nil, touchTimeout: Microseconds = .unlimited, explains: Bool = false
    ) {
        var setup = GestureSetup<StandardRecognizer, 32, 33, 64>()
        names = gestures.map(\.name)
        func index(_ name: String, _ names: [String]) -> Int { names.firstIndex(of: name)! }
        do {
            for zone in zones { _ = try setup.add(zone) }
            for corners in polygons { _ = try setup.add(Zone(shape: try setup.polygon(corners.span))) }
            for template in templates { _ = try setup.add(template) }
            for gesture in gestures { _ = try setup.add(gesture.recognizer, zone: zoneOf[gesture.name] ?? 0) }
            for wait in waits { try setup.require(index(wait.0, names), toFail: index(wait.for, names)) }
            for pair in together { try setup.allow(index(pair.0, names), simultaneouslyWith: index(pair.1, names)) }
            for pair in oneWay { try setup.forbid(index(pair.0, names), toPrevent: index(pair.1, names)) }
            for (name, delivery) in deliveries { try setup.deliver(index(name, names), delivery) }
        } catch { fatalError("\(error)") }
        var outputs = OutputBank<Recorder, 16>()
        for zone in listened { outputs.listen(to: zone) }
        let panel = PanelGeometry.Description(rawWidth: 800, rawHeight: 480, rawMillimetres: millimetres)
        pipeline = StandardGesturePipeline(
            geometry: PanelGeometry(panel), touchTimeout: touchTimeout, setup: setup, outputs: outputs)
        pipeline.explains = explains
        pipeline.emitsTouches = true
    }

    private func instant(_ ms: Double) -> Instant { Instant(microseconds: Int64((ms * 1_000).rounded())) }

    /// A report that shows the fingers as they are.
    mutating func report(at ms: Double) {
        let contacts = Contacts(fingers.map { Contact(id: $0.id, x: $0.x, y: $0.y) })
        pipeline.report(contacts, at: instant(ms), into: &recorder)
    }

    /// Fingers land or move, and a report shows it.
    mutating func report(
        _ first: (Int32, Float, Float), _ others: (Int32, Float, Float)..., at ms: Double
    ) {
        for (id, x, y) in [first] + others { place(id, x, y) }
        report(at: ms)
    }

    /// A report that shows exactly these contacts.
    mutating func reportContacts(_ shown: [(id: Int32, x: Float, y: Float)], at ms: Double) {
        let contacts = Contacts(shown.map { Contact(id: $0.id, x: $0.x, y: $0.y) })
        pipeline.report(contacts, at: instant(ms), into: &recorder)
    }

    /// Changes fingers without a report yet.
    mutating func place(_ id: Int32, _ x: Float, _ y: Float) {
        if let i = fingers.firstIndex(where: { $0.id == id }) {
            fingers[i] = (id, x, y)
        } else {
            fingers.append((id, x, y))
        }
    }
    mutating func remove(_ id: Int32) { fingers.removeAll { $0.id == id } }

    /// A finger lands or moves, and a report shows it.
    mutating func down(_ ms: Double, _ x: Float = 100, _ y: Float = 100, id: Int32 = 0) {
        place(id, x, y)
        report(at: ms)
    }
    /// A finger lifts, and a report shows it.
    mutating func up(_ ms: Double, id: Int32 = 0) {
        remove(id)
        report(at: ms)
    }
    /// A finger goes straight on to (x, y), a report every `every` ms, until `end`.
    mutating func slide(
        from start: Double, to end: Double, _ x: Float, _ y: Float, id: Int32 = 0, every: Double = 10
    ) {
        guard let finger = fingers.first(where: { $0.id == id }) else { return }
        var t = start + every
        while t <= end + 0.001 {
            let u = Float((t - start) / (end - start))
            place(id, finger.x + (x - finger.x) * u, finger.y + (y - finger.y) * u)
            report(at: t)
            t += every
        }
    }
    mutating func tap(_ ms: Double, until end: Double, _ x: Float = 100, _ y: Float = 100, id: Int32 = 0) {
        down(ms, x, y, id: id)
        up(end, id: id)
    }
    /// Taps in a row: when each lands and lifts.
    mutating func taps(_ times: (Double, Double)...) {
        for (down, up) in times { tap(down, until: up) }
    }
    /// A finger lands at `start`, goes straight on to `end`, a report every `every` ms, and may lift there.
    mutating func drag(
        _ ms: Double, from start: (Float, Float) = (100, 100), to end: (Float, Float), until: Double,
        lift: Double? = nil, id: Int32 = 0, every: Double = 10
    ) {
        down(ms, start.0, start.1, id: id)
        slide(from: ms, to: until, end.0, end.1, id: id, every: every)
        if let lift { up(lift, id: id) }
    }
    /// Lets the clock run until nothing is pending; what happened so far.
    mutating func finish() -> [String] {
        wait()
        return story()
    }
    mutating func fault(_ ms: Double) { pipeline.missReport(at: instant(ms), into: &recorder) }
    mutating func cancel(_ ms: Double) { pipeline.cancelTouches(at: instant(ms), into: &recorder) }
    mutating func setEnabled(_ isEnabled: Bool, gestures: RecognizerSet, zones: ZoneSet, at ms: Double) {
        pipeline.setEnabled(isEnabled, gestures: gestures, zones: zones, at: instant(ms), into: &recorder)
    }
    mutating func setEnabled(_ isEnabled: Bool, _ name: String, at ms: Double) {
        setEnabled(isEnabled, gestures: RecognizerSet(names.firstIndex(of: name)!), zones: ZoneSet(), at: ms)
    }
    mutating func setEnabled(_ isEnabled: Bool, zone: Int, at ms: Double) {
        setEnabled(isEnabled, gestures: RecognizerSet(), zones: ZoneSet(zone), at: ms)
    }
    /// Lets the clock run to `ms`, or until nothing is pending.
    mutating func wait(until ms: Double = 1e12) { pipeline.advance(to: instant(ms), into: &recorder) }

    /// Nothing will happen any more by itself.
    var isAtRest: Bool { mutating get { pipeline.deadline == .never } }
    var events: [GestureEvent] { recorder.events }
    var touches: [TouchEvent] { recorder.touches }
    func name(_ event: GestureEvent) -> String { names[event.gesture] }

    /// What happened so far, `time name state`, without `changed`.
    func story() -> [String] {
        recorder.events.filter { $0.state != .changed }.map { event in
            let ms = Double(event.time.microseconds) / 1_000
            let time = ms == ms.rounded() ? "\(Int(ms))" : "\(ms)"
            return "\(time) \(names[event.gesture]) \(event.state.name)"
        }
    }
    /// What zones were told of their touches: `time zone identity phase`.
    func streamStory() -> [String] {
        recorder.streams.map { told in
            let ms = Double(told.touch.time.microseconds) / 1_000
            let time = ms == ms.rounded() ? "\(Int(ms))" : "\(ms)"
            return "\(time) \(told.zone) \(told.touch.identity) \(told.touch.phase.name)"
        }
    }
    var streams: [(touch: TouchEvent, zone: Int)] { recorder.streams }
    var controls: [ControlEvent] { recorder.controls }
    var touchEvents: [EventTouches] { recorder.touchEvents }
    var streamEvents: [EventTouches] { recorder.streamEvents }
    /// What controls did: `time zone action`.
    func controlStory() -> [String] {
        recorder.controls.map { "\($0.time.microseconds / 1_000) \($0.zone) \($0.action.name)" }
    }
    @discardableResult
    mutating func setControlValue(_ value: Float, of zone: Int) -> Bool {
        pipeline.setControlValue(value, of: zone, at: .zero, into: &recorder)
    }
    mutating func controlValue(of zone: Int) -> Float { pipeline.controlValue(of: zone) }
    var delivery: DeliveryCounters { mutating get { pipeline.engine.delivery } }
    var tapOverflows: UInt32 { mutating get { pipeline.table.counters.tapOverflows } }
    mutating func release() { pipeline.releaseTouches(into: &recorder) }
}
