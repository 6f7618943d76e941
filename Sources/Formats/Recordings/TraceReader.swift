package import TaplineCore

/// Reads `trace/1` line by line, in the memory that a line takes.
package struct TraceReader {
    /// The panel of the header.
    package let panel: PanelGeometry.Description
    /// What the board calls itself whose pixels these are; nil: the header does not say.
    package let board: String?
    private let file: String
    private var last = Int64(0)

    /// Begins with the header.
    ///
    /// - Throws: ``LineFormatError`` where it is none.
    package init(_ header: LineSplitter.Line, file: String) throws(LineFormatError) {
        self.file = file
        let object = try JSONReader.line(header, file: file)
        panel = try TraceReader.panel(object, file: file, line: header.number)
        board = object["board"]?.text
    }

    /// What a file without a line is.
    package static func empty(_ file: String) -> LineFormatError {
        LineFormatError(
            file: file, line: 1, message: "the file is empty; a trace begins with {\"tapline\":\"trace/1\",…}")
    }

    /// What the next line behind the header says.
    ///
    /// - Throws: ``LineFormatError``, see ``Trace/init(_:file:)``.
    package mutating func read(_ line: LineSplitter.Line) throws(LineFormatError) -> (time: Instant, event: Trace.Event)
    {
        let value = try JSONReader.line(line, file: file)
        let file = file
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
        if let list = value["c"] { return (at, .report(try TraceReader.contacts(list, failure))) }
        if value["a"] != nil { return (at, .reading(try Trace.reading(value, at: at, failure))) }
        if value["fault"] != nil {
            guard value["fault"]?.text == "bus" else { throw failure("\"fault\" must be \"bus\"") }
            return (at, .fault)
        }
        if let cancel = value["cancel"] {
            guard case .bool(true) = cancel else { throw failure("\"cancel\" must be true") }
            return (at, .cancel)
        }
        throw failure("neither \"c\" nor \"a\", \"fault\" or \"cancel\" is there; a report is {\"t\":…,\"c\":[…]}")
    }

    private static func contacts(
        _ list: JSONReader.Value, _ failure: (String) -> LineFormatError
    ) throws(LineFormatError) -> Contacts {
        guard case .array(let rows) = list else { throw failure("\"c\" must be a list of [id, x, y]") }
        guard rows.count <= Contacts.capacity else {
            throw failure("\(rows.count) contacts; at most \(Contacts.capacity) are allowed")
        }
        var contacts = Contacts()
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
        return contacts
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
                (1...100_000).contains(across), (1...100_000).contains(down)
            else { throw failure("the panel's width_mm and height_mm must both be numbers, 1…100000") }
            description.rawMillimetres = (across, down)
        }
        return description
    }
}
