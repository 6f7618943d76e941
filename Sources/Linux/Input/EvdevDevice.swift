/// An input device that the kernel has.
public struct EvdevDevice: Equatable, Sendable {
    /// The number in `/dev/input/event0`.
    public let number: Int
    /// What it calls itself.
    public let name: String
    /// Whether one touches what one sees with a finger.
    public let isTouchscreen: Bool

    /// `/dev/input/event0`
    public var path: String { EvdevDevices.path(number: number) }
}
