/// How an output is driven.
public enum OutputDrive: Int32, Sendable {
    /// To both levels.
    case pushPull = 0
    /// To 0 V only: a resistor pulls it up.
    case openDrain = 1
    /// To the supply only: a resistor pulls it down.
    case openSource = 2
}
