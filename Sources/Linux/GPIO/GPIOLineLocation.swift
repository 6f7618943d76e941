/// Where a GPIO line is.
public struct GPIOLineLocation: Equatable, Sendable, CustomStringConvertible {
    /// The chip's device file: `/dev/gpiochip0`.
    public var chipPath: String
    /// What the chip is: `pinctrl-rp1`.
    public var chipLabel: String
    /// The line's number on the chip.
    public var offset: UInt32
    /// The name that it was asked for.
    public var name: String

    /// A line's place.
    public init(chipPath: String, chipLabel: String, offset: UInt32, name: String) {
        self.chipPath = chipPath
        self.chipLabel = chipLabel
        self.offset = offset
        self.name = name
    }

    /// Whether it is the same line, whatever it was asked for as.
    public func isSame(as other: GPIOLineLocation) -> Bool { chipPath == other.chipPath && offset == other.offset }

    /// `GPIO17 (line 17 of /dev/gpiochip0, pinctrl-rp1)`
    public var description: String { "\(name) (line \(offset) of \(chipPath), \(chipLabel))" }
}

extension DeviceError {
    /// The line at `line` was refused with `errno`.
    init(line: GPIOLineLocation, errno: Int32) {
        self.init(path: line.chipPath, errno: errno, device: line.description)
        switch errno {
        case Errno.busy:
            // (By now it may be free again.)
            reason = "used by \(GPIOChip.user(of: line.offset, path: line.chipPath) ?? "someone else")"
            hint = "end that program or choose another line; gpioinfo shows who uses which"
        case Errno.invalid, Errno.noSuchAddress, Errno.notSupported, Errno.notSupportedByDriver:
            hint = "this line cannot do what is asked of it: interrupts, the drive or the bias"
        default: break
        }
        if errno == Errno.notSupportedByDriver { reason = DeviceError.text(Errno.notSupported) }
    }
}
