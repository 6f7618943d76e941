/// What stands between the write and the read of a transfer. (One without the other begins with START and ends with
/// STOP in any case.)
public enum TransferMode: Equatable, Sendable {
    /// A repeated START: nobody else gets the bus in between. What nearly all chips and adapters do.
    case repeatedStart
    /// A STOP, then a START: for chips that do not understand the other, and adapters that cannot do it.
    case stop
}
