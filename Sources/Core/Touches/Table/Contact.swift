/// One finger as the controller reports it: raw pixels, before any board transform.
public struct Contact: Equatable, Sendable {
    /// The controller's name for the finger, or -1 where the controller gives none.
    public var id: Int32
    /// Raw pixels from the left.
    public var x: Float
    /// Raw pixels from the top.
    public var y: Float
    /// Pressure or size in the controller's own unit, 0 where it has none; ``palm``: the controller says that it is no finger.
    public var pressure: Float

    /// The ``pressure`` of what the controller itself calls a palm: more than any has in its unit.
    public static var palm: Float { 65_536 }

    /// A finger at raw pixel (x, y).
    public init(id: Int32, x: Float, y: Float, pressure: Float = 0) {
        self.id = id
        self.x = x
        self.y = y
        self.pressure = pressure
    }
}

/// The complete set of fingers that one report shows: at most ``capacity`` of them.
public struct Contacts: Sendable {
    /// The most fingers of a report: the limit of `trace/1`, and more than any controller sends.
    public static var capacity: Int { 16 }

    private var storage: InlineArray<16, Contact>
    /// How many fingers the report shows.
    public private(set) var count: Int

    /// A report without a finger.
    public init() {
        storage = InlineArray(repeating: Contact(id: -1, x: 0, y: 0))
        count = 0
    }

    /// The finger at `index`, which must be less than ``count``.
    public subscript(index: Int) -> Contact { storage[index] }

    /// Adds a finger. False, and nothing added, when ``capacity`` is reached.
    @discardableResult
    public mutating func append(_ contact: Contact) -> Bool {
        // (One comparison: no count is negative, which the compiler does not know.)
        guard UInt(bitPattern: count) < UInt(bitPattern: Contacts.capacity) else { return false }
        storage[count] = contact
        count &+= 1
        return true
    }

    /// The same of a report in a variable: one that is borrowed is copied as a whole for every finger that is read.
    mutating func contact(_ index: Int) -> Contact { storage[index & 15] }

    /// Becomes the same report as `other`.
    public mutating func copy(_ other: inout Contacts) {
        count = other.count
        var index = 0
        while index < count {
            storage[index] = other.storage[index]
            index &+= 1
        }
    }

    /// Whether the controller calls one of them a palm.
    public var hasPalm: Bool {
        mutating get {
            for index in 0..<count where contact(index).pressure >= Contact.palm { return true }
            return false
        }
    }

    /// Removes all but the first fingers, `count` of them at most.
    public mutating func keep(_ count: Int) { self.count = min(self.count, max(0, count)) }

    /// Removes all fingers.
    public mutating func removeAll() { count = 0 }
}
