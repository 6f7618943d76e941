import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// Gestures that never happen, whatever fingers do, or hardly: another one wins, or they want more than the panel has. Where a relation,
/// a control or an output may let one happen after all, nothing is said of it.
struct NeverCheck {
    /// The same configuration for each way to hold the panel.
    private let ways: [Configuration<StandardRecognizer>.Turned]
    private let configuration: Configuration<StandardRecognizer>
    private let nodes: [YAMLNode]
    private let file: String

    private var gestures: [GestureDescription<StandardRecognizer>] { configuration.gestures }

    /// Looks at the gestures of the configuration, which `root` is.
    init(_ ways: [Configuration<StandardRecognizer>.Turned], in root: YAMLNode, file: String) {
        (self.ways, self.file, configuration) = (ways, file, ways[0].configuration)
        if case .sequence(let nodes)? = root["gestures"]?.content { self.nodes = nodes } else { nodes = [] }
    }

    /// A warning for each gesture that never happens.
    ///
    /// - Parameter hasSize: whether the panel's size is known.
    func warnings(hasSize: Bool) -> [ConfigurationError] {
        zip(gestures.indices, nodes).compactMap { index, node in
            let found =
                tapBefore(index) ?? twin(of: index) ?? panBefore(index, hasSize: hasSize)
                ?? (hasSize ? farSwipe(index) ?? innerEdgePan(index) : nil)
            return found.map { why, right in
                ConfigurationError(
                    file: file, mark: node.mark, message: "warning: gesture '\(name(index))' \(why)", suggestion: right)
            }
        }
    }

    private typealias Reason = (why: String, right: String)

    private func name(_ index: Int) -> String { displayed(gestures[index].name) }

    // MARK: Others that win

    /// Why a tap never happens that waits for one of fewer taps to fail: its own first taps are that one.
    private func tapBefore(_ index: Int) -> Reason? {
        guard let many = tap(index), !many.isTentative, !isSpared(index), !hasControls(in: gestures[index].zone) else {
            return nil
        }
        let recognizer = gestures[index].recognizer
        let other = gestures[index].relations.requireToFail.first { other in
            guard let few = tap(other), NeverCheck.begins(many, with: few), isOffered(index, to: other) else {
                return false
            }
            // Whatever may keep that one from being recognized keeps this one, too.
            let rivals = gestures.indices.filter {
                $0 != other
                    && (gestures[$0].recognizer.canPrevent(gestures[other].recognizer)
                        || gestures[other].relations.requireToFail.contains($0))
            }
            return rivals.allSatisfy { gestures[$0].recognizer.canPrevent(recognizer) }
        }
        guard let other, let few = tap(other) else { return nil }
        let first = few.taps == 1 ? "tap is" : "\(few.taps) taps are"
        return (
            "waits for '\(name(other))' to fail, and its own first \(first) that: it never happens while that is enabled",
            "let that one wait: {gesture: \(name(other)), requireToFail: [\(name(index))]}"
        )
    }

    private func tap(_ index: Int) -> TapRecognizer.Parameters? {
        gestures[index].recognizer.recognizer(TapRecognizer.self)?.parameters
    }

    /// Whether the first taps of each `many` are `few`.
    private static func begins(_ many: TapRecognizer.Parameters, with few: TapRecognizer.Parameters) -> Bool {
        few.taps < many.taps && few.touches == many.touches && few.maxPress >= many.maxPress
            && few.movementPt >= many.movementPt && few.skew >= many.skew && few.bounce <= many.bounce
            && (few.taps == 1 || few.interval >= many.interval && few.intervalFrom == many.intervalFrom)
    }

    /// Why a gesture never happens of which there is a second one that wins: the one before it, or the one that it waits for.
    private func twin(of index: Int) -> Reason? {
        let own = gestures[index]
        guard own.recognizer.standardKind != .countedTap, !own.recognizer.isTentative, !isSpared(index) else {
            return nil
        }
        let twin = gestures.indices.first { other in
            let wins = own.relations.requireToFail.contains(other) || other < index
            return other != index && wins && isOffered(index, to: other) && waits(other, onlyAs: index)
                && NeverCheck.parameters(of: nodes[index]) == NeverCheck.parameters(of: nodes[other])
        }
        return twin.map {
            (
                "is the same as '\(name($0))', which wins: it never happens while that is enabled",
                "let outputs of both follow '\(name($0))', or let both happen: "
                    + "{gesture: \(name(index)), simultaneousWith: [\(name($0))]}"
            )
        }
    }

    /// Why a swipe hardly ever happens beside a pan of the same fingers: it waits for the pan, which has passed its slop by then.
    private func panBefore(_ index: Int, hasSize: Bool) -> Reason? {
        let own = gestures[index]
        guard let swipe = own.recognizer.recognizer(SwipeRecognizer.self)?.parameters, !isSpared(index),
            hasSize || !NeverCheck.isOfThePanel(nodes[index])
        else { return nil }
        let winner = gestures.indices.first { other in
            guard let pan = gestures[other].recognizer.recognizer(PanRecognizer.self)?.parameters,
                gestures[other].recognizer.canPrevent(own.recognizer), isOffered(index, to: other),
                hasSize || !NeverCheck.isOfThePanel(nodes[other])
            else { return false }
            // (A pan without youth begins at its slop. In one report the first of the file wins, and 15 pt are hardly one report.)
            let ahead = swipe.distancePt - pan.slopPt
            let isEarlier = pan.youth == .none ? ahead > 0 && (other < index || ahead >= 15) : ahead >= 0
            return isEarlier && (pan.minimumTouches...pan.maximumTouches).contains(swipe.touches)
                && pan.directions.intersection(swipe.directions) == swipe.directions
                && waits(other, onlyAs: index)
        }
        guard let winner else { return nil }
        let (pan, swiped) = (name(winner), name(index))
        let turned = "{gesture: \(pan), requireToFail: [\(swiped)]}"
        return (
            "hardly ever happens: '\(pan)' has passed its slop by then, and wins unless the fingers lift first",
            own.relations.requireToFail.contains(winner)
                ? "turn the relation round: \(turned) in place of {gesture: \(swiped), requireToFail: [\(pan)]}"
                : "let that one wait: \(turned), or let both happen: {gesture: \(swiped), simultaneousWith: [\(pan)]}"
        )
    }

    /// Whether what a gesture has to go depends on the panel.
    private static func isOfThePanel(_ node: YAMLNode) -> Bool {
        ["distance", "exceeds", "slop"].contains { key in
            guard let text = node[key]?.text else { return false }
            return text.hasSuffix("%") || text.hasSuffix("px")
        }
    }

    /// What a gesture's mapping says of what is recognized, and where, in one order.
    private static func parameters(of node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let text): return text
        case .sequence(let nodes): return "[" + nodes.map { parameters(of: $0) }.joined(separator: ",") + "]"
        case .mapping(let entries):
            let others = ["name", "enabled", "cancelsTouches", "delaysBegan", "delaysEnded"]
            let said = entries.filter { !others.contains($0.key) }.map { $0.key + ":" + parameters(of: $0.value) }
            return "{" + said.sorted().joined(separator: ",") + "}"
        }
    }

    /// Whether the gesture at `other` gets all fingers of the one at `index`, at any time.
    private func isOffered(_ index: Int, to other: Int) -> Bool {
        let isDisabled = configuration.actions.contains {
            if case .setEnabled(false, let gestures, _) = $0.action { gestures.contains(other) } else { false }
        }
        return gestures[other].isEnabled && !isDisabled && gestures[other].zone == gestures[index].zone
            && gestures[other].ignoresExtraTouches == gestures[index].ignoresExtraTouches
    }

    /// Whether the gesture at `other` waits for none but those for which the one at `index` waits, too.
    private func waits(_ other: Int, onlyAs index: Int) -> Bool {
        gestures[other].relations.requireToFail.allSatisfy { gestures[index].relations.requireToFail.contains($0) }
    }

    /// Whether a relation other than `requireToFail` is about the gesture at `index`: it may happen beside another one, or before it.
    private func isSpared(_ index: Int) -> Bool {
        func others(_ relations: GestureRelations) -> [Int] {
            relations.simultaneousWith + relations.cannotPrevent + relations.cannotBePreventedBy
        }
        return !others(gestures[index].relations).isEmpty || gestures.contains { others($0.relations).contains(index) }
    }

    /// Whether a control lies in `zone` (nil: the panel): it takes single taps, and leaves others free.
    private func hasControls(in zone: Int?) -> Bool {
        configuration.zones.contains { control in
            guard control.control != nil else { return false }
            var around = control.parent
            while let outer = around, outer != zone { around = configuration.zones[outer].parent }
            return around == zone
        }
    }

    // MARK: More than the panel has

    /// Why a swipe never happens that goes farther than the panel is long.
    private func farSwipe(_ index: Int) -> Reason? {
        var longest: Float = 0
        for way in ways {
            guard let swipe = way.configuration.gestures[index].recognizer.recognizer(SwipeRecognizer.self)?.parameters
            else { return nil }
            let last = way.geometry.lastPoint
            let isAcross = swipe.directions.contains(.left) || swipe.directions.contains(.right)
            let isAlong = swipe.directions.contains(.up) || swipe.directions.contains(.down)
            let length = max(isAcross ? last.x : 0, isAlong ? last.y : 0)
            guard swipe.distancePt > length + lengthTolerancePt else { return nil }
            longest = max(longest, length)
        }
        return (
            "goes farther than the panel is long that way: it never happens",
            "write a distance of less than \(Int(longest))pt"
        )
    }

    /// Why an edge pan never happens whose zone is nowhere near an edge.
    private func innerEdgePan(_ index: Int) -> Reason? {
        guard let zone = gestures[index].zone else { return nil }
        for way in ways {
            guard let pan = way.configuration.gestures[index].recognizer.recognizer(EdgePanRecognizer.self)?.parameters
            else { return nil }
            let (box, last) = (way.configuration.zones[zone].shape.box, way.geometry.lastPoint)
            let width = pan.edgeWidthPt + lengthTolerancePt
            if pan.edges.contains(.left) && box.low.x <= width || pan.edges.contains(.top) && box.low.y <= width
                || pan.edges.contains(.right) && last.x - box.high.x <= width
                || pan.edges.contains(.bottom) && last.y - box.high.y <= width
            {
                return nil
            }
        }
        return (
            "begins at an edge of the panel, and its zone '\(displayed(configuration.zones[zone].name))' is not there: "
                + "it never happens",
            "leave zone out, name one at the panel's edge, or write kind: pan with directions"
        )
    }
}
