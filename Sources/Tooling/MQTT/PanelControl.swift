import TaplineFormats

/// A control that has a value, and the values that it can have.
struct PanelControl: Equatable {
    /// What it is, as `panel/1` says it. (A button has no value.)
    enum Kind: String {
        case `switch`, slider, stepper, segmented, pageControl
    }

    var name: String
    var kind: Kind
    var minimum: Double
    var maximum: Double
    /// From one value to the next; 0: it has all in between.
    var step: Double

    /// The longest command of a value in bytes.
    private static let longest = 32

    init(_ name: String, _ kind: Kind, from minimum: Double = 0, to maximum: Double = 1, step: Double = 1) {
        (self.name, self.kind, self.minimum, self.maximum, self.step) = (name, kind, minimum, maximum, step)
    }

    /// The control that a zone of `panel/1` is; nil: it is none, or has no value.
    init?(_ zone: JSONReader.Value) {
        guard let name = zone["name"]?.text, let kind = zone["control"]?.text.flatMap(Kind.init) else { return nil }
        // (A name becomes a part of a command.)
        guard (1...31).contains(name.utf8.count), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { return nil }
        self.init(name, kind)
        switch kind {
        case .switch: break
        case .slider, .stepper:
            guard let least = zone["minimum"]?.double, let most = zone["maximum"]?.double, least < most else {
                return nil
            }
            (minimum, maximum, step) = (least, most, zone["step"]?.double ?? 0)
        case .segmented, .pageControl:
            guard let count = zone[kind == .segmented ? "segments" : "pages"]?.whole, (1...255).contains(count) else {
                return nil
            }
            maximum = Double(count - 1)
        }
    }

    /// A value as the broker is told it.
    func text(of value: Double) -> String {
        kind == .switch ? (value == 0 ? "OFF" : "ON") : fixed(value, places: 4)
    }

    /// The value that a message asks for, as the control socket takes it: nothing else of the message goes there.
    func value(from message: [UInt8]) throws(CommandRefusal) -> String {
        // (`echo` puts a line's end behind it.)
        let message = message.last == UInt8(ascii: "\n") ? message.dropLast() : message[...]
        let said = String(decoding: message.prefix(PanelControl.longest), as: UTF8.self)
        guard message.count <= PanelControl.longest else { throw .noValue(said, of: kind) }
        if kind == .switch {
            guard said == "ON" || said == "OFF" else { throw .noValue(said, of: kind) }
            return said == "ON" ? "1" : "0"
        }
        guard let number = (try? JSONReader.read(message))?.double, number.isFinite else {
            throw .noValue(said, of: kind)
        }
        guard minimum <= number, number <= maximum else { throw .outOfRange(said, minimum, maximum) }
        return fixed(number, places: 4)
    }
}

/// Why a message that asks for a value is not passed on.
enum CommandRefusal: Error, Equatable {
    /// The broker had kept it: nobody asks for that now.
    case kept
    /// The daemon is not there.
    case noDaemon
    /// The panel has no such control, or it has no value.
    case noControl
    case noValue(String, of: PanelControl.Kind)
    case outOfRange(String, Double, Double)

    var message: String {
        switch self {
        case .kept: "the broker had kept this message, and one that is kept is no command"
        case .noDaemon: "the panel's daemon is not there"
        case .noControl: "the panel has no control of that name that has a value"
        case .noValue(let said, .switch): "\"\(printable(said))\" is neither ON nor OFF"
        case .noValue(let said, _): "\"\(printable(said))\" is no number"
        case .outOfRange(let said, let least, let most):
            "\(printable(said)) is not from \(fixed(least, places: 4)) to \(fixed(most, places: 4))"
        }
    }
}
