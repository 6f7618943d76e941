// What messages say about names.

/// `text` in quotes, as ``displayed(_:)`` shows it.
package func quoted(_ text: String) -> String { "'" + displayed(text) + "'" }

/// `text` shortened to 40 characters and without control characters: it may come from anywhere.
package func displayed(_ text: String) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
        if count == 40 { return shown + "…" }
        shown.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
        count += 1
    }
    return shown
}

/// Whether `scalar` is a control character or one of the Unicode line breaks.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
}

/// "a, b, c".
func listed(_ names: [String]) -> String { names.joined(separator: ", ") }

/// What to suggest instead of `name`: the nearest of `valid`, if one is near, and all of them.
func suggestion(for name: String, among valid: [String]) -> String {
    guard !valid.isEmpty else { return "" }
    // (What has no name, because it was refused, is no suggestion.)
    let valid = valid.filter { !$0.isEmpty }
    let all = "valid: \(listed(valid))"
    if valid.contains(where: { name.hasPrefix($0 + ":") }) { return "write a space after the colon; \(all)" }
    if name.unicodeScalars.contains(where: { ["\u{A0}", "\u{2007}", "\u{202F}"].contains($0) }) {
        return "a no-break space stands in it: write a plain one; \(all)"
    }
    if let place = place(of: name, whereValid: valid) { return "\(place); \(all)" }
    guard let meant = synonym(of: name, among: valid) ?? meantName(by: name, among: valid) else { return all }
    return "did you mean \(quoted(meant))? \(all)"
}

/// The one of `valid` that others call `name`, which no letters show; nil: none.
func synonym(of name: String, among valid: [String]) -> String? { synonyms(of: name).first(where: valid.contains) }

/// What Tapline calls what others call `name`, which no letters show.
private func synonyms(of name: String) -> [String] {
    switch name {
    case "fingers", "pointers", "numberOfTouches", "numberOfTouchesRequired": ["touches", "minimumTouches"]
    case "numberOfTapsRequired", "tapCount", "count": ["taps"]
    case "duration": ["minimumPressDuration", "maxPress", "maxDuration"]
    case "minDuration", "minimumDuration", "holdTime", "delay": ["minimumPressDuration"]
    case "maxTime": ["maxPress", "maxDuration"]
    case "slop", "tolerance", "threshold", "allowableMovement": ["movement", "allowableMovement", "slop", "distance"]
    case "type": ["kind"]
    case "gesture": ["on"]
    case "exec": ["run"]
    case "waitFor": ["requireToFail"]
    case "rotate", "twist": ["rotation"]
    case "-90": ["270"]
    case "-270": ["90"]
    case "click": ["tap"]
    case "hold", "press": ["longPress"]
    case "drag": ["pan"]
    case "flick", "fling": ["swipe"]
    case "zoom", "scale": ["pinch"]
    default: []
    }
}

/// What a kind with a count in its name is, `double-tap` a `kind: tap with taps: 2`; nil: it has none.
private func counted(kind name: String, among kinds: [String]) -> String? {
    let word = letters(of: name).filter { !"-_ ".utf8.contains($0) }
    let counts = [
        ("double", 2), ("triple", 3), ("twofinger", 2), ("2finger", 2), ("threefinger", 3), ("3finger", 3),
        ("fourfinger", 4),
    ]
    for (count, number) in counts where word.starts(with: count.utf8) {
        let rest = String(decoding: word.dropFirst(count.utf8.count), as: UTF8.self)
        let kind = kinds.first { letters(of: $0) == letters(of: rest) } ?? synonym(of: rest, among: kinds)
        switch (kind, count.hasSuffix("finger")) {
        case ("tap", false): return "kind: tap with taps: \(number)"
        case ("tap", true), ("longPress", true), ("swipe", true): return "kind: \(kind ?? "") with touches: \(number)"
        case ("pan", true): return "kind: pan with minimumTouches: \(number)"
        default: return nil
        }
    }
    return nil
}

/// The names among `valid` that `text` holds between commas or spaces, two at least; none where it holds anything else, or is a name.
func several(in text: String, among valid: [String]) -> [String] {
    let parts = text.utf8.split { $0 == 0x2C || $0 == 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    return parts.count > 1 && !valid.contains(text) && parts.allSatisfy(valid.contains) ? parts : []
}

/// What says in Tapline's files what `name` would say, if it stands elsewhere than where `valid` is.
private func place(of name: String, whereValid valid: [String]) -> String? {
    let isGesture = valid.contains("cancelsTouches")
    let isKind = valid.contains("longPress") && valid.contains("pan")
    let isOutput = valid.contains("pulse")
    let (isFile, isBoard) = (valid.contains("relations"), valid.contains("controller"))
    if isKind, let counted = counted(kind: name, among: valid) { return "write \(counted)" }
    return switch name {
    case "active_high" where valid.contains("active_low"): "active_low: false is active high"
    case "requireToFail" where isGesture, "waitFor" where isGesture:
        "who waits for whom is a relation: relations: [{gesture: NAME, requireToFail: [OTHER]}]"
    case "shake" where isKind, "orientation" where isKind:
        "it is no gesture of fingers: motion: [{name: NAME, kind: \(name)}]"
    case "button" where isKind, "button" where valid.contains("remotes"), "buttons" where valid.contains("remotes"):
        "a button is a remote control: remotes: [{button: LINE}]; one on the panel is a zone with control: button"
    case "line" where isGesture, "pulse" where isGesture, "hold" where isGesture, "toggle" where isGesture:
        "write outputs: [{on: NAME, line: GPIO23, pulse: 100ms}]"
    case "rect" where isGesture, "circle" where isGesture, "ring" where isGesture, "polygon" where isGesture:
        "write zones: [{name: ZONE, \(name): […]}], and here zone: ZONE"
    case "youth" where isFile, "grace" where isFile, "wakeOn" where isFile, "firstResponder" where isFile,
        "requires" where isFile, "orientation" where isFile:
        "write options: {\(name): VALUE}"
    case "rotate" where isBoard, "mirror_x" where isBoard, "mirror_y" where isBoard, "swap_xy" where isBoard,
        "calibration" where isBoard:
        "write transform: {\(name): VALUE}"
    case "mqtt" where isOutput: "tapline-mqtt publishes all gestures; no output names it"
    case "exec" where isOutput: "write run: [PROGRAM, ARGUMENT] in the place of a line"
    case "off" where isOutput: "an output follows its gestures by pulse, hold or toggle; none only switches off"
    case "pwm" where isOutput, "dim" where isOutput, "brightness" where isOutput: "a line is on or off"
    default: nil
    }
}

/// The one of `valid` that is nearest to `name`, or else the one that it begins or ends: `next` is meant to be `nextTrack`. (Of two
/// the first, `toggle` of `togglePlayPause`; of more nobody knows.) nil: none.
package func meantName(by name: String, among valid: [String]) -> String? {
    if let nearest = nearestName(to: name, among: valid) { return nearest }
    let part = letters(of: name)
    guard part.count >= 3 else { return nil }
    let wholes = valid.filter {
        let whole = letters(of: $0)
        return whole.starts(with: part) || whole.reversed().starts(with: part.reversed())
    }
    return wholes.count <= 2 ? wholes.first : nil
}

/// The one of `valid` that is most likely meant by `name`; nil if none resembles it.
package func nearestName(to name: String, among valid: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for candidate in valid {
        guard let distance = editDistance(name, candidate) else { continue }
        // One slip in three letters is a typing error, more is another word.
        let longer = max(name.utf8.count, candidate.utf8.count)
        guard distance <= max(1, longer / 3), distance < longer else { continue }
        if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
}

/// How many letters must be inserted, left out, replaced or swapped with their neighbour to make `b` of `a`;
/// capitals count as small letters. nil for names beyond 64 bytes.
func editDistance(_ a: String, _ b: String) -> Int? {
    guard a.utf8.count <= 64, b.utf8.count <= 64 else { return nil }
    let from = letters(of: a)
    let to = letters(of: b)
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for i in 0..<from.count {
        var row = [i + 1]
        for j in 0..<to.count {
            var cost = min(last[j] + (from[i] == to[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        beforeLast = last
        last = row
    }
    return last[to.count]
}

/// The bytes of `text`, capitals as small letters.
private func letters(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 { bytes.append(byte >= 65 && byte <= 90 ? byte + 32 : byte) }
    return bytes
}
