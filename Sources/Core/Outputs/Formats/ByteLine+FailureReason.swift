public import TaplineGestures

extension ByteLine {
    /// How a name is written that may hold characters which the format needs for itself.
    public enum NameStyle: Sendable {
        /// As it stands inside a JSON string.
        case json
        /// As it stands in a `$TL` sentence.
        case nmea
    }

    /// Adds a reason as its code and figure: `moved 12.3pt`, `preventedBy zoom`.
    public mutating func append(
        _ reason: FailureReason, names: borrowing EventNames, as style: NameStyle = .json
    ) {
        append(reason.code)
        switch reason {
        case .moved(let pt), .tooFar(let pt), .tooShort(let pt): append(figure: pt, "pt")
        case .tooLong(let milliseconds): append(figure: milliseconds, "ms")
        case .offAxis(let degrees), .apart(let degrees), .noCorner(let degrees): append(figure: degrees, "deg")
        case .lowScore(let score):
            append(" ")
            append(score, decimals: 2)
        case .tooSlow(let speed): append(figure: speed, "pt/s")
        case .tooFewTouches(let count), .noNextTap(let count):
            append(" ")
            append(count)
        case .prevented(let other), .required(let other): append(name: names.gestures[other], as: style)
        case .control(let zone): append(name: names.zones[zone], as: style)
        case .extraTouch, .liftedEarly, .wrongDirection, .notAtEdge, .uneven, .noRoom, .refused, .touchCancelled,
            .fingersUp:
            break
        }
    }

    private mutating func append(name: Name, as style: NameStyle) {
        append(" ")
        switch style {
        case .json: appendEscaped(name)
        case .nmea: append(reservable: name)
        }
    }

    private mutating func append(figure: Float, _ unit: StaticString) {
        append(" ")
        append(figure, decimals: 1)
        append(unit)
    }
}
