import Foundation

/// What was recognized in a mix, against what it was meant to be.
///
/// Of every gesture its class's own must fire exactly once, and nothing else with it: only `ok`, the checkmark, may see
/// one in anything. An event belongs to the last gesture that has begun before it (nothing is recognized in the report of
/// a landing), up to 800 ms after its end, when a multi-tap's waiting is over; any other is a stray.
struct Score {
    /// What came of the gestures of one class.
    struct Row {
        var count = 0
        var hits = 0
        /// Gestures that a recognizer fired in, by its name.
        var fired: [String: Int] = [:]

        var recall: Double { Double(hits) / Double(count) }

        func others(than wanted: String) -> [String: Int] { fired.filter { $0.key != wanted && $0.key != "ok" } }
    }

    static let grace = 800_000
    static let neededRecall = 0.99

    private(set) var rows: [Label.Class: Row] = [:]
    private(set) var strays = 0
    /// The gestures that did not go as they should.
    private(set) var misses: [(label: Label, fired: [String: Int])] = []

    /// An `events/1` line. (The greeting has none of these.)
    private struct Event: Decodable {
        var t: Int
        var gesture: String
        var kind: String
        var state: String

        var isRecognition: Bool { state == (["tap", "swipe", "stroke"].contains(kind) ? "ended" : "began") }
    }

    /// Scores the lines of `events/1` that were recognized of what `labels`, in order, say.
    init(labels: [Label], events: Data) throws {
        var fired = [[String: Int]](repeating: [:], count: labels.count)
        var current = -1
        for line in events.split(separator: UInt8(ascii: "\n")).dropFirst() where line.range(of: Score.changed) == nil {
            let event = try JSONDecoder().decode(Event.self, from: line)
            guard event.isRecognition else { continue }
            while current + 1 < labels.count, labels[current + 1].start < event.t { current += 1 }
            if current < 0 || event.t > labels[current].end + Score.grace {
                strays += 1
            } else {
                fired[current][event.gesture, default: 0] += 1
            }
        }
        for (label, fired) in zip(labels, fired) {
            var row = rows[label.class] ?? Row()
            row.count += 1
            for gesture in fired.keys { row.fired[gesture, default: 0] += 1 }
            if let wanted = label.class.gesture {
                if fired[wanted] == 1 { row.hits += 1 }
                if fired[wanted] != 1 || fired.keys.contains(where: { $0 != wanted && $0 != "ok" }) {
                    misses.append((label, fired))
                }
            }
            rows[label.class] = row
        }
    }

    private static let changed = Data(#""state":"changed""#.utf8)

    /// What falls short, in words; empty where every class holds.
    var shortfalls: [String] {
        if rows.isEmpty { return ["there is no gesture in it"] }
        var words: [String] = strays == 0 ? [] : ["\(strays) outside of every gesture"]
        for kind in Label.Class.allCases {
            guard let row = rows[kind], let wanted = kind.gesture else { continue }
            if row.recall < Score.neededRecall { words.append("\(kind): \(row.hits) of \(row.count)") }
            let others = row.others(than: wanted)
            if !others.isEmpty { words.append("\(kind): also \(Score.list(others))") }
        }
        return words
    }

    /// One line a class.
    var table: String {
        var text = ""
        for kind in Label.Class.allCases {
            guard let row = rows[kind] else { continue }
            let name = kind.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
            if let wanted = kind.gesture {
                let recall = String(format: "%6.2f %% of %5d", 100 * row.recall, row.count)
                text += "\(name) \(recall) exactly once; others: \(Score.list(row.others(than: wanted)))\n"
            } else {
                text += "\(name)    not judged, \(String(format: "%5d", row.count)); fired: \(Score.list(row.fired))\n"
            }
        }
        return text
    }

    private static func list(_ counts: [String: Int]) -> String {
        counts.isEmpty
            ? "none" : counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// Adds what came of another mix.
    mutating func add(_ other: Score) {
        strays += other.strays
        misses += other.misses
        for (kind, row) in other.rows {
            var sum = rows[kind] ?? Row()
            sum.count += row.count
            sum.hits += row.hits
            sum.fired.merge(row.fired, uniquingKeysWith: +)
            rows[kind] = sum
        }
    }
}
