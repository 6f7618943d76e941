import TaplineCore
import TaplineFormats

/// Reads `$TL` sentences: FORMATS.md has the fields.
enum SentenceReader {
    static func read(_ line: [UInt8]) -> ViewMessage {
        func damaged(_ why: String) -> ViewMessage { .damaged(why: why, line: MessageDecoder.shown(line)) }
        guard line.count <= 510 else { return damaged("longer than a sentence may be") }
        guard let star = line.firstIndex(of: UInt8(ascii: "*")) else { return damaged("no checksum") }
        let digits = line[(star + 1)...]
        guard let written = Plausible.byte(digits) else { return damaged("the checksum is not two digits") }
        var sum: UInt8 = 0
        for byte in line[1..<star] { sum ^= byte }
        guard sum == written else {
            return damaged(
                "the checksum is \(hexadecimal(sum, uppercase: true)), the line says \(hexadecimal(written, uppercase: true))"
            )
        }
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
            if rest.count > 1 { event.values = [.init(key: EventField.taps.key, text: rest[1])] }
            return
        }
        var keys = event.state == "failed" ? [] : EventKind.named(event.kind, values: rest.count)?.keys ?? []
        if EventWords.controls.contains(event.kind) {
            event.subject = .control
            if EventWords.controlsWithValue.contains(event.kind) { keys = [EventField.value.key] }
        }
        var rest = rest[...]
        // A kind of one's own names its values.
        while keys.isEmpty, let field = rest.first, let equals = field.firstIndex(of: "=") {
            event.values.append(
                .init(key: String(field[..<equals]), text: String(field[field.index(after: equals)...])))
            rest.removeFirst()
        }
        for (key, text) in zip(keys, rest) { event.values.append(.init(key: key, text: text)) }
        if event.subject == .control, rest.count > keys.count {
            event.values.append(.init(key: EventField.responder.key, text: rest[rest.startIndex + keys.count]))
        }
        let mayHaveReason = ["failed", "cancelled", "revoked"].contains(event.state)
        if mayHaveReason, rest.count > keys.count { event.why = rest[rest.startIndex + keys.count] }
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
}
