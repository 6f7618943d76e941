import TaplineConfiguration
import TaplineCore
import TaplineFormats

// `acceptance/1`, as it is written and read.

extension AcceptanceRecord {
    /// The file: the panel, its chip, the figures, what differs, then what happened.
    func text(_ figures: AcceptanceFigures, differs: [String]) -> String {
        var text =
            "{\"tapline\":\"acceptance/1\",\"chip\":\(json(head.chip)),\"address\":\"0x\(hexadecimal(head.address))\""
        text += ",\"size\":[\(head.width),\(head.height)],\"fingers\":\(head.fingers)"
        if let isHigh = head.interruptIsActiveHigh { text += ",\"interrupt\":\(isHigh ? "\"high\"" : "\"low\"")" }
        text += ",\"reset\":\(head.hasReset),\"stop\":\(head.stops),\"poll\":[\(head.poll[0]),\(head.poll[1])]"
        text += head.pullsCable ? ",\"cable\":true}\n" : "}\n"
        if let identity {
            text += "{\"product\":\(json(identity.product)),\"firmware\":\(identity.firmware)"
            text += ",\"width\":\(identity.width),\"height\":\(identity.height)}\n"
        }
        text += "{\"figures\":{\(figures.named.map { "\(json($0.name)):\($0.value)" }.joined(separator: ","))}"
        text += ",\"differs\":\(json(differs))}\n"
        for entry in entries { text += "{\"t\":\(entry.time.microseconds),\(Self.text(entry.kind, steps))}\n" }
        return text
    }

    private static func text(_ kind: Kind, _ steps: [AcceptanceStep]) -> String {
        switch kind {
        case .step(let index): return "\"step\":\(index),\"asks\":\(json(steps[index].name))"
        case .bus(let event): return BusTrace.text(of: event)
        case .end: return "\"end\":true"
        case .report(let contacts):
            let rows = contacts.map {
                "[\($0.id),\(fixed(Double($0.x), places: 2)),\(fixed(Double($0.y), places: 2))]"
            }
            return "\"c\":[\(rows.joined(separator: ","))]"
        }
    }

    /// Reads an `acceptance/1` file, with the figures and differences that it says.
    ///
    /// - Throws: ``LineFormatError`` naming the line and what would be right.
    static func read(
        _ bytes: [UInt8], file: String
    ) throws(LineFormatError) -> (record: AcceptanceRecord, figures: [(name: String, value: Int)], differs: [String]) {
        var lines = LineSplitter(bytes)
        var record: AcceptanceRecord?
        var figures: [(name: String, value: Int)] = []
        var differs: [String] = []
        while let line = lines.next() {
            let value = try JSONReader.line(line, file: file)
            func failure(_ message: String) -> LineFormatError {
                LineFormatError(file: file, line: line.number, message: message)
            }
            // (So whoever sends such a file knows that nothing else is in it.)
            func require(_ keys: [String]) throws(LineFormatError) {
                guard case .object(let members) = value else { return }
                for member in members where !keys.contains(member.key) {
                    throw failure("\(json(member.key)) does not belong into such a file")
                }
            }
            guard record != nil else {
                record = AcceptanceRecord(try Head(value, failure))
                try require([
                    "tapline", "chip", "address", "size", "fingers", "interrupt", "reset", "stop", "poll", "cable",
                ])
                continue
            }
            if value["t"] != nil {
                try require(["t", "step", "asks", "int", "w", "r", "err", "c", "end"])
                guard let time = value["t"]?.whole, time >= (record?.entries.last?.time.microseconds ?? 0) else {
                    throw failure("\"t\" must be whole microseconds that do not run backwards")
                }
                let kind = try Self.kind(of: value, steps: record?.steps.map { $0.name } ?? [], failure)
                record?.entries.append(Entry(time: Instant(microseconds: time), kind: kind))
            } else if let product = value["product"]?.text {
                try require(["product", "firmware", "width", "height"])
                func number(_ key: String) -> Int { Int(value[key]?.whole ?? 0) }
                record?.identity = Identity(
                    product: product, firmware: number("firmware"), width: number("width"), height: number("height"))
            } else if case .object(let members)? = value["figures"], case .array(let names)? = value["differs"] {
                try require(["figures", "differs"])
                for member in members { figures.append((member.key, Int(member.value.whole ?? 0))) }
                differs = names.compactMap { $0.text }
            } else {
                throw failure("none of \"t\", \"product\" and \"figures\" with \"differs\" is there")
            }
        }
        guard let record else {
            throw LineFormatError(
                file: file, line: 1, message: "the file is empty; it begins with {\"tapline\":\"acceptance/1\",…}")
        }
        return (record, figures, differs)
    }

    private static func kind(
        of value: JSONReader.Value, steps: [String], _ failure: (String) -> LineFormatError
    ) throws(LineFormatError) -> Kind {
        if let step = value["step"] {
            guard let step = step.whole, step >= 0, step < steps.count else {
                throw failure("\"step\" must be a whole number, 0…\(steps.count - 1)")
            }
            guard value["asks"]?.text == steps[Int(step)] else {
                throw failure("\"asks\" must be \"\(steps[Int(step)])\" in step \(step)")
            }
            return .step(Int(step))
        }
        if value["end"] != nil { return .end }
        guard let list = value["c"] else { return .bus(try BusTrace.event(of: value, failure)) }
        guard case .array(let rows) = list, rows.count <= Contacts.capacity else {
            throw failure("\"c\" must be a list of at most \(Contacts.capacity) contacts, [id, x, y]")
        }
        var contacts: [Contact] = []
        for row in rows {
            guard case .array(let fields) = row, fields.count == 3, let id = fields[0].whole, id >= -1, id < 1 << 31,
                let x = fields[1].double, let y = fields[2].double, abs(x) < 1e6, abs(y) < 1e6
            else { throw failure("a contact must be [id, x, y]") }
            contacts.append(Contact(id: Int32(id), x: Float(x), y: Float(y)))
        }
        return .report(contacts)
    }
}

extension AcceptanceRecord.Head {
    fileprivate init(
        _ value: JSONReader.Value, _ failure: (String) -> LineFormatError
    ) throws(LineFormatError) {
        guard value["tapline"]?.text == "acceptance/1" else {
            throw failure("there is no header; the file begins with {\"tapline\":\"acceptance/1\",\"chip\":…}")
        }
        guard let chip = value["chip"]?.text, ControllerChip(name: chip) != nil else {
            throw failure("\"chip\" must be one of \(ControllerChip.allNames.joined(separator: ", "))")
        }
        guard let address = value["address"]?.text.flatMap(BusTrace.address) else {
            throw failure("\"address\" must be \"0x08\"…\"0x77\"")
        }
        func numbers(_ key: String) throws(LineFormatError) -> [Int] {
            guard case .array(let list)? = value[key], list.count == 2, let a = list[0].whole, let b = list[1].whole,
                a > 0, b > 0, a < 1 << 16, b < 1 << 16
            else { throw failure("\"\(key)\" must be two whole numbers above 0") }
            return [Int(a), Int(b)]
        }
        let size = try numbers("size")
        guard let fingers = value["fingers"]?.whole, (1...16).contains(fingers) else {
            throw failure("\"fingers\" must be 1…16")
        }
        guard case .bool(let hasReset)? = value["reset"], case .bool(let stops)? = value["stop"] else {
            throw failure("\"reset\" and \"stop\" must be true or false")
        }
        (self.chip, self.address, self.hasReset, self.stops) = (chip, address, hasReset, stops)
        (width, height, self.fingers) = (size[0], size[1], Int(fingers))
        poll = try numbers("poll")
        interruptIsActiveHigh = value["interrupt"].map { $0.text == "high" }
        if case .bool(let pulls)? = value["cable"] { pullsCable = pulls }
    }
}
