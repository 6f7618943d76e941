import TestSupport

// The same script as a trace and a configuration, for `tapline replay TRACE --config FILE`.
extension ReferencePrinter {
    static func trace(_ script: ReferenceScript) -> String {
        let size = script.hasMillimetres ? #","width_mm":127,"height_mm":76.2"# : ""
        var lines = [#"{"tapline":"trace/1","panel":{"width":800,"height":480\#(size)}}"#]
        for (time, step) in script.steps {
            switch step {
            case .report(let fingers):
                let contacts = fingers.map { "[\($0.id),\($0.x),\($0.y)]" }.joined(separator: ",")
                lines.append(#"{"t":\#(time),"c":[\#(contacts)]}"#)
            case .fault: lines.append(#"{"t":\#(time),"fault":"bus"}"#)
            case .cancel: lines.append(#"{"t":\#(time),"cancel":true}"#)
            // (A trace knows fingers only.)
            case .time, .enable, .become, .act: break
            }
        }
        lines.append(#"{"t":\#((script.steps.last?.time ?? 0) + 10_000),"c":[]}"#)
        return lines.joined(separator: "\n")
    }

    static func configuration(_ script: ReferenceScript) -> String {
        var lines = ["tapline: config/1"]
        if let timeout = script.touchTimeout { lines.append("# the board has touchTimeout: \(timeout)us") }
        if !script.zones.isEmpty { lines.append("zones:") }
        for (index, zone) in script.zones.enumerated() {
            let shape =
                if let corners = script.polygons[index + 1] {
                    "polygon: [\(corners.map { "[\($0.x)pt, \($0.y)pt]" }.joined(separator: ", "))]"
                } else {
                    switch zone.shape {
                    case .rectangle(let a, let b): "rect: [\(a.x)pt, \(a.y)pt, \(b.x - a.x)pt, \(b.y - a.y)pt]"
                    case .circle(let c, let radius): "circle: [\(c.x)pt, \(c.y)pt, \(radius)pt]"
                    case .ring(let c, let inner, let outer): "ring: [\(c.x)pt, \(c.y)pt, \(inner)pt, \(outer)pt]"
                    case .polygon: "" as String
                    case .everything: "rect: [0%, 0%, 100%, 100%]"
                    }
                }
            let parent = zone.parent == 0 ? "" : ", parent: z\(zone.parent)"
            let hidden = zone.isHittable ? "" : ", hidden: true"
            let responder = zone.canBecomeFirstResponder ? ", responder: true" : ""
            let control =
                switch zone.control {
                case .button: ", control: button"
                case .switch: ", control: switch"
                case .slider(let slider): ", control: {slider: \(slider.axis)}"
                case .stepper: ", control: stepper"
                case .segmented(let count): ", control: {segmented: \(count)}"
                case .pageControl(let count): ", control: {pageControl: \(count)}"
                case nil: ""
                }
            lines.append("  - {name: z\(index + 1), \(shape)\(parent)\(hidden)\(responder)\(control)}")
        }
        lines.append("gestures:")
        for (index, gesture) in script.gestures.enumerated() {
            var parts = ["name: g\(index)", "kind: \(gesture.rule.kind)"] + gesture.rule.settings
            if gesture.ignoresExtraTouches { parts.append("extraTouches: ignore") }
            if gesture.zone > 0 { parts.append("zone: z\(gesture.zone)") }
            if gesture.isDisabled { parts.append("enabled: false") }
            var remark = gesture.isRefused ? "  # shouldBegin says no" : ""
            if let x = gesture.deafFromX { remark += "  # shouldReceive says no from x = \(x) on" }
            lines.append("  - {\(parts.joined(separator: ", "))}\(remark)")
        }
        let relations =
            script.waits.map { ($0, "requireToFail") } + script.together.map { ($0, "simultaneousWith") }
            + script.oneWay.map { ($0, "cannotPrevent") }
        if !relations.isEmpty { lines.append("relations:") }
        for (pair, word) in relations {
            let first =
                pair.how == .ofKind ? "kind: \(script.gestures[pair.first].rule.kind)" : "gesture: g\(pair.first)"
            let second =
                pair.how == .forKind ? "{kind: \(script.gestures[pair.second].rule.kind)}" : "g\(pair.second)"
            let remark = pair.isAsked ? "  # by the delegate" : ""
            lines.append("  - {\(first), \(word): [\(second)]}\(remark)")
        }
        return lines.joined(separator: "\n")
    }
}

extension ReferenceScript.Rule {
    var kind: String {
        switch self {
        case .tap, .countedTap: "tap"
        case .longPress: "longPress"
        case .pan: "pan"
        case .edgePan: "edgePan"
        case .swipe: "swipe"
        case .pinch: "pinch"
        case .rotation: "rotation"
        case .transform: "transform"
        case .corner: "stroke"
        }
    }

    /// How many taps in a row it counts, if any.
    var taps: Int? {
        switch self {
        case .tap(let p): p.taps
        case .countedTap(let p): p.taps
        default: nil
        }
    }

    /// Its parameters, as a configuration names them.
    fileprivate var settings: [String] {
        func incremental(_ yes: Bool) -> [String] { yes ? ["incremental: true"] : [] }
        func youth(_ youth: Youth) -> String { "youth: \(youth.time.count)us" }
        func time(_ name: String, _ value: Microseconds) -> String {
            value == .unlimited ? "\(name): none" : "\(name): \(value.count)us"
        }
        switch self {
        case .tap(let p):
            return [
                "taps: \(p.taps)", "touches: \(p.touches)", time("maxPress", p.maxPress), "movement: \(p.movementPt)pt",
                time("interval", p.interval), "intervalFrom: \(p.intervalFrom)", "fires: \(p.fires)",
                time("bounce", p.bounce), time("skew", p.skew),
            ]
        case .countedTap(let p): return ["counting: touch", "taps: \(p.taps)", time("wait", p.wait)]
        case .longPress(let p):
            return [
                time("minimumPressDuration", p.minimumPressDuration), "allowableMovement: \(p.allowableMovementPt)pt",
                "touches: \(p.touches)", "taps: \(p.taps)", youth(p.youth),
            ]
        case .pan(let p):
            let most = p.maximumTouches < 16 ? ["maximumTouches: \(p.maximumTouches)"] : []
            return ["minimumTouches: \(p.minimumTouches)", "slop: \(p.slopPt)pt"] + most + [youth(p.youth)]
                + incremental(p.isIncremental)
        case .edgePan(let p):
            let edges = ([.left, .right, .top, .bottom] as [Edge]).filter(p.edges.contains).map { "\($0)" }
            return ["edges: [\(edges.joined(separator: ", "))]", "slop: \(p.slopPt)pt"] + [youth(p.youth)]
                + incremental(p.isIncremental)
        case .swipe(let p):
            let directions = ([.left, .right, .up, .down] as [Direction]).filter(p.directions.contains).map { "\($0)" }
            let tangent = p.deviationTangent == 0 ? "0deg" : "20deg"
            let deviation = p.deviationPt == .infinity ? "none" : "[\(p.deviationPt)pt, \(tangent)]"
            return [
                "directions: [\(directions.joined(separator: ", "))]", "touches: \(p.touches)",
                "distance: \(p.distancePt)pt", "deviation: \(deviation)", time("maxDuration", p.maxDuration),
                "minimumVelocity: \(p.minimumVelocityPtPerSecond)pt/s", "fires: \(p.fires)",
            ] + (p.isRepeating ? ["repeating: true", "start: \(p.measuresFromFirst ? "first" : "own")"] : [])
                + (p.othersDeviationPt.map { [$0 == .infinity ? "othersDeviation: none" : "othersDeviation: \($0)pt"] }
                    ?? [])
        case .pinch(let p):
            return [p.discreteDeltaPt.map { "discrete: {delta: \($0)pt}" } ?? "slop: \(p.slopPt)pt"]
                + (p.isRepeating ? ["repeating: true"] : []) + ["pair: \(p.pair)"]
                + (p.directions == .all ? [] : ["directions: \(p.directions)"])
                + [youth(p.youth)] + incremental(p.isIncremental)
        case .rotation(let p):
            return ["slop: \((p.slopRadians * 180 / pi).rounded())deg", "pair: \(p.pair)"] + [youth(p.youth)]
                + incremental(p.isIncremental)
        case .transform(let p):
            let degrees = (p.rotationSlopRadians * 180 / pi).rounded()
            let slop = "slop: {pan: \(p.panSlopPt)pt, pinch: \(p.pinchSlopPt)pt, rotation: \(degrees)deg}"
            return [slop, "pair: \(p.pair)"] + [youth(p.youth)] + incremental(p.isIncremental)
        case .corner(let p):
            func degrees(_ radians: Float) -> String { "\((radians * 180 / pi).rounded())deg" }
            let angles = "minimumAngle: \(degrees(p.minimumAngle)), maximumAngle: \(degrees(p.maximumAngle))"
            return [
                "rule: {corner: {\(angles), minimumLength: \(p.minimumLengthPt)pt, sampling: raw}}",
                "fires: \(p.fires)", "repeating: \(p.isRepeating)",
            ]
        }
    }
}
