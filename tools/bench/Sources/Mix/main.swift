import Foundation

// generate SEED RATE REPORTS TRACE LABELS      writes a mix as trace/1 and its labels, one JSON object a line
// ten REPORTS TRACE                            writes the worst case: ten fingers that move
// registers {SEED RATE | ten} REPORTS FILE     writes the same fingers as a FocalTech chip shows them
// score [--misses] {LABELS EVENTS}…            scores events/1 of one mix or more; 1 where one of them falls short

func fail(_ text: String, code: Int32 = 64) -> Never {
    FileHandle.standardError.write(Data("Mix: \(text)\n".utf8))
    exit(code)
}

func read(_ path: String) -> Data {
    guard let data = FileManager.default.contents(atPath: path) else { fail("cannot read \(path)", code: 66) }
    return data
}

func generate(_ arguments: [String]) throws {
    guard arguments.count == 5, let seed = UInt32(arguments[0]), let rate = Double(arguments[1]), rate >= 1,
        rate <= 1_000, let count = Int(arguments[2])
    else { fail("generate SEED RATE REPORTS TRACE LABELS") }
    let mix = Mix(seed: seed, rateHz: rate, reports: count)
    let source = "tools/bench/mix, seed \(seed)"
    try Data(mix.trace(source: source).utf8).write(to: URL(fileURLWithPath: arguments[3]))
    var labels = Data()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for label in mix.labels { labels += try encoder.encode(label) + Data("\n".utf8) }
    try labels.write(to: URL(fileURLWithPath: arguments[4]))
}

func ten(_ arguments: [String]) throws {
    guard arguments.count == 2, let count = Int(arguments[0]) else { fail("ten REPORTS TRACE") }
    let trace = Mix(tenFingersFor: count).trace(source: "tools/bench/mix, ten fingers")
    try Data(trace.utf8).write(to: URL(fileURLWithPath: arguments[1]))
}

func registers(_ arguments: [String]) throws {
    let mix: Mix? =
        switch arguments.count {
        case 3 where arguments[0] == "ten": Int(arguments[1]).map { Mix(tenFingersFor: $0) }
        case 4:
            if let seed = UInt32(arguments[0]), let rate = Double(arguments[1]), 1...1_000 ~= rate,
                let count = Int(arguments[2])
            {
                Mix(seed: seed, rateHz: rate, reports: count)
            } else {
                nil
            }
        default: nil
        }
    guard let mix else { fail("registers {SEED RATE | ten} REPORTS FILE") }
    try Data(mix.registers).write(to: URL(fileURLWithPath: arguments[arguments.count - 1]))
}

func score(_ arguments: [String]) throws {
    var files = arguments[...]
    let tellsMisses = files.first == "--misses"
    if tellsMisses { files.removeFirst() }
    guard !files.isEmpty, files.count % 2 == 0 else { fail("score [--misses] {LABELS EVENTS}…") }
    var sum: Score?
    var shortfalls: [String] = []
    while let labels = files.popFirst(), let events = files.popFirst() {
        let lines = read(labels).split(separator: UInt8(ascii: "\n"))
        let score = try Score(
            labels: lines.map { try JSONDecoder().decode(Label.self, from: $0) }, events: read(events))
        shortfalls += score.shortfalls.map { "\(events): \($0)" }
        if sum == nil { sum = score } else { sum!.add(score) }
    }
    guard let sum else { return }
    print(sum.table, terminator: "")
    if tellsMisses {
        for miss in sum.misses { print("\(miss.label): fired \(miss.fired)") }
    }
    print(shortfalls.isEmpty ? "every class holds in every mix" : shortfalls.joined(separator: "\n"))
    if !shortfalls.isEmpty { exit(1) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "generate": try generate(Array(arguments.dropFirst()))
case "ten": try ten(Array(arguments.dropFirst()))
case "registers": try registers(Array(arguments.dropFirst()))
case "score": try score(Array(arguments.dropFirst()))
default: fail("generate, ten, registers or score")
}
