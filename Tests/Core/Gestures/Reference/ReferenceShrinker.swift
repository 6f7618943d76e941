import TestSupport

/// Makes a script that shows a difference as small as it gets.
enum ReferenceShrinker {
    /// The smallest script found that still is wrong, after so many attempts at most.
    static func shrink(
        _ script: ReferenceScript, attempts: Int = 5_000, isWrong: (ReferenceScript) -> Bool
    ) -> ReferenceScript {
        var best = script
        var hasShrunk = true
        var left = attempts
        while hasShrunk, left > 0 {
            hasShrunk = false
            for candidates in [gestures, relations, switches, fingers, steps, numbers] {
                var i = 0
                while left > 0, let candidate = candidates(best, i) {
                    left -= 1
                    if isWrong(candidate) {
                        best = candidate
                        hasShrunk = true
                    } else {
                        i += 1
                    }
                }
            }
        }
        return best
    }

    private static func gestures(_ script: ReferenceScript, _ i: Int) -> ReferenceScript? {
        guard i < script.gestures.count else { return nil }
        var smaller = script
        smaller.gestures.remove(at: i)
        func without(_ pairs: [ReferenceScript.Pair]) -> [ReferenceScript.Pair] {
            func new(_ index: Int) -> Int { index > i ? index - 1 : index }
            return pairs.filter { $0.first != i && $0.second != i }.map {
                .init(first: new($0.first), second: new($0.second), how: $0.how)
            }
        }
        smaller.waits = without(script.waits)
        smaller.together = without(script.together)
        smaller.oneWay = without(script.oneWay)
        for (j, step) in script.steps.enumerated() {
            guard case .enable(let isEnabled, let gestures, let zones) = step.step else { continue }
            let left = gestures.filter { $0 != i }.map { $0 > i ? $0 - 1 : $0 }
            smaller.steps[j].step = .enable(isEnabled, gestures: left, zones: zones)
        }
        return smaller
    }

    private static func relations(_ script: ReferenceScript, _ i: Int) -> ReferenceScript? {
        var smaller = script
        var i = i
        for path in [\ReferenceScript.waits, \.together, \.oneWay] {
            if i < script[keyPath: path].count {
                smaller[keyPath: path].remove(at: i)
                return smaller
            }
            i -= script[keyPath: path].count
        }
        return nil
    }

    private static func switches(_ script: ReferenceScript, _ i: Int) -> ReferenceScript? {
        var smaller = script
        switch i {
        case 0: smaller.hasMillimetres = false
        case 1: smaller.touchTimeout = nil
        case 2: for j in smaller.gestures.indices { smaller.gestures[j].zone = 0 }
        case 3: smaller.zones = smaller.zones.dropLast()
        case 4: smaller.polygons = [:]
        case 5: (smaller.stayingBehind, smaller.stayingFirst, smaller.answering) = ([], [], [])
        case 6...:
            let j = (i - 6) / 5
            guard j < script.gestures.count else { return nil }
            switch (i - 6) % 5 {
            case 0:
                guard script.gestures[j].zone > 0 else { return same }
                smaller.gestures[j].zone = script.parent(of: script.gestures[j].zone)
            case 1: smaller.gestures[j].deafFromX = nil
            case 2: smaller.gestures[j].isDisabled = false
            case 3: smaller.gestures[j].ignoresExtraTouches = false
            default: smaller.gestures[j].isRefused = false
            }
        default: return nil
        }
        let isWhole = smaller.gestures.allSatisfy { $0.zone <= smaller.zones.count }
        return isWhole && text(smaller) != text(script) ? smaller : same
    }
    /// A script without any difference: what could not be made smaller.
    private static var same: ReferenceScript { ReferenceScript() }

    /// Without one finger, in all reports.
    private static func fingers(_ script: ReferenceScript, _ i: Int) -> ReferenceScript? {
        // A finger is a row of reports with the same identity.
        var runs: [(id: Int32, range: ClosedRange<Int>)] = []
        var open: [Int32: Int] = [:]
        for (index, step) in script.steps.enumerated() {
            guard case .report(let fingers) = step.step else { continue }
            for (id, start) in open where !fingers.contains(where: { $0.id == id }) {
                runs.append((id, start...index))
                open[id] = nil
            }
            for finger in fingers where open[finger.id] == nil { open[finger.id] = index }
        }
        for (id, start) in open { runs.append((id, start...(script.steps.count - 1))) }
        runs.sort { ($0.range.lowerBound, $0.id) < ($1.range.lowerBound, $1.id) }
        guard i < runs.count else { return nil }
        var smaller = script
        for index in runs[i].range {
            guard case .report(let fingers) = smaller.steps[index].step else { continue }
            smaller.steps[index].step = .report(fingers.filter { $0.id != runs[i].id })
        }
        return smaller
    }

    /// Without some steps: many at first.
    private static func steps(_ script: ReferenceScript, _ i: Int) -> ReferenceScript? {
        var i = i
        for size in [32, 8, 2, 1] {
            let blocks = (script.steps.count + size - 1) / size
            if i < blocks {
                var smaller = script
                smaller.steps.removeSubrange(i * size..<min((i + 1) * size, script.steps.count))
                return smaller
            }
            i -= blocks
        }
        return nil
    }

    /// Rounder numbers: times from 0 on and in tens of ms, places in tens.
    private static func numbers(_ script: ReferenceScript, _ i: Int) -> ReferenceScript? {
        var rounder = script
        func rounded(_ x: Float, _ unit: Float) -> Float { (x / unit).rounded() * unit }
        if i == 0 {
            let start = script.steps.first?.time ?? 0
            for j in rounder.steps.indices { rounder.steps[j].time -= start }
        } else if i <= 3 {
            let unit: Int64 = [100_000, 10_000, 1_000][i - 1]
            for j in rounder.steps.indices { rounder.steps[j].time = (rounder.steps[j].time + unit / 2) / unit * unit }
        } else if i <= 5 {
            let unit: Float = [10, 1][i - 4]
            for j in rounder.steps.indices {
                guard case .report(let fingers) = rounder.steps[j].step else { continue }
                rounder.steps[j].step = .report(
                    fingers.map { .init(id: $0.id, x: rounded($0.x, unit), y: rounded($0.y, unit)) })
            }
        } else {
            let j = (i - 6) / 3
            guard j < script.steps.count else { return nil }
            if (i - 6) % 3 < 2 {
                let unit: Int64 = [100_000, 10_000][(i - 6) % 3]
                rounder.steps[j].time = (rounder.steps[j].time + unit / 2) / unit * unit
            } else if j > 0, case .report(let fingers) = script.steps[j].step,
                case .report(let before) = script.steps[j - 1].step
            {
                // Fingers that rest.
                rounder.steps[j].step = .report(fingers.map { finger in before.first { $0.id == finger.id } ?? finger })
            }
        }
        let isInOrder = zip(rounder.steps, rounder.steps.dropFirst()).allSatisfy { $0.time < $1.time }
        return isInOrder && text(rounder) != text(script) ? rounder : same
    }
    private static func text(_ script: ReferenceScript) -> String { ReferencePrinter.text(script) }
}
