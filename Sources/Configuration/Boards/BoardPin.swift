/// One of the controller's lines on the computer.
public struct BoardPin: Equatable, Sendable {
    /// The line's name as the kernel gives it: `GPIO27`.
    public var line: String
    /// Whether the line says "yes" with 0 V: interrupt pending, chip in reset.
    public var activeLow: Bool

    /// The line named `line`.
    public init(line: String, activeLow: Bool) {
        self.line = line
        self.activeLow = activeLow
    }
}
