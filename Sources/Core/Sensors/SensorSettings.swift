/// What a board and a configuration want of a motion sensor.
public struct SensorSettings: Equatable, Sendable {
    /// Which chip it is.
    public var chip: SensorChip
    /// How many readings a second, Hz, 1…400. The chip measures at the next higher rate that it has; where there is no
    /// interrupt line it is asked at this rate.
    public var rate = 100
    /// The largest acceleration that must be measured, g. The chip takes the next wider range that it has.
    public var range = 4
    /// The fastest rotation that must be measured, degrees per second.
    public var gyroscopeRange = 2_000
    /// Whether the gyroscope measures, where the chip has one.
    public var hasGyroscope = true
    /// From which change of acceleration on, mg, the sleeping chip wakes by its interrupt line; nil: it sleeps until it is
    /// woken. Chips take the next coarser step that they have.
    public var wakeThreshold: Int?

    /// `chip` at 100 Hz and 4 g, which does not wake by itself.
    public init(_ chip: SensorChip = .lis3dh) { self.chip = chip }
}
