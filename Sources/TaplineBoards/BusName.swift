/// Which I2C bus a controller sits on; of an input device of the kernel's, which one it is.
public enum BusName: Equatable, Sendable {
    /// The simulator's.
    case simulated
    /// A device file: `/dev/i2c-1`, `/dev/input/event0`.
    case path(String)
    /// The adapter's number: the 1 of `/dev/i2c-1`, 0…255; the input device's: the 0 of `/dev/input/event0`.
    case number(Int)
    /// The adapter's own name, or the input device's; of an adapter as `i2cdetect -l` prints it, or its alias. Numbers change between kernels, names do
    /// not.
    case adapter(String)
}

extension BusName: CustomStringConvertible {
    /// As a board file writes it.
    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .path(let path): path
        case .number(let number): "\(number)"
        case .adapter(let name): name
        }
    }
}
