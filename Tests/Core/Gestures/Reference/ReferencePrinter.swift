import TestSupport

/// A script as Swift that can be pasted into `ReferenceCases.swift`.
enum ReferencePrinter {
    static func text(_ script: ReferenceScript) -> String {
        var lines = ["var s = ReferenceScript()"]
        if script.hasMillimetres { lines.append("s.hasMillimetres = true") }
        if let timeout = script.touchTimeout { lines.append("s.touchTimeout = \(timeout)") }
        for zone in script.zones {
            let hidden = zone.isHittable ? "" : ", isHittable: false"
            let control = zone.control.map { ", control: \(text($0))" } ?? ""
            let last = zone.canBecomeFirstResponder ? "" : ", canBecomeFirstResponder: false"
            lines.append(
                "s.zones.append(Zone(shape: \(text(zone.shape)), parent: \(zone.parent)\(hidden)\(last)\(control)))")
        }
        for (zone, corners) in script.polygons.sorted(by: { $0.key < $1.key }) where zone <= script.zones.count {
            let points = corners.map { "Point(x: \(short($0.x)), y: \(short($0.y)))" }.joined(separator: ", ")
            lines.append("s.polygons[\(zone)] = [\(points)]")
        }
        for (name, zones) in [
            ("stayingBehind", script.stayingBehind), ("stayingFirst", script.stayingFirst),
            ("answering", script.answering),
        ] where !zones.isEmpty { lines.append("s.\(name) = \(zones.sorted())") }
        for gesture in script.gestures {
            var more = gesture.zone == 0 ? "" : ", zone: \(gesture.zone)"
            if let x = gesture.deafFromX { more += ", deafFromX: \(x)" }
            if gesture.ignoresExtraTouches { more += ", ignoresExtraTouches: true" }
            if gesture.isRefused { more += ", isRefused: true" }
            if gesture.isDisabled { more += ", isDisabled: true" }
            lines.append("s.gestures.append(.init(rule: \(text(gesture.rule))\(more)))")
        }
        for (name, pairs) in [("waits", script.waits), ("together", script.together), ("oneWay", script.oneWay)] {
            for pair in pairs {
                let how = pair.how == .configured ? "" : ", how: .\(pair.how)"
                lines.append("s.\(name).append(.init(first: \(pair.first), second: \(pair.second)\(how)))")
            }
        }
        for (time, step) in script.steps {
            switch step {
            case .report(let fingers):
                let list = fingers.map { ", (\($0.id), \(short($0.x)), \(short($0.y)))" }
                lines.append("s.at(\(grouped(time))\(list.joined()))")
            default: lines.append("s.steps.append((\(grouped(time)), .\(step)))")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// All that a person needs to go after a difference.
    static func report(_ script: ReferenceScript, seed: UInt64) -> String {
        let run = ReferenceRun(script)
        let parts = [
            "script seed \(seed), made small:", text(script), "", run.difference ?? "no difference", "", "engine:",
            run.told.map(ReferenceRun.text).joined(separator: "\n"), "", "reference:",
            run.expected.map(ReferenceRun.text).joined(separator: "\n"), "", configuration(script), "", trace(script),
        ]
        return parts.joined(separator: "\n")
    }

    private static func short(_ x: Float) -> String { x == x.rounded() ? "\(Int(x))" : "\(x)" }
    private static func grouped(_ time: Int64) -> String {
        time >= 10_000 && time % 1_000 == 0 ? "\(time / 1_000)_000" : "\(time)"
    }
    /// (A script's stepper is the default one.)
    private static func text(_ control: Control) -> String {
        if case .stepper = control { return ".stepper(.init())" }
        return ".\(control)"
    }
    private static func text(_ shape: Zone.Shape) -> String {
        switch shape {
        case .rectangle(let a, let b):
            ".rectangle(from: Point(x: \(short(a.x)), y: \(short(a.y))), to: Point(x: \(short(b.x)), y: \(short(b.y))))"
        case .circle(let c, let radius):
            ".circle(center: Point(x: \(short(c.x)), y: \(short(c.y))), radius: \(short(radius)))"
        case .ring(let c, let inner, let outer):
            ".ring(center: Point(x: \(short(c.x)), y: \(short(c.y))), inner: \(short(inner)), outer: \(short(outer)))"
        case .polygon: fatalError("its corners stand in `polygons`")
        case .everything: ".everything"
        }
    }
    /// The kind with those of its parameters that are not the default.
    private static func text(_ rule: ReferenceScript.Rule) -> String {
        func changed(_ kind: String, _ parameters: Any, _ defaults: Any) -> String {
            let changes = zip(Mirror(reflecting: parameters).children, Mirror(reflecting: defaults).children)
                .filter { "\($0.0.value)" != "\($0.1.value)" }
                .map { "$0.\(publicName($0.0.label!)) = \(literal($0.0.value))" }
            return ".\(kind)(changed(.init()) {\(changes.isEmpty ? " _ in" : " " + changes.joined(separator: "; ")) })"
        }
        switch rule {
        case .tap(let p): return changed("tap", p, TapRecognizer.Parameters())
        case .countedTap(let p): return changed("countedTap", p, CountedTapRecognizer.Parameters())
        case .longPress(let p): return changed("longPress", p, LongPressRecognizer.Parameters())
        case .pan(let p): return changed("pan", p, PanRecognizer.Parameters())
        case .edgePan(let p): return changed("edgePan", p, EdgePanRecognizer.Parameters())
        case .swipe(let p): return changed("swipe", p, SwipeRecognizer.Parameters())
        case .pinch(let p): return changed("pinch", p, PinchRecognizer.Parameters())
        case .rotation(let p): return changed("rotation", p, RotationRecognizer.Parameters())
        case .transform(let p): return changed("transform", p, TransformRecognizer.Parameters())
        case .corner(let p): return changed("corner", p, StrokeRecognizer.Corner())
        }
    }
    /// What is kept in few bytes as `storedMaxPress` is set as `maxPress`.
    private static func publicName(_ label: String) -> String {
        guard label.hasPrefix("stored") else { return label }
        let name = label.dropFirst("stored".count)
        return name.prefix(1).lowercased() + name.dropFirst()
    }
    private static func literal(_ value: Any) -> String {
        switch value {
        case let time as ShortTime: literal(time.microseconds)
        case let time as Microseconds: time == .unlimited ? ".unlimited" : "Microseconds(\(time.count))"
        case let length as Float: length == .infinity ? ".infinity" : short(length)
        case let count as any BinaryInteger: "\(count)"
        case let yes as Bool: "\(yes)"
        case let set as DirectionSet:
            "only(["
                + ([.left, .right, .up, .down] as [Direction]).filter(set.contains).map { ".\($0)" }
                .joined(separator: ", ") + "])"
        case let set as EdgeSet:
            "only(["
                + ([.left, .right, .top, .bottom] as [Edge]).filter(set.contains).map { ".\($0)" }
                .joined(separator: ", ") + "])"
        default:
            if case let value as Float? = value, let value { short(value) } else { ".\(value)" }
        }
    }
}

func only(_ directions: [Direction]) -> DirectionSet {
    directions.reduce(into: DirectionSet()) { $0.insert($1) }
}
func only(_ edges: [Edge]) -> EdgeSet { edges.reduce(into: EdgeSet()) { $0.insert($1) } }
