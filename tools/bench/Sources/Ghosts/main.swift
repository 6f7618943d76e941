@preconcurrency import Glibc
import TaplineChipModels
import TaplineConfiguration
import TaplineCore

// [--gestures N] [--families LIST] [--patterns LIST] [--misses] [--unarmed] CONFIGURATION
//
// A virtual day with so many gestures of the mix for every family of chips and every pattern of ghosts. Exit code 1 where a ghost
// makes a gesture, or less than 99.5 % of the gestures are right.

func fail(_ text: String, code: Int32 = 64) -> Never {
    fputs("Ghosts: \(text)\n", stderr)
    exit(code)
}

struct Names: FamilyVisitor {
    var names: [String] = []
    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        names.append("\(Model.Family.name)".lowercased())
    }
}

nonisolated(unsafe) var all = Names()
ChipFamilies.visit(&all)
nonisolated(unsafe) var (families, patterns, gestures) = (all.names, GhostPattern.allCases, 20_000)
nonisolated(unsafe) var (tellsMisses, isUnarmed) = (false, false)
var arguments = CommandLine.arguments.dropFirst()
var path: String?
while let word = arguments.popFirst() {
    switch word {
    case "--gestures": gestures = arguments.popFirst().flatMap { Int($0) } ?? 0
    case "--families": families = arguments.popFirst()?.split(separator: " ").map(String.init) ?? []
    case "--patterns":
        patterns = arguments.popFirst()?.split(separator: " ").compactMap { GhostPattern(rawValue: String($0)) } ?? []
    case "--misses": tellsMisses = true
    case "--unarmed": isUnarmed = true
    default: path = word
    }
}
guard let path, (1...20_000).contains(gestures), !families.isEmpty, !patterns.isEmpty,
    families.allSatisfy(all.names.contains)
else { fail("[--gestures 1…20000] [--families LIST] [--patterns LIST] [--misses] [--unarmed] CONFIGURATION") }
guard let file = fopen(path, "r") else { fail("cannot read \(path)", code: 66) }
var bytes = [UInt8](repeating: 0, count: 1 << 16)
bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
let geometry = PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: (127, 76.2)))
let configuration = try Configuration<StandardRecognizer>(ConfigurationSource(bytes, file: path), panel: geometry)
// (A thousand gestures: each is made twenty times, at other times and among other ghosts.)
let mix = Mix(seed: 24, rateHz: 100, reports: 250_000)

func day(
    _ family: String, _ pattern: GhostPattern?, _ rules: GhostRules?, digests: Bool = false, isDisarmed: Bool = false
) -> DayResult {
    var day = GhostDay(family, mix, configuration, pattern, rules, gestures: gestures)
    day.digests = digests
    day.isDisarmed = isDisarmed
    ChipFamilies.visit(&day)
    return day.result ?? DayResult()
}

func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.utf8.count))
}

nonisolated(unsafe) var failures = 0
func line(_ family: String, _ name: String, _ result: DayResult, learning: Int) {
    let share = Double(result.right) / Double(max(1, result.judged))
    let isRight = share >= 0.995 && result.judged > 0
    let learning = learning == 0 ? 0 : learning + 2 * result.touchesOfItsKey
    // (Each touch of its key makes that two intervals later.)
    let learnedBy = Ghosts.learnedBy * 10_000 + result.touchesOfItsKey * 26_000_000
    let isQuiet = result.strays.count <= learning && result.strays.allSatisfy { $0 < learnedBy }
    if !isRight || !isQuiet { failures += 1 }
    let percent = Double(Int(share * 100_000 + 0.5)) / 1_000
    print(
        padded(family, 11) + padded(name, 10) + padded("\(result.ghosts) ghosts", 15)
            + padded("\(result.strays.count) gestures of ghosts", 26)
            + "\(percent) % of \(result.judged) right" + (isRight && isQuiet ? "" : "   FALLS SHORT"))
    if tellsMisses {
        print("    \(result.counters)\n    \(result.misses)")
        for miss in result.worst { print("    \(miss)") }
        print("    strays \(result.strays.prefix(20))")
    }
    fflush(stdout)
}

for family in families {
    let clean = day(family, nil, nil)
    line(family, "none", clean, learning: 0)
    // Off is off: with water among the fingers the events are the same bit for bit, be it that no rule was ever on or that all
    // were until a minute before.
    let without = day(family, .water, nil, digests: true)
    let off = day(family, .water, .all, digests: true, isDisarmed: true)
    if without.digest != off.digest || without.digested == 0 || without.digested != off.digested {
        failures += 1
        print("\(family): rules that are off change what is recognized: \(without.digested) and \(off.digested) events")
    }
    if off.counters == without.counters {
        failures += 1
        print("\(family): rules that are on change nothing")
    }
    for pattern in patterns {
        let rules = isUnarmed ? nil : pattern.rules
        line(family, pattern.rawValue, day(family, pattern, rules), learning: pattern.learning)
    }
}
exit(failures == 0 ? 0 : 1)
