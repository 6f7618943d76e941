import TaplineCore

/// How much a question may do to a chip that is not the one that it is meant for, the harmless ones first.
public enum ProbeQuestion: Comparable, CaseIterable, Sendable {
    /// At most one byte is written: every chip with registers takes it for the address of one.
    case ofOneByte
    /// Two bytes and a repeated START: a chip whose registers have addresses of 8 bits may take the second one for a value.
    case ofTwoBytes
    /// Two bytes and a STOP: such a chip takes it for a value for certain.
    case ofTwoBytesAndStop
}

extension Transfer {
    /// What kind of question it is by what it writes; nil: it is none, but writes values, and is never sent by a probe.
    var question: ProbeQuestion? {
        switch (written.count, mode) {
        case (...1, _): .ofOneByte
        case (2, .repeatedStart) where readCount > 0: .ofTwoBytes
        case (2, .stop) where readCount > 0: .ofTwoBytesAndStop
        default: nil
        }
    }
}
