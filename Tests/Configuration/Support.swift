import Foundation
import TaplineConfiguration
import TestSupport

typealias StandardConfiguration = Configuration<StandardRecognizer>

/// 800 × 480 pixels of 2 pt along x and 1 pt along y: every axis shows which scale was used.
let testPanel = PanelGeometry(
    .init(
        rawWidth: 800, rawHeight: 480,
        rawMillimetres: (1600 * PanelGeometry.millimetresPerPoint, 480 * PanelGeometry.millimetresPerPoint)))

/// Reads a configuration named `c.yaml`.
func configuration(
    _ text: String, panel: PanelGeometry = testPanel, board: BoardDescription? = nil
) throws(ConfigurationErrors) -> StandardConfiguration {
    try StandardConfiguration(ConfigurationSource(Array(text.utf8), file: "c.yaml"), panel: panel, board: board)
}

/// A configuration with `entries` as its gestures, in lines 3 and following.
func gestures(_ entries: String...) throws(ConfigurationErrors) -> StandardConfiguration {
    try configuration(list("gestures", entries))
}

/// A configuration with `entries` in the list `key`, from the line behind `before` and the key's on.
func list(_ key: String, _ entries: [String], after before: String = "") -> String {
    "tapline: config/1\n\(before)\(key):\n" + entries.map { "  - \($0)\n" }.joined()
}

/// What is found wrong while `read` reads, one message per error.
func complaints<Read>(_ read: () throws(ConfigurationErrors) -> Read) -> [String] {
    do throws(ConfigurationErrors) {
        _ = try read()
        return []
    } catch {
        return error.errors.map(\.description)
    }
}

/// What is wrong with a configuration.
func complaints(_ text: String, board: BoardDescription? = nil) -> [String] {
    complaints { () throws(ConfigurationErrors) in try configuration(text, board: board) }
}

/// What is wrong with one gesture, which stands at 3:5.
func gestureComplaints(_ entry: String) -> [String] {
    complaints(list("gestures", [entry]))
}

/// What is wrong with a board named `b.yaml`.
func boardComplaints(_ text: String) -> [String] { boardComplaints(Array(text.utf8)) }

func boardComplaints(_ bytes: [UInt8]) -> [String] {
    complaints { () throws(ConfigurationErrors) in try BoardDescription(bytes, file: "b.yaml") }
}

/// The facts that a chip's board needs, in seven lines.
let boardFacts = """
    tapline: board/1
    name: test
    source: made up
    controller: gt911
    bus: 1
    addresses: [0x5d]
    size: [800, 480]

    """

/// A board named `b.yaml`.
func readBoard(_ text: String) throws(ConfigurationErrors) -> BoardDescription {
    try BoardDescription(Array(text.utf8), file: "b.yaml")
}

/// A board of the collection.
func shippedBoard(_ name: String) throws -> BoardDescription {
    try BoardDescription(file("boards/\(name).yaml"), file: "\(name).yaml")
}

/// The recognizer of the gesture at `index`, whose kind is that of `Kind`.
func recognizer<Kind: LibraryRecognizer>(_ configuration: StandardConfiguration, _ index: Int = 0) throws -> Kind {
    try #require(configuration.gestures[index].recognizer.recognizer(Kind.self))
}

/// A file of the package.
func file(_ path: String) throws -> [UInt8] {
    try Repository.bytes(path)
}

/// Exactly these messages are found.
func expect(_ found: [String], _ messages: String..., at location: SourceLocation = #_sourceLocation) {
    #expect(found == messages, sourceLocation: location)
}

/// Each text has exactly its one message.
func expect(
    _ cases: KeyValuePairs<String, String>, at location: SourceLocation = #_sourceLocation,
    _ complaints: (String) -> [String]
) {
    for (text, message) in cases { #expect(complaints(text) == [message], "\(text)", sourceLocation: location) }
}

/// Random numbers whose seed is printed.
func generator(seedOf what: String) -> SplitMix64 {
    let seed = UInt64.random(in: 0...(.max))
    print("seed of \(what): \(seed)")
    return SplitMix64(seed: seed)
}

/// Texts that are nearly one of `originals`, `count` of them: bytes of it are changed, left out and put in between.
func mutated(_ originals: [String], count: Int, seedOf what: String, _ use: ([UInt8]) throws -> Void) rethrows {
    var generator = generator(seedOf: what)
    for index in 0..<count {
        var bytes = Array(originals[index % originals.count].utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[at] = Array("#{}[],:'\"\n -x9\u{E9}".utf8).randomElement(using: &generator) ?? 0
            case 1: bytes.insert(contentsOf: Array("\n# é\n".utf8), at: at)
            default: bytes.remove(at: at)
            }
        }
        try use(bytes)
    }
}

/// The beginning of a board's text, as a person writes it, for edits that leave every other byte as it is.
let boardToCalibrate = """
    # A panel of my own.
    tapline: board/1
    name: test   # mine
    source: "made up: é, ü"
    controller: gt911
    bus: 1
    addresses: [0x5d]
    size: [800, 480]   # raw

    """
