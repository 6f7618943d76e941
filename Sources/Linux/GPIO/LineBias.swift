/// The resistor at a line.
public enum LineBias: Int32, Sendable {
    /// Left as it is.
    case asIs = 0
    /// None.
    case disabled = 1
    /// To the supply.
    case pullUp = 2
    /// To 0 V.
    case pullDown = 3
}
