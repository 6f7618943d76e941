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
    /// What the board calls itself whose pixels these are, as `tapline record` writes it; nil: the header does not say.
    public var board: String?
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
    public init(panel: PanelGeometry.Description, board: String? = nil) { (self.panel, self.board) = (panel, board) }

    /// Adds a report.
    public mutating func append(_ report: Contacts, at time: Instant) {
        entries.append(
            Entry(time: time, kind: .report, firstContact: contacts.count, contactCount: report.count))
        for i in 0..<report.count { contacts.append(report[i]) }
    }

    /// Adds a line.
    package mutating func append(_ line: (time: Instant, event: Event)) {
        switch line.event {
        case .report(let contacts): append(contacts, at: line.time)
        case .reading(let reading): append(reading)
        case .fault: entries.append(Entry(time: line.time, kind: .fault, firstContact: 0, contactCount: 0))
        case .cancel: entries.append(Entry(time: line.time, kind: .cancel, firstContact: 0, contactCount: 0))
        }
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
        guard let first = lines.next() else { throw TraceReader.empty(file) }
        var reader = try TraceReader(first, file: file)
        self.init(panel: reader.panel, board: reader.board)
        while let line = lines.next() { append(try reader.read(line)) }
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
}
