package import TaplineCore

extension EventField {
    /// All fields of gestures, controls and touches that have names of their own, in their order.
    package static let all: [EventField] = {
        var all: [EventField] = []
        var number: UInt8 = 0
        while let field = EventField(rawValue: number), field != .custom {
            if !all.contains(where: { $0.key == field.key }) { all.append(field) }
            number += 1
        }
        return all
    }()

    /// Those that a word of a command may hold: a gesture's, by whose names a control's are asked for, too.
    package static var ofCommands: [EventField] { all.filter { $0.rawValue <= EventField.why.rawValue } }

    /// Those that a word of a command gets for `key`: of a control its name and its action, as of a gesture; nil: there are none.
    package static func fields(ofCommand key: String) -> EventFieldSet? {
        guard let named = ofCommands.first(where: { $0.key == key }) else { return nil }
        var found = EventFieldSet()
        var number: UInt8 = 0
        while let field = EventField(rawValue: number) {
            if field.key == key || named == .gesture && field == .control || named == .state && field == .action {
                found.insert(Int(number))
            }
            number += 1
        }
        return found
    }

    /// Its name in every format.
    package var key: String { row.key.description }

    /// The field of this name; of two with one name the first.
    package init?(key: String) {
        guard let known = EventField.all.first(where: { $0.key == key }) else { return nil }
        self = known
    }
}

/// A kind of gesture, as formats have it: what its values are called, in their order.
package struct EventKind: Sendable {
    /// Its name.
    package let name: String
    /// Whether it goes on after it is recognized.
    package let isContinuous: Bool
    /// The names of its values in every format.
    package let keys: [String]

    private static let all: [EventKind] = {
        var all: [EventKind] = []
        GestureValues.forEachKind { name, isContinuous, example in
            var keys: [String] = []
            example.forEachField(in: PanelGeometry(.init(rawWidth: 1, rawHeight: 1))) { field, _ in
                keys.append(field.key)
            }
            all.append(EventKind(name: name.description, isContinuous: isContinuous, keys: keys))
        }
        return all
    }()

    /// The kinds that have a value of this name; none: it is no value, or a control's.
    package static func kinds(with key: String) -> [String] {
        var names: [String] = []
        for kind in all where kind.keys.contains(key) && !names.contains(kind.name) { names.append(kind.name) }
        return names
    }

    /// The kind of this name with `count` values, or the last of that name; nil for kinds of users.
    package static func named(_ name: String, values count: Int) -> EventKind? {
        all.last { $0.name == name && $0.keys.count == count } ?? all.last { $0.name == name }
    }
}

extension JSONReader.Value {
    /// A field of an event.
    package subscript(field: EventField) -> JSONReader.Value? { self[field.key] }
}

/// The names of all keys, states, actions or phases of events.
package enum EventWords {
    package static let keys = all { EventField(rawValue: $0)?.row.key }.filter { !$0.isEmpty }
    package static var states: [String] { all { GestureState(rawValue: $0)?.name } }
    package static var actions: [String] { all { ControlEvent.Action(rawValue: $0)?.name } }
    package static var phases: [String] { all { TouchPhase(rawValue: $0)?.name } }

    /// The kinds that say how the panel is, and not what somebody has done: what has begun need not end.
    package static var lastingKinds: [String] { ["untouched", "orientation", "playing"] }

    /// The kinds of controls.
    package static var controls: [String] { all.map { $0.name.description } }
    /// Those whose events have a value.
    package static var controlsWithValue: [String] { all.filter { $0.hasValue }.map { $0.name.description } }
    private static var all: [Control] {
        [.button, .switch, .horizontalSlider, .stepper(.init()), .segmented(1), .pageControl(1)]
    }

    private static func all(_ name: (UInt8) -> StaticString?) -> [String] {
        var names: [String] = []
        while let next = name(UInt8(names.count)) { names.append(next.description) }
        return names
    }
}
