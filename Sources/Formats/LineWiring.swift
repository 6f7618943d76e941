/// How an output is driven.
public enum OutputDrive: Int32, Sendable {
    /// To both levels.
    case pushPull = 0
    /// To 0 V only: a resistor pulls it up.
    case openDrain = 1
    /// To the supply only: a resistor pulls it down.
    case openSource = 2
}

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
