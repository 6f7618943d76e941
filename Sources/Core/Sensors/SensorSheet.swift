public import TaplineControllers
import TaplineTouches

/// What a data sheet says of a chip, for what is wanted of it: who it is, what is written to it, and what its bytes mean.
/// ``SensorFamily`` makes a driver of it.
public struct SensorSheet: Sendable {
    // MARK: Who it is

    /// The 7-bit addresses at which it can be.
    public var addresses = ChipAddresses(0)
    /// The register that says who it is, and what it says.
    public internal(set) var identityRegister: UInt8 = 0
    public internal(set) var identity: UInt8 = 0

    /// Whether a chip with the sheet `other` says the same of itself, at the same addresses.
    public func looksLike(_ other: SensorSheet) -> Bool {
        identityRegister == other.identityRegister && identity == other.identity && addresses[0] == other.addresses[0]
    }

    // MARK: What it does

    /// How many times a second it measures, Hz.
    public internal(set) var rate: Float = 0
    /// The largest acceleration that it shows, g.
    public internal(set) var range = 0
    /// Whether it wakes when it is moved.
    public internal(set) var wakesOnMotion = false
    /// What is written until it measures: everything that matters, since somebody else may have written before.
    var start = RegisterScript()
    /// What is written until it sleeps: with as little power as it can, or until it is moved.
    var sleep = RegisterScript()
    /// A register that has ``lifeValue`` in the bits of ``lifeMask`` while the chip does what ``start`` has told it, and another
    /// value after it lost its power.
    var lifeRegister: UInt8 = 0
    var lifeValue: UInt8 = 0
    var lifeMask: UInt8 = 0xFF
    /// How many readings after the start are not right yet.
    var unsettled: UInt8 = 2

    // MARK: What it says

    /// A reading: so many bytes from this register on; where in them stand acceleration and rotation rate, X, Y, Z of two bytes
    /// each. -1: it has no gyroscope, or it is off.
    var dataRegister: UInt8 = 0
    var dataCount = 6
    var accelerationAt = 0
    var gyroscopeAt = -1
    var isBigEndian = false
    /// g and rad/s of one unit of the 16 bits. (Fewer bits are at their upper end, or extended to 16 by the chip.)
    var scale: Float = 0
    var gyroscopeScale: Float = 0
    /// These bits say that there is a new reading: in the byte at this place of the reading, or, -1, in a register of their own.
    /// No bits: nothing says it.
    var readyMask: UInt8 = 0
    var readyAt = -1
    var readyRegister: UInt8 = 0
    /// Where in a reading ``lifeRegister`` stands, -1: not in it. It is in those of chips that measure after power-on too.
    var lifeAt = -1

    /// The first of `rates`, in ascending order, that is at least `wanted`; else the last. `row` is its place.
    mutating func choose<let count: Int>(_ rates: InlineArray<count, Float>, atLeast wanted: Int) -> UInt8 {
        var row = 0
        while row < count &- 1, rates[row] < Float(wanted) { row &+= 1 }
        rate = rates[row]
        return UInt8(truncatingIfNeeded: row)
    }

    /// The first of the ranges `first`, twice that and so on, in `count` steps, that is at least `wanted` g; else the last.
    mutating func chooseRange(_ first: Int = 2, count: Int = 4, atLeast wanted: Int) -> UInt8 {
        var row = 0
        range = first
        while row < count &- 1, range < wanted {
            row &+= 1
            range &*= 2
        }
        return UInt8(truncatingIfNeeded: row)
    }

    /// The divider, less 1, by which `clock` Hz become the lowest rate that is at least `wanted`.
    mutating func divide(_ clock: Int, toAtLeast wanted: Int) -> UInt8 {
        let divider = max(1, min(clock / max(wanted, 1), 256))
        rate = Float(clock) / Float(divider)
        return UInt8(truncatingIfNeeded: divider &- 1)
    }

    /// The first of the gyroscope's `ranges`, °/s, that is wide enough, else the last; 16 bits for each.
    mutating func gyroscope(_ wanted: SensorSettings, ranges: InlineArray<4, Int>) -> UInt8 {
        var row = 0
        while row < 3, ranges[row] < wanted.gyroscopeRange { row &+= 1 }
        gyroscopeScale = Float(ranges[row]) * radiansPerDegree / 32_768
        return UInt8(truncatingIfNeeded: row)
    }

    /// How many steps of `size` mg are at least `threshold` mg, 1…`most`.
    static func steps(of size: Float, in threshold: Int, most: Int) -> UInt8 {
        let steps = Float(max(0, min(threshold, 16_000))) / size + 0.999
        return UInt8(truncatingIfNeeded: max(1, min(Int(steps), most)))
    }
}

/// The lines of a chip as its board has them.
struct SensorLines {
    var hasInterrupt: Bool
    var isActiveHigh: Bool
}

/// So many microseconds, which must not be negative. (On 32 bits a wider integer is not made of a narrower one in any other
/// way without the heap.)
func time(of microseconds: Int) -> Microseconds {
    Microseconds(Int64(bitPattern: UInt64(_truncatingBits: UInt(bitPattern: microseconds))))
}

/// The degrees per second of a gyroscope's units as rad/s.
let radiansPerDegree: Float = .pi / 180
