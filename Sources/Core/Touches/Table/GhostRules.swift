/// What a board asks of contacts before they become touches: for panels that report fingers which are not there. Everything is
/// off at first.
public struct GhostRules: Equatable, Sendable {
    /// A part of the panel in raw pixels, its edges included.
    public struct Area: Equatable, Sendable {
        /// The edges, raw px.
        public var left, top, right, bottom: Float

        /// The part between these edges.
        public init(left: Float, top: Float, right: Float, bottom: Float) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }

        func contains(_ contact: Contact) -> Bool {
            contact.x >= left && contact.x <= right && contact.y >= top && contact.y <= bottom
        }
    }

    /// The most ``areas`` that can be ignored.
    public static var mostAreas: Int { 4 }

    /// A contact that lives less is no touch, alone or beside others, in however many reports it was; one that lives as long
    /// becomes a touch then, with the place and time of its landing. So this is also how late a touch is told. Zero: a lone
    /// contact is a touch at once.
    public var minimumLife = Microseconds.zero
    /// Whether contacts that come back to one place like clockwork are no touches, see ``PeriodRules``.
    public var dropsPeriodic = false
    /// Whether contacts must live longer while short ones come from all over the panel, see ``BurstRules``. Nothing without
    /// ``minimumLife``, by which a contact is short.
    public var holdsBursts = false
    /// A contact of this size, in the controller's unit of ``Contact/pressure``, is a palm or a cheek: it is no touch, and a touch
    /// that grows so large is cancelled. ``Contact/palm``: only what the controller calls one.
    public var palmSize = Contact.palm
    /// A touch whose contact is gone for less than this, and comes back within 5 mm, under whatever name, goes on as the same touch.
    /// So this is also how late a lift is told. Zero: it lifts at once.
    public var flicker = Microseconds.zero
    /// Where touches tremble: the limit of a low pass for a finger that rests, Hz, see ``SmoothingRules``. Zero: touches are where
    /// the controller says.
    public var smoothingHz: Float = 0
    private var areas = InlineArray<4, Area>(repeating: Area(left: 1, top: 1, right: 0, bottom: 0))
    private var areaCount = 0

    /// Rules that are off.
    public init() {}

    /// Whether any of them is on.
    public var isOn: Bool {
        minimumLife > .zero || dropsPeriodic || areaCount > 0 || palmSize < Contact.palm || flicker > .zero
            || smoothingHz > 0
    }

    /// No contact that lands in `area` is a touch. False, and nothing added, where there are ``mostAreas`` already.
    @discardableResult
    public mutating func ignore(_ area: Area) -> Bool {
        guard areaCount < GhostRules.mostAreas else { return false }
        areas[areaCount] = area
        areaCount &+= 1
        return true
    }

    /// One of the areas that are ignored, nil where there are no more.
    public func area(_ index: Int) -> Area? { index >= 0 && index < areaCount ? areas[index] : nil }

    func ignores(_ contact: Contact) -> Bool {
        for index in 0..<areaCount where areas[index].contains(contact) { return true }
        return false
    }

    /// Whether the areas leave nothing of a panel of so many raw pixels. (What is left has a corner at an edge of the panel, or
    /// one beside an edge of an area.)
    public func ignoresAll(width: Int, height: Int) -> Bool {
        for column in -1..<areaCount {
            let x = column < 0 ? 0 : areas[column].right + 1
            guard x < Float(width) else { continue }
            for row in -1..<areaCount {
                let y = row < 0 ? 0 : areas[row].bottom + 1
                if y < Float(height), !ignores(Contact(id: 0, x: x, y: y)) { return false }
            }
        }
        return width > 0 && height > 0
    }

    public static func == (a: GhostRules, b: GhostRules) -> Bool {
        guard a.minimumLife == b.minimumLife, a.dropsPeriodic == b.dropsPeriodic, a.holdsBursts == b.holdsBursts,
            a.palmSize == b.palmSize, a.areaCount == b.areaCount, a.flicker == b.flicker,
            a.smoothingHz == b.smoothingHz
        else { return false }
        for index in 0..<a.areaCount where a.areas[index] != b.areas[index] { return false }
        return true
    }
}

/// The figures by which contacts at one place are taken for a machine's. The official 10-inch display of the Raspberry Pi touched
/// itself every 12.864 s at one place (raspberrypi/linux#7638).
public enum PeriodRules {
    /// Contacts this close to each other are at one place: 3 mm.
    public static var samePlacePt: Float { 18.9 }
    /// A shorter period is not learned: 5 s. Who taps a beat of a second hits it within a few hundredths.
    public static var shortestPeriod: Microseconds { .milliseconds(5_000) }
    /// Intervals that differ by no more are the same: 25 ms, what reads every 10 ms make of equal ones is 20 ms.
    /// Who taps every 10 s by feeling misses by tenths of a second.
    public static var tolerance: Microseconds { .milliseconds(25) }
    /// So many intervals in a row must agree with the one before them: the sixth contact is the first that is dropped.
    public static var agreements: UInt8 { 4 }
    /// A contact of a learned row that a finger has hidden, on a chip that cannot report both, comes at most this late: 150 ms.
    public static var hidden: Microseconds { .milliseconds(150) }
    /// So many contacts in a row may stay away, as fingers can hide them; after that the period is learned anew.
    public static var mostMissed: Int64 { 9 }
}

/// The figures of a burst: noise of a supply, water on the glass. They are chosen, not measured: 300 contacts a minute must be
/// one, a few ghosts beside a finger must not. Until nothing has come for ``time`` after power came, or the controller was reset,
/// there is one.
public enum BurstRules {
    /// So many contacts that lived too short…
    public static var contacts: Int { 6 }
    /// …within this time…
    public static var time: Microseconds { .milliseconds(2_000) }
    /// …of which two lie this far apart, 20 mm, are a burst. It ends when none has come for ``time``.
    public static var scatterPt: Float { 126 }
    /// What a contact must live meanwhile: 60 ms, where ``GhostRules/minimumLife`` is shorter.
    public static var minimumLife: Microseconds { .milliseconds(60) }
}

/// The figures of the one-euro filter, beside ``GhostRules/smoothingHz``. A place is shown later by 1 s / (2π · limit): at 2 Hz
/// by 80 ms where a finger rests, by 13 ms where it goes at 500 pt/s.
public enum SmoothingRules {
    /// The limit rises by so much with the speed: 0.02 Hz for each pt/s.
    public static var hzPerPtPerSecond: Float { 0.02 }
    /// The limit of the speed's own low pass: 1 Hz.
    public static var speedHz: Float { 1 }
}
