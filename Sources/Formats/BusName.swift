/// Which I2C bus a controller sits on; of an input device of the kernel's, which one it is.
public enum BusName: Equatable, Sendable {
    /// The simulator's.
    case simulated
    /// A device file: `/dev/i2c-1`, `/dev/input/event0`.
    case path(String)
    /// The adapter's number: the 1 of `/dev/i2c-1`, 0…255; the input device's: the 0 of `/dev/input/event0`.
    case number(Int)
    /// The adapter's own name as `i2cdetect -l` prints it, its alias, or its folder in `/sys`; or the input device's name.
    /// Numbers change between kernels, names do not.
    case adapter(String)
    /// The first of these, two to four, that the computer has: one file for computers that call the same bus differently.
    case firstOf([BusName])
}

extension BusName: CustomStringConvertible {
    /// As a board file writes it.
    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .path(let path): path
        case .number(let number): "\(number)"
        case .adapter(let name): name
        case .firstOf(let buses): buses.map { $0.description }.joined(separator: " or ")
        }
    }
}

extension BusName {
    /// SDA and SCL, where they are lines of the header for sure: of a list, those that are the same for each.
    package var headerLines: [String] {
        guard case .firstOf(let buses) = self else { return HeaderPins.lines(ofBus: description) }
        let lines = buses.first?.headerLines ?? []
        return buses.allSatisfy { $0.headerLines == lines } ? lines : []
    }
}
