import TaplineTouches

// What a delegate decides about two recognizers that share a touch. It is asked once about a pair; what it decides holds until one of
// the two is reset. A delegate that does not decide relations costs nothing: all of this is left out.
extension GestureEngine {
    mutating func queryFailureRequirements<Handler: GestureHandler>(_ r: Int, _ handler: inout Handler) {
        let known = mustFailFirst[r] | decisions[r].queriedRequirements | RecognizerSet(r)
        for other in (engaged | active | recognized) - known where shareTouch(r, other) {
            decisions[r].queriedRequirements.insert(other)
            guard
                handler.shouldRequireFailure(gesture: gesture[r], of: gesture[other])
                    || handler.shouldBeRequiredToFail(gesture: gesture[other], by: gesture[r])
            else { continue }
            if waits(other, for: r) {
                ignoredAnswers &+= 1
            } else {
                decisions[r].requirements.insert(other)
            }
        }
    }

    /// Whether `a` waits for `b`, directly or through others, whichever touches they have: what does not hold them up now
    /// may do so with the next touch.
    private mutating func waits(_ a: Int, for b: Int) -> Bool {
        var reached = RecognizerSet(a)
        var size = 0
        while reached.count > size {
            size = reached.count
            for member in reached { reached |= mustFailFirst[member] | decisions[member].requirements }
        }
        return reached.contains(b)
    }

    /// All questions about a pair at once, both ways round.
    mutating func queryPrevention<Handler: GestureHandler>(_ a: Int, _ b: Int, _ handler: inout Handler) {
        decisions[a].queriedPreventions.insert(b)
        decisions[b].queriedPreventions.insert(a)
        var facts = PreventionRule.Facts()
        facts.isSimultaneous =
            handler.shouldRecognizeSimultaneously(gesture: gesture[a], with: gesture[b])
            || handler.shouldRecognizeSimultaneously(gesture: gesture[b], with: gesture[a])
        var reverse = facts
        if !facts.isSimultaneous {
            facts.isDenied = isDenied(a, b, &handler)
            reverse.isDenied = isDenied(b, a, &handler)
        }
        if PreventionRule(facts) != .prevents { decisions[a].spares.insert(b) }
        if PreventionRule(reverse) != .prevents { decisions[b].spares.insert(a) }
    }

    private mutating func isDenied<Handler: GestureHandler>(_ a: Int, _ b: Int, _ handler: inout Handler) -> Bool {
        guard prevents[a].contains(b) else { return true }
        return !handler.canPrevent(gesture: gesture[a], other: gesture[b])
            || !handler.canBePrevented(gesture: gesture[b], by: gesture[a])
    }

    /// The attempt of `r` is over: what was decided about it is void.
    mutating func forgetDecisions(about r: Int) {
        let denied = decisions[r].denied
        decisions[r] = RelationDecisions()
        decisions[r].denied = denied
        for other in 0..<count {
            decisions[other].queriedRequirements.remove(r)
            decisions[other].requirements.remove(r)
            decisions[other].queriedPreventions.remove(r)
            decisions[other].spares.remove(r)
        }
    }
}
