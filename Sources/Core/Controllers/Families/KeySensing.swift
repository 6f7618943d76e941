/// How touch keys are measured, where a board says it; 0: as the family does without.
public struct KeySensing: Equatable, Sendable {
    /// The change of what is measured that is a touch, in the chip's own counts.
    public var touch: UInt8 = 0
    /// The change that is none any more, less than ``touch``.
    public var release: UInt8 = 0
    /// How many measurements more a change takes to be believed.
    public var debounce: UInt8 = 0
    /// How many samples make a measurement.
    public var samples: UInt8 = 0
    /// From one measurement to the next, in ms.
    public var period: UInt8 = 0

    /// As the family does.
    public init() {}
}

/// What the chips of a family can be told of ``KeySensing``.
public struct KeyLimits: Sendable {
    /// The largest ``KeySensing/touch``; the least is 1.
    public let touch: UInt8
    /// Whether there is a ``KeySensing/release``.
    public let hasRelease: Bool
    /// The largest ``KeySensing/debounce``; 0: there is none.
    public let debounce: UInt8
    /// What ``KeySensing/samples`` can be, 0 where there are fewer: the first one's code is 0, and so on.
    public let samples: InlineArray<8, UInt8>
    /// The same for ``KeySensing/period``.
    public let periods: InlineArray<8, UInt8>

    /// The place of `value` in `list`, nil where it is not there.
    public static func code(of value: UInt8, in list: InlineArray<8, UInt8>) -> UInt8? {
        var code = 0
        while code < 8 {
            if value != 0, list[code] == value { return UInt8(truncatingIfNeeded: code) }
            code &+= 1
        }
        return nil
    }
}
