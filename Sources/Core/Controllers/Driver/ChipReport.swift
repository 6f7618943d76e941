public import TaplineTouches

/// What ``ChipDriver`` needs of a report while it is being read, whatever is in it.
public protocol ReportBuffer: Sendable {
    /// Nothing read.
    init()
    /// Whether a report of nothing is one: that there is no finger.
    static var canBeEmpty: Bool { get }
    /// How much has been read: contacts, or one measurement.
    var count: Int { get }
    /// How much the first transfer is long enough for.
    var predicted: Int { get set }
    /// How much the last good report had.
    var lastCount: Int { get set }
    /// Whether an interrupt announced it.
    var isAnnounced: Bool { get set }
    /// The number of the transfer that was read last; 0: the first one.
    var part: Int32 { get set }
    /// Begins anew: nothing has been read.
    mutating func removeAll()
    /// Whether what was read can be true.
    mutating func makesSense() -> Bool
    /// Why what was read is dropped.
    var complaint: ControllerFault { get }
    /// The chip is known: of `most` contacts that it can show `limit` are told; so many raw pixels are the most.
    mutating func expect(atMost limit: Int, of most: Int, width: Int, height: Int)
}

extension ReportBuffer {
    public var complaint: ControllerFault { .badReport }
}

/// A report while it is being read, and what is known of the one before.
public struct ChipReport: ReportBuffer {
    /// The contacts read so far.
    public internal(set) var contacts = Contacts()
    /// How many contacts the first transfer is long enough for: as many as the last good report had, and at least one
    /// where an interrupt promised a report.
    public var predicted: Int {
        get { Int(counts.predicted) }
        set { counts.predicted = UInt8(truncatingIfNeeded: newValue) }
    }
    /// How many contacts the last good report had.
    public var lastCount: Int {
        get { Int(counts.last) }
        set { counts.last = UInt8(truncatingIfNeeded: newValue) }
    }
    /// The most contacts that are told: the board's figure, but not more than the chip counts.
    public var limit: Int { Int(counts.limit) }
    /// (A byte each: 0…``Contacts/capacity``.)
    private var counts: (predicted: UInt8, last: UInt8, limit: UInt8, most: UInt8) = (0, 0, 1, 1)
    /// Whether an interrupt announced it.
    public var isAnnounced = false
    /// The number of the transfer that was read last; 0: the first one.
    public var part: Int32 = 0
    /// How many contacts the chip counts: for families, which note it between two transfers.
    public var expected: Int {
        get { Int(expectedCount) }
        set { expectedCount = Int32(truncatingIfNeeded: newValue) }
    }
    private var expectedCount: Int32 = 0

    /// Raw pixels across and down, 0…65535, 0 where neither board nor chip says.
    var width: Int {
        get { Int(size.width) }
        set { size.width = Int32(truncatingIfNeeded: newValue) }
    }
    var height: Int {
        get { Int(size.height) }
        set { size.height = Int32(truncatingIfNeeded: newValue) }
    }
    private var size: (width: Int32, height: Int32) = (0, 0)
    // Of the contacts read so far: identities modulo 32, how many have none, whether two have the same or one lies off
    // the panel.
    private var seen: UInt32 = 0
    private var unnamed: Int32 = 0
    private var isSenseless = false
    /// A raw pixel of one that lies off the panel; (0, 0): of none.
    private var stray: (x: UInt16, y: UInt16) = (0, 0)
    /// Whether the chip has named a finger since its reset.
    private var namesFingers = false

    public init() {}

    public static var canBeEmpty: Bool { true }
    public var count: Int { contacts.count }

    public mutating func expect(atMost limit: Int, of most: Int, width: Int, height: Int) {
        counts.most = UInt8(truncatingIfNeeded: most)
        counts.limit = UInt8(truncatingIfNeeded: limit < 1 ? 1 : min(limit, most))
        self.width = width
        self.height = height
    }

    public mutating func removeAll() {
        contacts.removeAll()
        seen = 0
        unnamed = 0
        isSenseless = false
        stray = (0, 0)
    }

    public var complaint: ControllerFault { stray == (0, 0) ? .badReport : .offPanel(x: stray.x, y: stray.y) }

    /// Adds a contact at raw pixel (x, y), below 2³¹, that the chip calls `id`: 0…31, larger ones count modulo 32; -1 where it gives no names. Pixels are 0 … size − 1; a
    /// chip that scales its edge to the full size means the last pixel.
    @inline(__always)
    public mutating func append(id: Int32, x: Int, y: Int, pressure: Int = 0) {
        var (x, y) = (x, y)
        // (Below 0 is far beyond as a number without a sign.)
        if UInt32(truncatingIfNeeded: x) >= UInt32(bitPattern: size.width)
            || UInt32(truncatingIfNeeded: y) >= UInt32(bitPattern: size.height)
        {
            if isOffPanel(x: x, y: y) {
                isSenseless = true
                stray = (UInt16(clamping: x), UInt16(clamping: y))
            }
            if x == width, width > 0 { x = width &- 1 }
            if y == height, height > 0 { y = height &- 1 }
        }
        if id < 0 {
            unnamed &+= 1
        } else {
            let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: id)
            if seen & bit != 0 { isSenseless = true }
            seen |= bit
        }
        contacts.append(Contact(id: id, x: Float(x), y: Float(y), pressure: Float(pressure)))
    }

    /// How many of the `count` contacts that the chip counts are told: the first ones, as far as the board wants any; nil: no
    /// such chip can show so many.
    @inline(__always)
    public func told(of count: Int) -> Int? { count > Int(counts.most) ? nil : min(count, limit) }

    /// All of it has been read, where the chip does not count beforehand.
    @inline(__always)
    public mutating func end() -> ChipReading {
        guard let told = told(of: contacts.count) else { return .bad }
        if Int(unnamed) == contacts.count { unnamed = Int32(truncatingIfNeeded: told) }
        contacts.keep(told)
        return .report
    }

    /// Whether raw pixel (x, y) lies off the panel, as far as its size is known.
    public func isOffPanel(x: Int, y: Int) -> Bool {
        x < 0 || y < 0 || width > 0 && x > width || height > 0 && y > height
    }

    /// Whether no two contacts have one identity, none has lost its identity, and all lie on the panel.
    public mutating func makesSense() -> Bool {
        if isSenseless { return false }
        // Who gives names gives them to every finger; who gives none is helped out by distances.
        guard unnamed == 0 || (Int(unnamed) == contacts.count && !namesFingers) else { return false }
        if seen != 0 { namesFingers = true }
        return true
    }
}
