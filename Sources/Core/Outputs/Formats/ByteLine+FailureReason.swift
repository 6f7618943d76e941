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
    ///
    /// - Parameter subject: the name of the gesture or zone that it is about.
    public mutating func append(_ reason: FailureReason, of subject: Name, as style: NameStyle = .json) {
        let (code, figure) = reason.row
        append(code)
        if case .none = figure { return }
        append(" ")
        switch figure {
        case .none: break
        case .measure(let figure, let unit):
            append(figure, decimals: 1)
            append(unit)
        case .score(let score): append(score, decimals: 2)
        case .count(let count): append(count)
        case .gesture, .zone: append(name: subject, as: style)
        }
    }

    private mutating func append(name: Name, as style: NameStyle) {
        switch style {
        case .json: appendEscaped(name)
        case .nmea: append(reservable: name)
        }
    }
}
