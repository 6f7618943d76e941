import TaplineConfiguration
import TaplineDaemon
import TaplineFormats
package import TaplineSimulator

/// What must happen when the fingers of a trace touch the gestures of a configuration: a file of `expect/1`.
package struct Expectation {
    /// The name of the configuration's file, in the same folder.
    private(set) var configuration = ""
    /// The name of the trace's file, in the same folder; nil: the configuration is refused.
    private(set) var trace: String?
    /// Texts that the refusal of the configuration holds.
    private(set) var refusal: [String] = []
    /// A touch that no report confirms for so long is cancelled, µs.
    private(set) var touchTimeout: Int64?
    /// Whether touches are told, too.
    private(set) var emitsTouches = false
    /// Whether recognizers that fail say why.
    private(set) var explains = false
    /// Whether zones' own touch streams are reported, too.
    private(set) var tellsStreams = false
    /// Whether what controls do is compared: where the header says so, or a line expects something of one.
    private(set) var comparesControls = false
    /// What a delegate answers.
    private(set) var answers: [DelegateAnswer] = []
    /// What happens, in its order; the events of one line may come in any.
    private(set) var next: [[EventPattern]] = []
    /// What holds for all events of a gesture.
    private(set) var rules: [EachRule] = []
    /// The number of the last line.
    private(set) var end = 1

    private let file: String

    /// Reads a whole file.
    ///
    /// - Throws: ``LineFormatError`` naming the line.
    package init(_ bytes: [UInt8], file: String) throws(LineFormatError) {
        self.file = file
        var lines = LineSplitter(bytes)
        guard let first = lines.next() else {
            throw LineFormatError(
                file: file, line: 1, message: "the file is empty; it begins with {\"tapline\":\"expect/1\",…}")
        }
        try readHeader(first)
        while let line = lines.next() {
            end = line.number
            let members = try self.members(line)
            if refusal.isEmpty, trace != nil {
                try read(members, line)
            } else {
                throw failure(line, "nothing can happen: the configuration is refused")
            }
        }
    }

    private func failure(_ line: LineSplitter.Line, _ message: String) -> LineFormatError {
        LineFormatError(file: file, line: line.number, message: message)
    }

    private func members(
        _ line: LineSplitter.Line
    ) throws(LineFormatError) -> [(key: String, value: JSONReader.Value)] {
        let value: JSONReader.Value
        do {
            value = try JSONReader.read(line.bytes)
        } catch {
            throw failure(line, "no JSON, at byte \(error.offset + 1): \(error.message)")
        }
        guard case .object(let members) = value else { throw failure(line, "this is no object") }
        return members
    }

    // MARK: The header

    private mutating func readHeader(_ line: LineSplitter.Line) throws(LineFormatError) {
        let members = try self.members(line)
        guard let format = members.first(where: { $0.key == "tapline" })?.value.text else {
            throw failure(line, "there is no header; the file begins with {\"tapline\":\"expect/1\",…}")
        }
        guard format == "expect/1" else {
            throw failure(line, "the format is \"\(format)\"; this version reads \"expect/1\"")
        }
        for (key, value) in members {
            switch key {
            case "tapline", "note": break
            case "config": configuration = try fileName(value, key, line)
            case "trace": trace = try fileName(value, key, line)
            case "refused": refusal = try texts(value, key, line)
            case "touches": emitsTouches = try truth(value, key, line)
            case "streams": tellsStreams = try truth(value, key, line)
            case "controls": comparesControls = try truth(value, key, line)
            case "answers": answers = try readAnswers(value, line)
            case "explain": explains = try truth(value, key, line)
            case "touchTimeout":
                guard let time = value.whole, time > 0, time <= 3_600_000_000 else {
                    throw failure(line, "\"touchTimeout\" must be whole microseconds, 1…3600000000")
                }
                touchTimeout = time
            default:
                throw failure(line, "\"\(key)\" is unknown: what it asks for would not be checked")
            }
        }
        guard !configuration.isEmpty else { throw failure(line, "\"config\" is missing: the configuration's file") }
        guard (trace == nil) == !refusal.isEmpty else {
            throw failure(line, "there is one of \"trace\" and \"refused\"")
        }
        guard answers.isEmpty || !emitsTouches && !tellsStreams && !comparesControls else {
            throw failure(line, "with \"answers\" only gestures are told, neither touches nor streams nor controls")
        }
    }

    /// `[{"shouldBegin":"drag","is":false},{"canPrevent":["drag","press"],"is":false},…]`
    private func readAnswers(
        _ value: JSONReader.Value, _ line: LineSplitter.Line
    ) throws(LineFormatError) -> [DelegateAnswer] {
        let usage =
            "an answer is {\"shouldBegin\":\"drag\",\"is\":false} or {\"canPrevent\":[\"drag\",\"press\"],\"is\":false}"
        guard case .array(let values) = value else { throw failure(line, "\"answers\" must be a list; " + usage) }
        var answers: [DelegateAnswer] = []
        for value in values {
            guard case .object(let members) = value, let asked = members.first,
                let question = DelegateAnswer.Question(asked.key), case .bool(let isYes)? = value["is"]
            else { throw failure(line, usage) }
            let gestures = if let name = asked.value.text { [name] } else { try texts(asked.value, asked.key, line) }
            guard gestures.count == (question.isAboutOne ? 1 : 2) else { throw failure(line, usage) }
            var answer = DelegateAnswer(question: question, gestures: gestures, isYes: isYes)
            for (key, value) in members.dropFirst() where key != "is" {
                guard key == "rect", question == .shouldReceive, case .array(let numbers) = value, numbers.count == 4
                else {
                    throw failure(line, "\"\(key)\" is unknown; shouldReceive may have \"rect\":[x,y,width,height]")
                }
                var rect: [Double] = []
                for number in numbers {
                    guard let number = number.double else { throw failure(line, "\"rect\" must be four numbers") }
                    rect.append(number)
                }
                answer.rect = rect
            }
            answers.append(answer)
        }
        return answers
    }

    /// The name of a file in the same folder.
    private func fileName(
        _ value: JSONReader.Value, _ key: String, _ line: LineSplitter.Line
    ) throws(LineFormatError) -> String {
        guard let name = value.text, !name.isEmpty, name.utf8.first != UInt8(ascii: "."),
            !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 })
        else { throw failure(line, "\"\(key)\" must name a file of the same folder") }
        return name
    }

    private func truth(
        _ value: JSONReader.Value, _ key: String, _ line: LineSplitter.Line
    ) throws(LineFormatError) -> Bool {
        guard case .bool(let truth) = value else { throw failure(line, "\"\(key)\" must be true or false") }
        return truth
    }

    private func texts(
        _ value: JSONReader.Value, _ key: String, _ line: LineSplitter.Line
    ) throws(LineFormatError) -> [String] {
        guard case .array(let values) = value, !values.isEmpty else {
            throw failure(line, "\"\(key)\" must be a list of texts")
        }
        var texts: [String] = []
        for value in values {
            guard let text = value.text, !text.isEmpty else {
                throw failure(line, "\"\(key)\" must be a list of texts")
            }
            texts.append(text)
        }
        return texts
    }

    // MARK: Lines

    private mutating func read(
        _ members: [(key: String, value: JSONReader.Value)], _ line: LineSplitter.Line
    ) throws(LineFormatError) {
        let text = String(decoding: line.bytes, as: UTF8.self)
        switch members.first?.key {
        case "each": rules.append(try rule(members, line, text))
        case "anyOrder":
            guard members.count == 1, case .array(let values) = members[0].value, !values.isEmpty else {
                throw failure(line, "\"anyOrder\" stands alone and has a list of events")
            }
            var patterns: [EventPattern] = []
            for value in values {
                guard case .object(let members) = value else { throw failure(line, "an event must be an object") }
                patterns.append(try pattern(members, line, text))
            }
            next.append(patterns)
        default: next.append([try pattern(members, line, text)])
        }
    }

    private mutating func pattern(
        _ members: [(key: String, value: JSONReader.Value)], _ line: LineSplitter.Line, _ text: String
    ) throws(LineFormatError) -> EventPattern {
        var pattern = EventPattern(line: line.number, text: text, keys: [])
        for (key, value) in members {
            try check(key, line)
            pattern.keys.append((key, try matcher(value, key, line)))
        }
        guard pattern.keys.contains(where: { EmittedEvent.stateKeys.contains($0.key) }) else {
            throw failure(
                line,
                "an event has a \"state\" (of a gesture), an \"action\" (of a control) or a \"phase\" (of a touch)")
        }
        for (key, value) in members where EmittedEvent.stateKeys.contains(key) {
            let words =
                key == "state" ? EventWords.states : key == "action" ? EventWords.actions : EventWords.phases
            guard let word = value.text, !words.contains(word) else { continue }
            throw failure(line, "\"\(word)\" is no \(key); there are \(words.joined(separator: ", "))")
        }
        if pattern.keys.contains(where: { $0.key == "control" || $0.key == "action" }) {
            guard answers.isEmpty else { throw failure(line, "with \"answers\" only gestures are told, no controls") }
            comparesControls = true
        }
        return pattern
    }

    private func rule(
        _ members: [(key: String, value: JSONReader.Value)], _ line: LineSplitter.Line, _ text: String
    ) throws(LineFormatError) -> EachRule {
        guard let name = members[0].value.text else {
            throw failure(line, "\"each\" must name a gesture or a control")
        }
        var rule = EachRule(line: line.number, text: text, name: name)
        for (key, value) in members.dropFirst() {
            switch key {
            case "states": rule.states = try texts(value, key, line)
            case "during": rule.during = try range(value, key, line)
            case "count": rule.count = try range(value, key, line)
            default:
                try check(key, line)
                if let step = value["step"] {
                    guard case .object(let members) = value, members.count == 1 else {
                        throw failure(line, "\"step\" of \"\(key)\" stands alone")
                    }
                    let limits = try range(step, key, line)
                    rule.steps.append((key, limits.from, limits.to))
                } else {
                    rule.keys.append((key, try matcher(value, key, line)))
                }
            }
        }
        return rule
    }

    /// Refuses a key that no event has: nothing would be checked by it.
    private func check(_ key: String, _ line: LineSplitter.Line) throws(LineFormatError) {
        // (`seq` is no field of an event: it numbers lines.)
        if key == "seq" || EventWords.keys.contains(key) { return }
        let nearest = nearestName(to: key, among: EventWords.keys).map { "; did you mean \"\($0)\"?" }
        throw failure(line, "no event has a \"\(key)\"" + (nearest ?? ": see events/1 in FORMATS.md"))
    }

    private func matcher(
        _ value: JSONReader.Value, _ key: String, _ line: LineSplitter.Line
    ) throws(LineFormatError) -> Matcher {
        // (An object, as a range is one: the touches of an event.)
        if key == "event", case .object = value { return .exactly(value) }
        do {
            return try Matcher(value)
        } catch {
            throw failure(line, "\"\(key)\": \(error.message)")
        }
    }

    /// `5` means from 5 to 5.
    private func range(
        _ value: JSONReader.Value, _ key: String, _ line: LineSplitter.Line
    ) throws(LineFormatError) -> (from: Double, to: Double) {
        if let number = value.double { return (number, number) }
        guard case .object(let members) = value else {
            throw failure(line, "\"\(key)\" must be a number or {\"from\":…,\"to\":…}")
        }
        do {
            return try Matcher.range(members)
        } catch {
            throw failure(line, "\"\(key)\": \(error.message)")
        }
    }
}

extension Expectation {
    /// Refuses what asks for gestures, or rules about gestures and controls, that the configuration does not have: nothing would be
    /// checked by it.
    ///
    /// - Throws: ``ServiceError``, exit code 65, naming the line.
    func require(recognizers: [String], events: [String], controls: [String]) throws(ServiceError) {
        let asked = answers.flatMap { answer in answer.gestures.map { (line: 1, name: $0, known: recognizers) } }
        let ruled = rules.map { (line: $0.line, name: $0.name, known: events + controls) }
        for rule in rules {
            let words = controls.contains(rule.name) ? EventWords.actions : EventWords.states
            guard let wrong = rule.states?.first(where: { !words.contains($0) }) else { continue }
            throw ServiceError(
                LineFormatError(
                    file: file, line: rule.line,
                    message: "\"\(rule.name)\" is never \(json(wrong)); there are \(words.joined(separator: ", "))"))
        }
        for (line, name, known) in asked + ruled where !known.contains(name) {
            let nearest = nearestName(to: name, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
            throw ServiceError(
                LineFormatError(
                    file: file, line: line,
                    message: "the configuration has no \"\(name)\""
                        + (nearest.isEmpty ? ": nothing would be checked" : nearest)))
        }
    }

    /// The first difference between what is expected and `events`, if there is one.
    func difference(from events: [EmittedEvent]) -> Difference? {
        let compared = comparesControls ? events : events.filter { $0.control == nil }
        return differenceInOrder(compared) ?? stray(in: compared)
            ?? rules.lazy.compactMap { $0.difference(in: events) }.first
    }

    /// What is listed must happen, in that order, and nothing else but `changed` and `moved`.
    private func differenceInOrder(_ events: [EmittedEvent]) -> Difference? {
        var lines = next[...]
        var group: [EventPattern] = []
        for event in events {
            if group.isEmpty { group = lines.popFirst() ?? [] }
            if let met = group.firstIndex(where: { $0.differences(from: event).isEmpty }) {
                group.remove(at: met)
            } else if !event.goesOn {
                guard let pattern = group.first else { return Difference(line: end, expected: nil, got: event.text) }
                return Difference(
                    line: pattern.line, expected: pattern.text, got: event.text,
                    keys: pattern.differences(from: event))
            }
        }
        return (group.first ?? lines.first?.first).map { Difference(line: $0.line, expected: $0.text, got: nil) }
    }

    /// What holds for every recognizer: time never runs backwards, and `changed` comes between `began` and the end. (What says how
    /// the panel is may go on.)
    private func stray(in events: [EmittedEvent]) -> Difference? {
        var open: [String] = []
        var lasting: [String] = []
        var last: Int64 = 0
        for event in events {
            guard let gesture = event.gesture else { continue }
            guard event.time >= last else {
                return Difference(line: 1, expected: "times that never fall", got: event.text, keys: ["t"])
            }
            last = event.time
            switch event.state {
            case "began":
                open.append(gesture)
                if event.lasts { lasting.append(gesture) }
            case "changed":
                guard open.contains(gesture) else {
                    return Difference(
                        line: 1, expected: "changed only after began", got: event.text, keys: ["state"])
                }
            default: open.removeAll { $0 == gesture }
            }
        }
        return open.first { !lasting.contains($0) }.map {
            Difference(line: 1, expected: "one end for every began", got: "\($0) has none", keys: ["state"])
        }
    }
}
