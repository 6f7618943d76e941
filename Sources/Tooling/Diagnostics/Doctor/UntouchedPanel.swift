import TaplineConfiguration
public import TaplineCore

/// What a panel reported while nobody touched it, and what of a board's `mask` and `ghosts` would end it.
///
/// A value without devices: reports in, ``trouble`` out.
public struct UntouchedPanel: Sendable {
    /// A contact that nobody has made.
    public struct Landing: Sendable {
        /// Where it landed, raw pixels.
        public var x, y: Float
        /// When it landed, and when it was gone.
        public var landed, gone: Instant
        /// The farthest that it was seen from where it landed, raw pixels.
        public var wander: Float = 0
        /// How large it landed, and how large it grew, when; in the controller's own unit.
        var size: Float
        var largest: Float
        var grown: Instant
        var id: Int32
        /// Where it was last.
        var last: (x: Float, y: Float)

        /// How long it was there.
        public var life: Microseconds { gone - landed }
    }

    /// More are not kept.
    static var most: Int { 20_000 }

    /// The panel.
    public let panel: PanelGeometry.Description
    /// Everything that landed, in order.
    public private(set) var landings: [Landing] = []
    /// From the first look to the last.
    public private(set) var length = Microseconds.zero
    /// Whether the controller has not answered at the end.
    public var isSilent = false
    /// Which of ``landings`` are there.
    private var present: [Int] = []
    private var began: Instant?

    /// A panel that nobody has looked at.
    public init(panel: PanelGeometry.Description) { self.panel = panel }

    /// A report shows these contacts.
    public mutating func take(_ contacts: Contacts, at now: Instant) {
        pass(to: now)
        var left = present
        var found: [Int] = []
        for index in 0..<contacts.count {
            let contact = contacts[index]
            if let place = left.firstIndex(where: { isSame(landings[$0], contact) }) {
                let known = left.remove(at: place)
                let (x, y) = (contact.x - landings[known].x, contact.y - landings[known].y)
                landings[known].wander = max(landings[known].wander, (x * x + y * y).squareRoot())
                landings[known].last = (contact.x, contact.y)
                if contact.pressure > landings[known].largest {
                    (landings[known].largest, landings[known].grown) = (contact.pressure, now)
                }
                found.append(known)
            } else if landings.count < UntouchedPanel.most {
                landings.append(
                    Landing(
                        x: contact.x, y: contact.y, landed: now, gone: now, size: contact.pressure,
                        largest: contact.pressure, grown: now, id: contact.id, last: (contact.x, contact.y)))
                found.append(landings.count - 1)
            }
        }
        present = found
    }

    /// Time has passed to `now`.
    public mutating func pass(to now: Instant) {
        let start = began ?? now
        began = start
        length = max(length, now - start)
        for index in present { landings[index].gone = now }
    }

    /// Whether `contact` goes on where `landing` was: by its name, without one within 10 mm.
    private func isSame(_ landing: Landing, _ contact: Contact) -> Bool {
        guard landing.id == contact.id else { return false }
        return contact.id >= 0 || millimetres(landing.last, (contact.x, contact.y)) < 10
    }

    // MARK: Lengths

    /// A pixel across and down, mm; 1 pt where the board does not say.
    private var pixel: (x: Float, y: Float) {
        guard let size = panel.rawMillimetres else {
            return (Float(PanelGeometry.millimetresPerPoint), Float(PanelGeometry.millimetresPerPoint))
        }
        return (Float(size.width) / Float(max(1, panel.rawWidth)), Float(size.height) / Float(max(1, panel.rawHeight)))
    }

    private func millimetres(_ a: (x: Float, y: Float), _ b: (x: Float, y: Float)) -> Float {
        let (x, y) = ((a.x - b.x) * pixel.x, (a.y - b.y) * pixel.y)
        return (x * x + y * y).squareRoot()
    }

    private func millimetres(_ a: Landing, _ b: Landing) -> Float { millimetres((a.x, a.y), (b.x, b.y)) }

    // MARK: What is wrong

    /// What is wrong with it.
    public struct Trouble: Equatable, Sendable {
        /// How many contacts there were.
        public var contacts = 0
        /// Where they came back to, raw pixels, and how many to each; empty where most came elsewhere.
        public var places: [Place] = []
        /// At how many places, 3 mm each, they were.
        public var spots = 0
        /// How many came to the place with most of them.
        public var mostAtOnePlace = 0
        /// The time from one to the next there.
        public var period: Microseconds?
        /// Whether many came within ``BurstRules/time``, far apart.
        public var isBurst = false
        /// How many followed one at their place, and the longest time between two of those.
        public var flickers = 0
        public var longestGap = Microseconds.zero
        /// The longest of those that were there for less than two seconds.
        public var longestLife = Microseconds.zero
        /// How many stayed longer.
        public var resting = 0
        /// How far one that stayed wandered, raw pixels.
        public var tremble: Float = 0

        /// A place that contacts came back to.
        public struct Place: Equatable, Sendable {
            /// The edges of the part of the panel where they landed, raw pixels.
            public var area: GhostRules.Area
            public var contacts: Int
        }
    }

    /// What is wrong with it; nil: nothing landed.
    public var trouble: Trouble? {
        guard !landings.isEmpty else { return nil }
        var trouble = Trouble()
        trouble.contacts = landings.count
        let resting = landings.filter { $0.life >= .milliseconds(2_000) }
        trouble.resting = resting.count
        // (What goes farther is a finger that draws.)
        let staying = landings.filter { $0.life >= .milliseconds(200) && $0.wander * max(pixel.x, pixel.y) <= 5 }
        trouble.tremble = staying.map { $0.wander }.max() ?? 0
        for landing in landings where landing.life < .milliseconds(2_000) {
            trouble.longestLife = max(trouble.longestLife, landing.life)
        }
        let clusters = clusters
        let repeated = clusters.filter { $0.count >= 2 || $0.contains { landings[$0].life >= .milliseconds(2_000) } }
        let those = repeated.reduce(0) { $0 + $1.count }
        if repeated.count <= GhostRules.mostAreas, those * 5 >= landings.count * 4 {
            trouble.places = repeated.map { Trouble.Place(area: area($0), contacts: $0.count) }
        }
        trouble.spots = clusters.count
        trouble.isBurst = isBurst
        // Many places in one part of the panel, at a quarter of it at most, are one place.
        let all = area(Array(landings.indices))
        let part = Int((all.right - all.left + 1) * (all.bottom - all.top + 1))
        if trouble.places.isEmpty, !trouble.isBurst, landings.count >= 5,
            part * 4 <= panel.rawWidth * panel.rawHeight
        {
            trouble.places = [Trouble.Place(area: all, contacts: landings.count)]
        }
        if let first = clusters.first {
            trouble.mostAtOnePlace = first.count
            trouble.period = period(first.map { landings[$0].landed })
        }
        (trouble.flickers, trouble.longestGap) = flickers
        return trouble
    }

    /// Contacts within 3 mm of the first of them, the largest group first.
    private var clusters: [[Int]] {
        var clusters: [[Int]] = []
        for index in landings.indices {
            if let near = clusters.firstIndex(where: { millimetres(landings[$0[0]], landings[index]) <= 3 }) {
                clusters[near].append(index)
            } else if clusters.count < 256 {
                clusters.append([index])
            }
        }
        return clusters.sorted { $0.count > $1.count }
    }

    /// The part of the panel with these landings, and 2 mm around it.
    private func area(_ cluster: [Int]) -> GhostRules.Area {
        let (x, y) = (2 / pixel.x, 2 / pixel.y)
        var area = GhostRules.Area(left: .infinity, top: .infinity, right: 0, bottom: 0)
        for index in cluster {
            area.left = min(area.left, landings[index].x - x)
            area.top = min(area.top, landings[index].y - y)
            area.right = max(area.right, landings[index].x + x)
            area.bottom = max(area.bottom, landings[index].y + y)
        }
        func inside(_ value: Float, _ size: Int) -> Float { min(Float(max(0, size - 1)), max(0, value.rounded())) }
        area.left = inside(area.left, panel.rawWidth)
        area.right = inside(area.right, panel.rawWidth)
        area.top = inside(area.top, panel.rawHeight)
        area.bottom = inside(area.bottom, panel.rawHeight)
        return area
    }

    /// What lies between these times, where that is always the same: at least two intervals of a second or more.
    private func period(_ times: [Instant]) -> Microseconds? {
        let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
        guard intervals.count >= 2, let least = intervals.min(), let most = intervals.max(),
            least >= .milliseconds(1_000), Microseconds(most.count - least.count) <= PeriodRules.tolerance
        else { return nil }
        return Microseconds((times[times.count - 1] - times[0]).count / Int64(intervals.count))
    }

    private var isBurst: Bool {
        var first = 0
        for last in landings.indices {
            while landings[last].landed - landings[first].landed > BurstRules.time { first += 1 }
            guard last - first + 1 >= BurstRules.contacts else { continue }
            let far = BurstRules.scatterPt * Float(PanelGeometry.millimetresPerPoint)
            if (first..<last).contains(where: { millimetres(landings[$0], landings[last]) >= far }) { return true }
        }
        return false
    }

    /// Contacts at the place of one that went at most 100 ms before.
    private var flickers: (count: Int, gap: Microseconds) {
        var (count, longest) = (0, Microseconds.zero)
        for (before, after) in zip(landings, landings.dropFirst()) {
            let gap = after.landed - before.gone
            guard gap > .zero, gap <= .milliseconds(100), millimetres(before.last, (after.x, after.y)) <= 5 else {
                continue
            }
            count += 1
            longest = max(longest, gap)
        }
        return (count, longest)
    }

    // MARK: What ends it

    /// What a board with `rules` must ask of contacts so that these are none; `rules` where nothing is known.
    public func rules(beyond rules: GhostRules) -> GhostRules {
        guard let trouble else { return rules }
        var rules = rules
        // (Reports come every 10 ms or so: the next one may live so much longer. Each 10 ms more cost people taps.)
        let life = max(.milliseconds(30), UntouchedPanel.tens(trouble.longestLife + .milliseconds(10)))
        let isScattered = trouble.isBurst && trouble.places.isEmpty
        let isShort = trouble.resting == 0 && life <= (isScattered ? .milliseconds(40) : .milliseconds(60))
        if isShort { rules.minimumLife = max(rules.minimumLife, life) }
        if !isShort || trouble.resting > 0 {
            // (Five of them are touches until a period is known: of contacts that stay those would be long presses.)
            let isPeriodic = trouble.period.map { $0 >= PeriodRules.shortestPeriod } == true
            if isPeriodic, trouble.resting == 0 || trouble.places.isEmpty {
                rules.dropsPeriodic = true
            } else {
                for place in trouble.places { rules.ignore(place.area) }
            }
        }
        if isScattered, !isShort {
            rules.minimumLife = max(rules.minimumLife, .milliseconds(30))
            rules.holdsBursts = true
        }
        if trouble.flickers >= 3 {
            rules.flicker = max(rules.flicker, UntouchedPanel.tens(trouble.longestGap + .milliseconds(10)))
        }
        if trouble.tremble * max(pixel.x, pixel.y) >= 0.5, rules.smoothingHz == 0 { rules.smoothingHz = 2 }
        return rules
    }

    /// Rounded up to 10 ms, 100 ms at most.
    private static func tens(_ time: Microseconds) -> Microseconds {
        min(.milliseconds(100), .milliseconds((time.count + 9_999) / 10_000 * 10))
    }

    /// How many of a thousand taps of people are shorter than `life`, rounded down to 10 ms: of 14,447 recorded ones, read every 10 ms.
    public static func shorterTaps(than life: Microseconds) -> Int {
        let counts = [0, 0, 3, 12, 44, 130, 262]
        return counts[min(counts.count - 1, max(0, Int(life.count / 10_000)))]
    }

    /// How many of the contacts become touches on a board with `rules`.
    public func touches(with rules: GhostRules) -> Int {
        var table = TouchTable<16>(geometry: PanelGeometry(panel))
        table.arm(with: rules)
        var touches = 0
        var moments: [(time: Instant, index: Int, step: Int)] = []
        for (index, landing) in landings.enumerated() {
            moments.append((landing.landed, index, 0))
            if landing.largest > landing.size { moments.append((landing.grown, index, 1)) }
            moments.append((landing.gone, index, 2))
        }
        moments.sort { ($0.time, $0.index, $0.step) < ($1.time, $1.index, $1.step) }
        var down: [Int] = []
        for moment in moments {
            while table.deadline < moment.time {
                table.advance(to: table.deadline)
                touches += table.changes.began.count
            }
            if moment.step == 0 { down.append(moment.index) }
            if moment.step == 2 { down.removeAll { $0 == moment.index } }
            var contacts = Contacts()
            for index in down {
                let landing = landings[index]
                let size = landing.grown <= moment.time ? landing.largest : landing.size
                let id = landing.id < 0 ? -1 : Int32(index)
                contacts.append(Contact(id: id, x: landing.x, y: landing.y, pressure: size))
            }
            table.report(contacts, at: moment.time)
            touches += table.changes.began.count
        }
        return touches
    }

    /// The panel with where contacts landed: `1`…`9`, `+` for more.
    public var picture: [String] {
        let columns = panel.rawWidth >= panel.rawHeight ? 40 : 24
        let height = pixel.y * Float(panel.rawHeight) / (pixel.x * Float(max(1, panel.rawWidth)))
        // (A character is twice as high as wide.)
        let rows = Int(min(24, max(2, (Float(columns) * height / 2).rounded())))
        var counts = [[Int]](repeating: [Int](repeating: 0, count: columns), count: rows)
        func cell(_ value: Float, _ size: Int, _ cells: Int) -> Int {
            Int(min(Float(cells - 1), max(0, value * Float(cells) / Float(max(1, size)))))
        }
        for landing in landings {
            counts[cell(landing.y, panel.rawHeight, rows)][cell(landing.x, panel.rawWidth, columns)] += 1
        }
        let edge = "+" + String(repeating: "-", count: columns) + "+"
        return [edge]
            + counts.map { row in "|" + row.map { $0 == 0 ? " " : $0 < 10 ? "\($0)" : "+" }.joined() + "|" } + [edge]
    }
}
