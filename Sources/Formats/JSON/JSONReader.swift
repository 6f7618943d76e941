/// Reads JSON strictly (RFC 8259), from bytes, one value at a time: enough for the line formats, without Foundation.
package struct JSONReader {
    /// Why a text is no JSON, and at which byte (0-based).
    package struct Failure: Error {
        package var offset: Int
        package var message: String
    }
    /// A value; numbers keep whether they are whole.
    package enum Value {
        case null
        case bool(Bool)
        case whole(Int64)
        case number(Double)
        case string(String)
        case array([Value])
        case object([(key: String, value: Value)])
    }

    /// Deeper nesting is refused.
    private static var deepest: Int { 16 }
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// The value that `bytes` hold, and nothing else.
    package static func read(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Value {
        var reader = JSONReader(bytes)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        if reader.position < bytes.endIndex { throw reader.failure("nothing more may follow the value") }
        return value
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    private func failure(_ message: String) -> Failure {
        Failure(offset: position - bytes.startIndex, message: message)
    }

    private var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a { position += 1 }
    }

    private mutating func expect(_ byte: UInt8, _ what: String) throws(Failure) {
        guard current == byte else { throw failure("\(what) is missing") }
        position += 1
    }

    private mutating func value(depth: Int) throws(Failure) -> Value {
        guard depth < JSONReader.deepest else { throw failure("nested too deeply") }
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(let byte) where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
        case .none: throw failure("a value is missing")
        default: throw failure("this is no JSON value")
        }
    }

    private mutating func word(_ text: StaticString, _ value: Value) throws(Failure) -> Value {
        for scalar in text.description.utf8 {
            guard current == scalar else { throw failure("this is no JSON value") }
            position += 1
        }
        return value
    }

    private mutating func object(depth: Int) throws(Failure) -> Value {
        position += 1
        var members: [(key: String, value: Value)] = []
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return .object(members)
        }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw failure("a key in quotes is missing") }
            let key = try string()
            if members.contains(where: { $0.key == key }) { throw failure("the key \"\(key)\" comes twice") }
            skipSpace()
            try expect(UInt8(ascii: ":"), "a colon")
            members.append((key, try value(depth: depth + 1)))
            skipSpace()
            if current == UInt8(ascii: ",") {
                position += 1
                continue
            }
            try expect(UInt8(ascii: "}"), "a comma or a closing brace")
            return .object(members)
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> Value {
        position += 1
        var elements: [Value] = []
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return .array(elements)
        }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if current == UInt8(ascii: ",") {
                position += 1
                continue
            }
            try expect(UInt8(ascii: "]"), "a comma or a closing bracket")
            return .array(elements)
        }
    }

    private mutating func string() throws(Failure) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw failure("the string is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"):
                try escape(into: &text)
            case 0..<0x20:
                throw failure("a control character stands in a string")
            default:
                text.append(byte)
            }
        }
        throw failure("the string has no end")
    }

    private mutating func escape(into text: inout [UInt8]) throws(Failure) {
        guard let byte = current else { throw failure("the string has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            var unit = try hexUnit()
            if unit & 0xfc00 == 0xd800, current == UInt8(ascii: "\\") {
                position += 1
                try expect(UInt8(ascii: "u"), "the second half of a surrogate pair")
                let low = try hexUnit()
                guard low & 0xfc00 == 0xdc00 else { throw failure("half a surrogate pair") }
                unit = 0x10000 + (unit & 0x3ff) << 10 + (low & 0x3ff)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw failure("half a surrogate pair") }
            text.append(contentsOf: Array(String(Character(scalar)).utf8))
        default: throw failure("no such escape")
        }
    }

    private mutating func hexUnit() throws(Failure) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = hexDigit(byte) else { throw failure("four hex digits are missing") }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private mutating func number() throws(Failure) -> Value {
        let start = position
        var isWhole = true
        if current == UInt8(ascii: "-") { position += 1 }
        let whole = position
        try digits()
        if bytes[whole] == UInt8(ascii: "0"), position - whole > 1 { throw failure("a number begins with 0") }
        if current == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        let text = bytes[start..<position]
        if isWhole, let value = Int64(String(decoding: text, as: UTF8.self)) { return .whole(value) }
        return .number(decimal(text))
    }

    private mutating func digits() throws(Failure) {
        guard let byte = current, isDigit(byte) else { throw failure("a digit is missing") }
        while let byte = current, isDigit(byte) { position += 1 }
    }
}

extension JSONReader.Value {
    /// The member of an object.
    package subscript(key: String) -> JSONReader.Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
    /// The number, if it is one.
    package var double: Double? {
        switch self {
        case .whole(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
    /// The whole number, also where it is written with a fraction of zero.
    package var whole: Int64? {
        switch self {
        case .whole(let value): value
        case .number(let value): value == value.rounded() && abs(value) < 9e18 ? Int64(value) : nil
        default: nil
        }
    }
    /// The text, if it is one.
    package var text: String? {
        if case .string(let value) = self { value } else { nil }
    }
}
