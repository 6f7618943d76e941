/// A set of small whole numbers, one bit each, in one word.
///
/// (`Word.zero`, not `0`: comparing a generic integer with a literal goes through arrays of words on small processors.)
public struct BitSet<Word: FixedWidthInteger & UnsignedInteger & Sendable>: Equatable, Sendable {
    /// Bit n says whether n is a member.
    public var bits: Word

    /// The set whose members are the bits of `bits`.
    public init(bits: Word) { self.bits = bits }
    /// The empty set.
    public init() { bits = Word.zero }
    /// The set of one member, 0…width − 1.
    public init(_ member: Int) { bits = 1 &<< Word(_truncatingBits: UInt(bitPattern: member)) }

    /// Whether there is no member.
    public var isEmpty: Bool { bits == Word.zero }
    /// How many members there are.
    public var count: Int { bits.nonzeroBitCount }
    /// Whether there is exactly one member. (Cheaper than a count, for which small processors have no instruction.)
    public var isSingle: Bool { bits & (bits &- 1) == Word.zero && bits != Word.zero }
    /// Whether there are exactly two members.
    public var isPair: Bool { BitSet(bits: bits & (bits &- 1)).isSingle }
    /// ``count``, quicker where there are one or two members, as fingers nearly always are.
    public var countOfFew: Int { isSingle ? 1 : isPair ? 2 : count }
    /// Whether there are at least `least` members.
    public func hasAtLeast(_ least: Int) -> Bool { least <= 1 ? least < 1 || !isEmpty : count >= least }
    /// The smallest member, meaningless for the empty set.
    public var first: Int { bits.trailingZeroBitCount }
    /// The smallest member but one, meaningless where there are fewer than two.
    public var second: Int { (bits & (bits &- 1)).trailingZeroBitCount }

    /// Whether `member`, 0…width − 1, is one.
    public func contains(_ member: Int) -> Bool { bits & BitSet(member).bits != Word.zero }
    /// Adds `member`, 0…width − 1.
    public mutating func insert(_ member: Int) { bits |= BitSet(member).bits }
    /// Takes `member`, 0…width − 1, out.
    public mutating func remove(_ member: Int) { bits &= ~BitSet(member).bits }
    /// Whether the two sets have a member in common.
    public func intersects(_ other: BitSet) -> Bool { bits & other.bits != Word.zero }

    /// The members of both.
    public static func & (a: BitSet, b: BitSet) -> BitSet { BitSet(bits: a.bits & b.bits) }
    /// The members of either.
    public static func | (a: BitSet, b: BitSet) -> BitSet { BitSet(bits: a.bits | b.bits) }
    /// The members of the first that are not in the second.
    public static func - (a: BitSet, b: BitSet) -> BitSet { BitSet(bits: a.bits & ~b.bits) }
    /// Adds the members of `b`.
    public static func |= (a: inout BitSet, b: BitSet) { a.bits |= b.bits }
    /// Keeps the members that `b` has, too.
    public static func &= (a: inout BitSet, b: BitSet) { a.bits &= b.bits }
    /// Takes the members of `b` out.
    public static func -= (a: inout BitSet, b: BitSet) { a.bits &= ~b.bits }
}

/// Members in rising order.
extension BitSet: Sequence, IteratorProtocol {
    public mutating func next() -> Int? {
        guard bits != Word.zero else { return nil }
        let member = bits.trailingZeroBitCount
        bits &= bits &- 1
        return member
    }

    #if hasFeature(Embedded)
        /// `Array(set)` asks for it. The standard answer would bring the heap into every firmware image, where nobody
        /// can ask.
        public func _copyToContiguousArray() -> ContiguousArray<Int> { fatalError() }
    #endif
}

/// Some of the slots of a ``TouchTable``.
public typealias TouchSet = BitSet<UInt16>
