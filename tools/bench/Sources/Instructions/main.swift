@preconcurrency import Glibc
import TaplineConfiguration
import TaplineCore

// replay CONFIGURATION REGISTERS    the registers of a chip, as `Mix registers` writes them, with all gestures of a file
// moving CONTACTS RECOGNIZERS       so many fingers that move, and so many recognizers that may all go on together
// idle CONFIGURATION                reports without a finger
// tick CONFIGURATION                looks at the clock between reports
// strokes                           a stroke that is compared with 16 templates of 32 points when it ends
// families                          the names of all families of chips
// sizes                             bytes of state
//
// --chip FAMILY at the end plays them to another family's chip than a FocalTech one, by its model.
//
// --plain at the end drives the pipeline alone, not in the pair of sources that the daemon's loop has.
//
// Prints how many reports there were, and how many effects they had. tools/bench/instructions counts what they cost. With
// --digest at the end of the arguments, also a sum over every bit of every event: equal sums, equal events.

func fail(_ text: String, code: Int32 = 64) -> Never {
    fputs("Instructions: \(text)\n", stderr)
    exit(code)
}

func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fail("cannot read \(path)", code: 66) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return bytes
}

typealias Setup = GestureSetup<StandardRecognizer, 32, 33, 64>

/// The mix's panel: 1 px is 1 pt.
let geometry = PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: (127, 76.2)))

func setup(_ path: String) -> Setup {
    do throws(ConfigurationErrors) {
        let source = try ConfigurationSource(read(path), file: path)
        return try Configuration<StandardRecognizer>(source, panel: geometry).setup()
    } catch {
        fail(error.description, code: 78)
    }
}

/// Recognizers of every kind without templates in turn, none of which makes another fail.
func setup(recognizers count: Int) throws(Setup.Problem) -> Setup {
    let kinds: [StandardRecognizer] = [
        .pan(PanRecognizer()), .pinch(PinchRecognizer()), .rotation(RotationRecognizer()), .tap(TapRecognizer()),
        .longPress(LongPressRecognizer()), .swipe(SwipeRecognizer()), .edgePan(EdgePanRecognizer()),
        .transform(TransformRecognizer()),
    ]
    var setup = Setup()
    for index in 0..<count {
        let added = try setup.add(kinds[index % kinds.count])
        for other in 0..<added { try setup.allow(added, simultaneouslyWith: other) }
    }
    return setup
}

/// Every report of a file: its time in µs as 8 bytes, least first, and 61 bytes of registers.
func replay(_ file: [UInt8], _ bench: inout Bench) {
    let length = 8 + RegisterChip.reportLength
    var last: Int64 = 0
    for start in stride(from: 0, to: file.count - length + 1, by: length) {
        var time: Int64 = 0
        for byte in file[start..<start + 8].reversed() { time = time << 8 | Int64(byte) }
        bench.report(file[start + 8..<start + length], after: Microseconds(start == 0 ? 10_000 : time - last))
        last = time
    }
}

/// Fingers in a row that go up and down by 3 px a report, and lift in one report of a hundred.
func move(contacts: Int, _ bench: inout Bench) {
    for index in 0..<2_000 {
        var registers = [UInt8](repeating: 0, count: RegisterChip.reportLength)
        let step = index % 100
        let count = step == 99 ? 0 : contacts
        registers[0] = UInt8(count)
        for finger in 0..<count {
            let x = 40 + 80 * finger
            let y = 100 + 3 * (step < 50 ? step : 100 - step) + finger
            let record = 1 + 6 * finger
            registers[record] = UInt8(x >> 8) | (step == 0 ? 0x00 : 0x80)
            registers[record + 1] = UInt8(x & 0xFF)
            registers[record + 2] = UInt8(y >> 8) | UInt8(finger << 4)
            registers[record + 3] = UInt8(y & 0xFF)
        }
        bench.report(registers[...])
    }
}

/// A stroke recognizer that knows 16 strokes.
func strokes() throws(Setup.Problem) -> Setup {
    var setup = Setup()
    var templates = TemplateSet()
    for _ in 0..<16 { templates.insert(try setup.add(StrokeTemplate.checkmark())) }
    _ = try setup.add(.stroke(StrokeRecognizer(.init(templates: templates))))
    return setup
}

/// A checkmark of 60 reports, drawn 30 times; only the lift is asked for.
func draw(_ bench: inout Bench) {
    for _ in 0..<30 {
        for index in 0...60 {
            var registers = [UInt8](repeating: 0, count: RegisterChip.reportLength)
            let x = 100 + 5 * index
            let y = index < 20 ? 200 + 5 * index : 300 - 6 * (index - 20)
            registers[0] = index == 60 ? 0 : 1
            registers[1] = UInt8(x >> 8) | (index == 0 ? 0x00 : 0x80)
            registers[2] = UInt8(x & 0xFF)
            registers[3] = UInt8(y >> 8)
            registers[4] = UInt8(y & 0xFF)
            bench.report(registers[...])
        }
        let nobody = [UInt8](repeating: 0, count: RegisterChip.reportLength)
        for _ in 0..<50 { bench.report(nobody[...]) }
    }
}

func run(_ words: [String]) throws(Setup.Problem) {
    var arguments = words
    let isPlain = arguments.last == "--plain"
    if isPlain { arguments.removeLast() }
    var panel = takePanel(&arguments)
    panel.isPlain = isPlain
    switch (arguments.first, arguments.count) {
    case ("replay", 3):
        var bench = Bench(setup(arguments[1]), geometry, panel)
        bench.sink.hasDigest = tellsDigest
        replay(read(arguments[2]), &bench)
        finish(bench)
    case ("moving", 3):
        guard let contacts = Int(arguments[1]), let recognizers = Int(arguments[2]), 0...10 ~= contacts,
            0...32 ~= recognizers
        else { fail("moving CONTACTS RECOGNIZERS: at most 10 and 32") }
        var bench = Bench(try setup(recognizers: recognizers), geometry, panel)
        bench.sink.hasDigest = tellsDigest
        move(contacts: contacts, &bench)
        finish(bench)
    case ("idle", 2):
        var bench = Bench(setup(arguments[1]), geometry, panel)
        let nobody = [UInt8](repeating: 0, count: RegisterChip.reportLength)
        for _ in 0..<2_000 { bench.report(nobody[...]) }
        finish(bench)
    case ("tick", 2):
        var bench = Bench(setup(arguments[1]), geometry, .focalTech(isPolled: false))
        for _ in 0..<150 { bench.tick(after: .milliseconds(5)) }
        finish(bench)
    case ("strokes", 1):
        var bench = Bench(try strokes(), geometry, panel)
        bench.sink.hasDigest = tellsDigest
        draw(&bench)
        finish(bench)
    case ("families", 1): print(ChosenPanel.families.joined(separator: " "))
    case ("sizes", 1): printSizes()
    default: fail("replay, moving, idle, tick, strokes, families or sizes")
    }
}

func finish(_ bench: borrowing Bench) {
    if bench.sink.faults > 0 { fail("\(bench.sink.faults) faults", code: 70) }
    print("\(bench.reports) \(bench.sink.effects)")
    if tellsDigest { print("digest \(String(bench.sink.digest, radix: 16))") }
}

/// Whether the events are summed up: not while they are counted.
let tellsDigest = CommandLine.arguments.last == "--digest"

/// The chip that the words `--chip FAMILY` at the end name, which are taken away; otherwise a FocalTech one.
func takePanel(_ arguments: inout [String]) -> ChosenPanel {
    guard let option = arguments.firstIndex(of: "--chip"), option == arguments.count - 2 else { return .focalTech() }
    guard let panel = ChosenPanel.family(arguments[option + 1]) else { fail("no family \(arguments[option + 1])") }
    arguments.removeLast(2)
    return panel
}

do throws(Setup.Problem) {
    try run(CommandLine.arguments.dropFirst().filter { $0 != "--digest" })
} catch {
    fail("the setup refuses what is measured", code: 70)
}
