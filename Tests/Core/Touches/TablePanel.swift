import TestSupport

/// A touch table with fingers and a clock moved by hand. Times in ms, places in px.
struct TablePanel<let capacity: Int>: ~Copyable {
    var table: TouchTable<capacity>
    /// What happened so far: `time identity phase`.
    private(set) var story: [String] = []
    /// The fingers of the next report, by the controller's identity.
    private var fingers: [(id: Int32, x: Float, y: Float)] = []

    init(_ description: PanelGeometry.Description, touchTimeout: Microseconds = .unlimited) {
        table = TouchTable(geometry: PanelGeometry(description), touchTimeout: touchTimeout)
    }

    /// 800 × 480 px; with mm, a pixel is 0.15875 mm: a pt.
    init(millimetres: Bool = false, touchTimeout: Microseconds = .unlimited) {
        let size = (width: 800 * PanelGeometry.millimetresPerPoint, height: 480 * PanelGeometry.millimetresPerPoint)
        self.init(
            PanelGeometry.Description(rawWidth: 800, rawHeight: 480, rawMillimetres: millimetres ? size : nil),
            touchTimeout: touchTimeout)
    }

    /// The same with mm, of a board that asks more of contacts.
    init(touchTimeout: Microseconds = .unlimited, armed change: (inout GhostRules) -> Void) {
        self.init(millimetres: true, touchTimeout: touchTimeout)
        var rules = GhostRules()
        change(&rules)
        table.arm(with: rules)
    }

    /// How large contacts are, by their identity.
    var sizes: [Int32: Float] = [:]

    /// A report of exactly these contacts.
    mutating func report(_ ms: Double, _ contacts: [(id: Int32, x: Float, y: Float)]) {
        let now = instant(ms)
        while table.deadline < now { step(to: max(table.deadline, table.time)) }
        let report = Contacts(
            contacts.map { Contact(id: $0.id, x: $0.x, y: $0.y, pressure: sizes[$0.id] ?? 0) })
        table.report(report, at: now)
        emit(at: now)
    }

    /// A finger lands or moves, and a report shows it and all others.
    mutating func down(_ ms: Double, _ x: Float, _ y: Float, id: Int32 = 0) {
        if let i = fingers.firstIndex(where: { $0.id == id }) {
            fingers[i] = (id, x, y)
        } else {
            fingers.append((id, x, y))
        }
        report(ms, fingers)
    }
    /// A finger lands or goes on to each place: (ms, x, y).
    mutating func path(_ places: (Double, Float, Float)..., id: Int32 = 0) {
        for (ms, x, y) in places { down(ms, x, y, id: id) }
    }
    /// A finger lifts, and a report shows all others.
    mutating func up(_ ms: Double, id: Int32 = 0) {
        fingers.removeAll { $0.id == id }
        report(ms, fingers)
    }
    /// The same fingers again.
    mutating func still(_ ms: Double) { report(ms, fingers) }
    /// What happened so far is of no interest.
    mutating func forget() { story = [] }
    /// The clock runs on.
    mutating func wait(until ms: Double) {
        while table.deadline <= instant(ms) { step(to: max(table.deadline, table.time)) }
    }
    mutating func cancelAll(_ ms: Double, identitiesMayChange: Bool = false) {
        let now = instant(ms)
        while table.deadline < now { step(to: max(table.deadline, table.time)) }
        table.cancelAll(at: now, identitiesMayChange: identitiesMayChange)
        emit(at: now)
    }

    private mutating func step(to now: Instant) {
        table.advance(to: now)
        emit(at: now)
    }

    private mutating func emit(at now: Instant) {
        let changes = table.changes
        for (set, name) in [
            (changes.began, "began"), (changes.moved, "moved"), (changes.ended, "ended"),
            (changes.cancelled, "cancelled"),
        ] {
            for slot in set { story.append("\(text(now)) \(table[slot].identity) \(name)") }
        }
    }

    private func text(_ now: Instant) -> String {
        let ms = Double(now.microseconds) / 1_000
        return ms == ms.rounded() ? "\(Int(ms))" : "\(ms)"
    }

    /// The touches that are down, by identity.
    var touches: [UInt32: Touch] {
        mutating get {
            var touches: [UInt32: Touch] = [:]
            for slot in table.down { touches[table[slot].identity] = table[slot] }
            return touches
        }
    }
    mutating func touch(_ identity: UInt32) -> Touch? { touches[identity] }
    /// The only touch.
    var lone: Touch? {
        mutating get { table.down.count == 1 ? table[table.down.first] : nil }
    }
    /// The velocity of the only touch, or of the one that has just lifted.
    mutating func velocity(at ms: Double) -> Vector {
        let slots = table.down.isEmpty ? table.changes.ended : table.down
        return slots.isEmpty ? .zero : table.velocity(of: slots.first, at: instant(ms))
    }
}

func instant(_ ms: Double) -> Instant { Instant(microseconds: Int64((ms * 1_000).rounded())) }
