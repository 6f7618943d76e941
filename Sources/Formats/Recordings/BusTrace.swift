public import TaplineCore

/// A recording of what went over a chip's wires, `bus/1`: a header, then one line for each transfer and each change of
/// the interrupt line.
///
/// ```
/// {"tapline":"bus/1","chip":"gt911","address":"0x5d","board":"hyperpixel4"}
/// {"t":1200,"int":0}
/// {"t":1250,"w":"814e","r":"81"}
/// {"t":1900,"w":"814e00"}
/// {"t":9000,"w":"814e","err":"nack"}
/// ```
///
/// `int` is the line's level. `w` is what the host wrote (an empty text for a mere read), `r` what it read after it,
/// both in hexadecimal. `err` says that the transfer failed: `nack`, `timeout`, `arbitration`, `unsupported` or `eio`.
/// A recorder that asks the kernel for the active edge only writes only that one.
public struct BusTrace: Equatable, Sendable {
    /// What a line says.
    public enum Event: Equatable, Sendable {
        /// The interrupt line has this level now.
        case interrupt(isHigh: Bool)
        /// A transfer: what was written, then what was read, or why it failed.
        case transfer(written: [UInt8], read: [UInt8], error: BusError?)
    }

    /// A line. (A recording of a day has some million: they share one list of bytes.)
    private struct Entry: Equatable, Sendable {
        var time: Instant
        /// The level of the interrupt line; nil: a transfer.
        var level: Bool?
        /// Where the bytes of the transfer begin in ``bytes``, and how many were written and read.
        var start = 0
        var written: UInt16 = 0
        var read: UInt16 = 0
        var error: BusError?
    }

    /// The most bytes that one transfer writes.
    public static var mostWritten: Int { ShortBytes.capacity }
    /// The most bytes that one transfer reads.
    public static var mostRead: Int { BusBytes.capacity }

    /// The chip's name, as boards call it: `gt911`.
    public let chip: String
    /// Its 7-bit address.
    public let address: UInt8
    /// The board's name; nil where the header has none.
    public let board: String?
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    /// How many lines follow the header.
    public var count: Int { entries.count }
    /// The time of the last line.
    public var end: Instant { entries.last?.time ?? .zero }
    /// The line at `index`, 0 …< ``count``.
    public subscript(index: Int) -> (time: Instant, event: Event) {
        let entry = entries[index]
        if let level = entry.level { return (entry.time, .interrupt(isHigh: level)) }
        let middle = entry.start + Int(entry.written)
        return (
            entry.time,
            .transfer(
                written: Array(bytes[entry.start..<middle]), read: Array(bytes[middle..<middle + Int(entry.read)]),
                error: entry.error)
        )
    }

    private mutating func append(_ event: Event, at time: Instant) {
        switch event {
        case .interrupt(let isHigh): entries.append(Entry(time: time, level: isHigh))
        case .transfer(let written, let read, let error):
            entries.append(
                Entry(
                    time: time, start: bytes.count, written: UInt16(truncatingIfNeeded: written.count),
                    read: UInt16(truncatingIfNeeded: read.count), error: error))
            bytes += written
            bytes += read
        }
    }

    // MARK: Writing

    /// The recording of what went between a host and a chip that a ``RecordedChip`` stood before.
    ///
    /// Transfers with other addresses are left out, and so are the lines that the host drove, for which the format has
    /// no line. Times before the clock's start become 0.
    ///
    /// - Parameter interruptIsActiveHigh: which level of the interrupt line is the asserted one.
    public init(
        chip: String, address: UInt8, board: String? = nil, entries recorded: [BusEntry],
        interruptIsActiveHigh: Bool = false
    ) {
        self.chip = chip
        self.address = address
        self.board = board
        for entry in recorded {
            let time = max(entry.time, .zero)
            switch entry.kind {
            case .line: break
            case .interrupt(let isAsserted):
                append(.interrupt(isHigh: isAsserted == interruptIsActiveHigh), at: time)
            case .transfer(let target, let written, let read, let error):
                guard target == address else { continue }
                append(.transfer(written: written, read: read, error: error), at: time)
            }
        }
    }

    /// The recording as `bus/1`.
    public var text: String {
        var text = "{\"tapline\":\"bus/1\",\"chip\":\(json(chip))"
        text += ",\"address\":\"0x\(hexadecimal(address))\""
        if let board { text += ",\"board\":\(json(board))" }
        text += "}\n"
        for index in 0..<count {
            let (time, event) = self[index]
            text += "{\"t\":\(time.microseconds),\(BusTrace.text(of: event))}\n"
        }
        return text
    }

    /// What a line says behind its time: `"w":"814e","r":"81"`.
    package static func text(of event: Event) -> String {
        switch event {
        case .interrupt(let isHigh): return "\"int\":\(isHigh ? 1 : 0)"
        case .transfer(let written, let read, let error):
            var text = "\"w\":\"\(hexadecimal(written))\""
            if !read.isEmpty { text += ",\"r\":\"\(hexadecimal(read))\"" }
            if let error { text += ",\"err\":\"\(BusTrace.name(of: error))\"" }
            return text
        }
    }

    // MARK: Failures

    private static var failures: [(name: String, errno: Int32)] {
        [("nack", 121), ("timeout", 110), ("arbitration", 11), ("unsupported", 95), ("eio", 5)]
    }

    /// The failure's name. Errors that a driver takes for the same one have the same name.
    package static func name(of error: BusError) -> String {
        for failure in failures where BusError(errno: failure.errno).kind == error.kind { return failure.name }
        return "eio"
    }

    // MARK: Reading

    /// Reads a whole `bus/1` file.
    ///
    /// - Throws: ``LineFormatError`` naming the line: no header, broken JSON, a time that is negative or runs
    ///   backwards, bytes that are no hexadecimal or too many, an error that has no name here.
    public init(_ bytes: [UInt8], file: String) throws(LineFormatError) {
        var lines = LineSplitter(bytes)
        guard let first = lines.next() else {
            throw LineFormatError(
                file: file, line: 1, message: "the file is empty; a recording begins with {\"tapline\":\"bus/1\",…}")
        }
        let header = try JSONReader.line(first, file: file)
        func headerFailure(_ message: String) -> LineFormatError {
            LineFormatError(file: file, line: first.number, message: message)
        }
        guard let format = header["tapline"]?.text else {
            throw headerFailure("there is no header; a recording begins with {\"tapline\":\"bus/1\",\"chip\":…}")
        }
        guard format == "bus/1" else { throw headerFailure("the format is \"\(format)\", not \"bus/1\"") }
        guard let chip = header["chip"]?.text, !chip.isEmpty else {
            throw headerFailure("the header names no chip; it is \"chip\":\"gt911\"")
        }
        guard let address = header["address"]?.text.flatMap(BusTrace.address) else {
            throw headerFailure("the header's \"address\" must be \"0x08\"…\"0x77\"")
        }
        if let board = header["board"] {
            guard let name = board.text, !name.isEmpty else { throw headerFailure("\"board\" must be a name") }
            self.board = name
        } else {
            board = nil
        }
        self.chip = chip
        self.address = address
        var last = Int64(0)
        while let line = lines.next() {
            let value = try JSONReader.line(line, file: file)
            func failure(_ message: String) -> LineFormatError {
                LineFormatError(file: file, line: line.number, message: message)
            }
            guard case .object = value else { throw failure("this is no object; a line is {\"t\":…,\"w\":\"814e\"}") }
            guard let time = value["t"]?.whole, time >= 0 else {
                throw failure("\"t\" must be whole microseconds, 0 or more")
            }
            guard time >= last else { throw failure("the time runs backwards: \(time) after \(last)") }
            last = time
            append(try BusTrace.event(of: value, failure), at: Instant(microseconds: time))
        }
    }

    /// What the line `value` says beside its time.
    package static func event(
        of value: JSONReader.Value, _ failure: (String) -> LineFormatError
    ) throws(LineFormatError) -> Event {
        if let level = value["int"] {
            guard value["w"] == nil, value["r"] == nil, value["err"] == nil else {
                throw failure("a line is either \"int\" or a transfer, not both")
            }
            guard let level = level.whole, level == 0 || level == 1 else {
                throw failure("\"int\" must be 0 or 1, the line's level")
            }
            return .interrupt(isHigh: level == 1)
        }
        guard let write = value["w"] else {
            throw failure("neither \"int\" nor \"w\" is there; a transfer is {\"t\":…,\"w\":\"814e\",\"r\":\"81\"}")
        }
        let written = try bytes(of: write, "w", atMost: mostWritten, failure)
        guard written.dropFirst(ShortBytes.mostValues).allSatisfy({ $0 == 0 }) else {
            throw failure("\"w\" has more than \(ShortBytes.mostValues) bytes, and only zeros may follow those")
        }
        var read: [UInt8] = []
        if let value = value["r"] { read = try bytes(of: value, "r", atMost: mostRead, failure) }
        guard let reason = value["err"] else { return .transfer(written: written, read: read, error: nil) }
        for failure in failures where failure.name == reason.text {
            return .transfer(written: written, read: read, error: BusError(errno: failure.errno))
        }
        var names = ""
        for failure in failures { names += (names.isEmpty ? "" : ", ") + failure.name }
        throw failure("\"err\" must be one of \(names)")
    }

    private static func bytes(
        of value: JSONReader.Value, _ key: String, atMost limit: Int, _ failure: (String) -> LineFormatError
    ) throws(LineFormatError) -> [UInt8] {
        guard let text = value.text, let bytes = hexBytes(text) else {
            throw failure("\"\(key)\" must be bytes in hexadecimal, two digits each")
        }
        guard bytes.count <= limit else { throw failure("\"\(key)\" has \(bytes.count) bytes; at most \(limit)") }
        return bytes
    }

    private static func hexBytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            guard let digit = hexDigit(character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }

    /// An address as it is written, `0x5d`; nil: it is none.
    package static func address(_ text: String) -> UInt8? {
        guard text.hasPrefix("0x"), text.utf8.count == 4, let bytes = hexBytes(String(text.dropFirst(2))),
            bytes.count == 1, (0x08...0x77).contains(bytes[0])
        else { return nil }
        return bytes[0]
    }
}

extension JSONReader {
    /// The longest line of a recording: 1 MiB.
    package static var longestLine: Int { 1 << 20 }

    /// The value of a file's line.
    package static func line(_ line: LineSplitter.Line, file: String) throws(LineFormatError) -> Value {
        guard line.bytes.count <= longestLine else {
            throw LineFormatError(file: file, line: line.number, message: "the line is longer than 1 MiB")
        }
        do {
            return try read(line.bytes)
        } catch {
            let hint =
                file.hasSuffix(".yaml") ? "; a recording is JSON on every line, this file is YAML by its name" : ""
            throw LineFormatError(
                file: file, line: line.number,
                message: "no JSON, at byte \(error.offset + 1): \(error.message)\(hint)")
        }
    }
}
