public import TaplineCore

/// A recording of fingers and of motion, `trace/1`: a header, then one line for each report or reading.
public struct Trace: Sendable {
    /// What a line says.
    public enum Event: Sendable {
        /// The complete set of fingers.
        case report(Contacts)
        /// A failed read: touches stay as they were.
        case fault
        /// An outside interruption: every touch is cancelled.
        case cancel
        /// What a motion sensor measured, in the device's frame.
        case reading(MotionReading)
    }

    /// The panel of the header.
    public var panel: PanelGeometry.Description
    /// How many lines follow the header.
    public var count: Int { entries.count }
    /// How many lines are cancellations or faults.
    public var otherEvents: Int { entries.count { $0.kind == .fault || $0.kind == .cancel } }
    /// The time of the last line.
    public var end: Instant { entries.last?.time ?? .zero }

    private struct Entry: Sendable {
        var time: Instant
        var kind: Kind
        var firstContact: Int
        var contactCount: Int
    }
    private enum Kind: Sendable { case report, fault, cancel, reading }
    private var entries: [Entry] = []
    private var contacts: [Contact] = []
    private var readings: [MotionReading] = []

    /// A trace without a line.
    public init(panel: PanelGeometry.Description) { self.panel = panel }

    /// Adds a report.
    public mutating func append(_ report: Contacts, at time: Instant) {
        entries.append(
            Entry(time: time, kind: .report, firstContact: contacts.count, contactCount: report.count))
        for i in 0..<report.count { contacts.append(report[i]) }
    }

    /// Adds a reading.
    public mutating func append(_ reading: MotionReading) {
        entries.append(Entry(time: reading.time, kind: .reading, firstContact: readings.count, contactCount: 0))
        readings.append(reading)
    }

    /// The line at `index`, 0 …< ``count``.
    public subscript(index: Int) -> (time: Instant, event: Event) {
        let entry = entries[index]
        switch entry.kind {
        case .fault: return (entry.time, .fault)
        case .cancel: return (entry.time, .cancel)
        case .reading: return (entry.time, .reading(readings[entry.firstContact]))
        case .report:
            var report = Contacts()
            for i in 0..<entry.contactCount { report.append(contacts[entry.firstContact + i]) }
            return (entry.time, .report(report))
        }
    }

    /// What a line says of a reading behind its time: `"a":[0.0,1.0,0.0],"w":[0.0,0.0,0.0]`.
    package static func text(of reading: MotionReading) -> String {
        func numbers(_ key: String, _ v: SIMD3<Float>) -> String {
            "\"\(key)\":[\(fixed(Double(v.x), places: 4)),\(fixed(Double(v.y), places: 4)),\(fixed(Double(v.z), places: 4))]"
        }
        let rotation = reading.rotationRate.map { "," + numbers("w", $0) } ?? ""
        return numbers("a", reading.acceleration) + rotation
    }

    // MARK: Reading

    /// Reads a whole `trace/1` file.
    ///
    /// - Throws: ``LineFormatError`` naming the line: no header, broken JSON, a time that is negative or runs
    ///   backwards, more than 16 contacts, a number that is not finite.
    public init(_ bytes: [UInt8], file: String) throws(LineFormatError) {
        var lines = LineSplitter(bytes)
        guard let first = lines.next() else {
            throw LineFormatError(
                file: file, line: 1, message: "the file is empty; a trace begins with {\"tapline\":\"trace/1\",…}")
        }
        let header = try JSONReader.line(first, file: file)
        panel = try Trace.panel(header, file: file, line: first.number)
        var last = Int64(0)
        while let line = lines.next() {
            let value = try JSONReader.line(line, file: file)
            func failure(_ message: String) -> LineFormatError {
                LineFormatError(file: file, line: line.number, message: message)
            }
            guard case .object = value else { throw failure("this is no object; a line is {\"t\":…,\"c\":[…]}") }
            guard let time = value["t"]?.whole, time >= 0 else {
                throw failure("\"t\" must be whole microseconds, 0 or more")
            }
            guard time >= last else { throw failure("the time runs backwards: \(time) after \(last)") }
            last = time
            let at = Instant(microseconds: time)
            let meanings = [value["c"], value["a"], value["fault"], value["cancel"]].count { $0 != nil }
            guard meanings <= 1 else {
                throw failure("a line has one of \"c\", \"a\", \"fault\" and \"cancel\", not several")
            }
            if let list = value["c"] {
                try appendContacts(list, at: at, failure)
            } else if value["a"] != nil {
                append(try Trace.reading(value, at: at, failure))
            } else if value["fault"] != nil {
                guard value["fault"]?.text == "bus" else { throw failure("\"fault\" must be \"bus\"") }
                entries.append(Entry(time: at, kind: .fault, firstContact: 0, contactCount: 0))
            } else if let cancel = value["cancel"] {
                guard case .bool(true) = cancel else { throw failure("\"cancel\" must be true") }
                entries.append(Entry(time: at, kind: .cancel, firstContact: 0, contactCount: 0))
            } else {
                throw failure(
                    "neither \"c\" nor \"a\", \"fault\" or \"cancel\" is there; a report is {\"t\":…,\"c\":[…]}")
            }
        }
    }

    /// The reading that the line `value` has in `a` and `w`.
    package static func reading(
        _ value: JSONReader.Value, at time: Instant,
        _ failure: (String) -> LineFormatError = { LineFormatError(file: "", line: 0, message: $0) }
    ) throws(LineFormatError) -> MotionReading {
        let force = try vector(value["a"], "a", most: 1_000, failure)
        let rotation: SIMD3<Float>? =
            if value["w"] == nil { nil } else { try vector(value["w"], "w", most: 1_000, failure) }
        return MotionReading(at: time, acceleration: force, rotationRate: rotation)
    }

    private static func vector(
        _ value: JSONReader.Value?, _ key: String, most: Double, _ failure: (String) -> LineFormatError
    ) throws(LineFormatError) -> SIMD3<Float> {
        guard case .array(let fields)? = value, fields.count == 3 else {
            throw failure("\"\(key)\" must be three numbers, [x, y, z]")
        }
        var numbers = SIMD3<Float>()
        for axis in 0..<3 {
            guard let number = fields[axis].double, abs(number) < most else {
                throw failure("\"\(key)\" must be three numbers below \(Int(most))")
            }
            numbers[axis] = Float(number)
        }
        return numbers
    }

    private mutating func appendContacts(
        _ list: JSONReader.Value, at time: Instant, _ failure: (String) -> LineFormatError
    ) throws(LineFormatError) {
        guard case .array(let rows) = list else { throw failure("\"c\" must be a list of [id, x, y]") }
        guard rows.count <= Contacts.capacity else {
            throw failure("\(rows.count) contacts; at most \(Contacts.capacity) are allowed")
        }
        entries.append(
            Entry(time: time, kind: .report, firstContact: contacts.count, contactCount: rows.count))
        for row in rows {
            guard case .array(let fields) = row, fields.count == 3 || fields.count == 4 else {
                throw failure("a contact must be [id, x, y] or [id, x, y, pressure]")
            }
            guard let id = fields[0].whole, id >= -1, id <= Int64(Int32.max) else {
                throw failure("a contact's id must be a whole number, -1 or more, below 2147483648")
            }
            var numbers: [Float] = []
            for field in fields.dropFirst() {
                guard let value = field.double, value.isFinite, abs(value) <= 1e8 else {
                    throw failure("a contact's x, y and pressure must be finite numbers, at most 1e8")
                }
                numbers.append(Float(value))
            }
            contacts.append(
                Contact(id: Int32(id), x: numbers[0], y: numbers[1], pressure: numbers.count > 2 ? numbers[2] : 0))
        }
    }

    private static func panel(
        _ header: JSONReader.Value, file: String, line: Int
    ) throws(LineFormatError) -> PanelGeometry.Description {
        func failure(_ message: String) -> LineFormatError {
            LineFormatError(file: file, line: line, message: message)
        }
        guard let format = header["tapline"]?.text else {
            throw failure("there is no header; a trace begins with {\"tapline\":\"trace/1\",\"panel\":{…}}")
        }
        guard format == "trace/1" else {
            throw failure("the format is \"\(format)\"; this version reads \"trace/1\"")
        }
        guard let panel = header["panel"], case .object = panel else {
            throw failure("the header has no panel; it is {\"width\":800,\"height\":480}")
        }
        guard let width = panel["width"]?.whole, let height = panel["height"]?.whole,
            width > 0, height > 0, width <= 1_000_000, height <= 1_000_000
        else { throw failure("the panel's width and height must be whole pixels, 1…1000000") }
        var description = PanelGeometry.Description(rawWidth: Int(width), rawHeight: Int(height))
        if panel["width_mm"] != nil || panel["height_mm"] != nil {
            guard let across = panel["width_mm"]?.double, let down = panel["height_mm"]?.double,
                across > 0, down > 0, across <= 100_000, down <= 100_000
            else { throw failure("the panel's width_mm and height_mm must both be numbers above 0") }
            description.rawMillimetres = (across, down)
        }
        return description
    }
}
