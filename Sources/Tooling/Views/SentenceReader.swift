/// Reads `$TL` sentences: FORMATS.md has the fields.
enum SentenceReader {
    static func read(_ line: [UInt8]) -> ViewMessage {
        func damaged(_ why: String) -> ViewMessage { .damaged(why: why, line: MessageDecoder.shown(line)) }
        guard line.count <= 510 else { return damaged("longer than a sentence may be") }
        guard let star = line.firstIndex(of: UInt8(ascii: "*")) else { return damaged("no checksum") }
        let digits = line[(star + 1)...]
        guard let told = Plausible.byte(digits) else { return damaged("the checksum is not two digits") }
        var sum: UInt8 = 0
        for byte in line[1..<star] { sum ^= byte }
        guard sum == told else { return damaged("the checksum is \(hex(sum)), the line says \(hex(told))") }
        let fields = line[1..<star].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard fields.first.map({ String(decoding: $0, as: UTF8.self) }) == "TL" else { return .unknown }
        let texts = fields.dropFirst().map(unescaped)
        guard let sequence = texts.first.flatMap({ Int64($0) }), sequence >= 0, texts.count >= 3 else {
            return damaged("no sequence number")
        }
        if sequence == 0 { return .greeting(board: texts[2], configuration: "") }
        guard texts.count >= 7, let time = Plausible.time(Int64(texts[1])),
            let x = Plausible.place(Double(texts[5])), let y = Plausible.place(Double(texts[6]))
        else { return damaged("a field is missing or no number") }
        var event = ViewEvent()
        event.sequence = sequence
        event.time = time
        event.name = texts[2] == "-" ? "" : texts[2]
        event.kind = texts[3]
        event.state = texts[4]
        event.x = x
        event.y = y
        take(Array(texts[7...]), into: &event)
        if event.subject == .touch, Plausible.identity(Int64(event.name)) == nil {
            return damaged("a touch has no number")
        }
        return .event(event)
    }

    private static func take(_ rest: [String], into event: inout ViewEvent) {
        if event.name == "touches", event.kind == "touch" {
            event.subject = .touch
            event.name = rest.first ?? ""
            event.touches = rest.count > 2 ? Int(rest[2]) : nil
            event.zone = rest.count > 3 ? rest[3] : nil
            if rest.count > 1 { event.values = [.init(key: "taps", text: rest[1])] }
            return
        }
        if ["button", "switch", "slider"].contains(event.kind) { event.subject = .control }
        let keys = event.state == "failed" ? [] : keys(of: event.kind, count: rest.count)
        for (key, text) in zip(keys, rest) { event.values.append(.init(key: key, text: text)) }
        let mayHaveReason = ["failed", "cancelled", "revoked"].contains(event.state)
        if mayHaveReason, rest.count > keys.count { event.why = rest[keys.count] }
    }

    /// The values of a kind, in their order.
    private static func keys(of kind: String, count: Int) -> [String] {
        switch kind {
        case "tap", "longPress": ["taps"]
        case "swipe": ["direction", "vx", "vy"]
        case "pan": ["dx", "dy", "vx", "vy"]
        case "edgePan": ["edge", "dx", "dy", "vx", "vy"]
        // (A discrete pinch tells one value, a continuous one two; a reason can only follow the two.)
        case "pinch": count == 1 ? ["direction"] : ["scale", "velocity"]
        case "rotation": ["rotation", "velocity"]
        case "transform": ["dx", "dy", "vx", "vy", "scale", "rotation", "scaleVelocity", "rotationVelocity"]
        case "stroke": ["name", "score"]
        case "slider": ["value"]
        default: []
        }
    }

    /// A field with `^C3^A9` as the bytes that it stands for.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var index = field.startIndex
        while index < field.endIndex {
            if field[index] == UInt8(ascii: "^"), field.endIndex - index > 2,
                let byte = Plausible.byte(field[index + 1...index + 2])
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(field[index])
                index += 1
            }
        }
        return printable(String(decoding: bytes, as: UTF8.self))
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
