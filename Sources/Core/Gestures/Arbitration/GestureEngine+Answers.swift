import TaplineTouches

// What a delegate says of two recognizers that share a touch. Each pair is asked once; the answers are kept until one of
// the two is reset. A delegate that does not decide relations costs nothing: all of this is left out.
extension GestureEngine {
    /// Those that must fail before `r` is recognized: set up so, or because the delegate says so.
    @inline(__always)
    mutating func requirements<Handler: GestureHandler>(of r: Int, _ handler: inout Handler) -> RecognizerSet {
        if Handler.decidesRelations, Answers.areKept {
            queryFailureRequirements(r, &handler)
            return mustFailFirst[r] | answers[r].requirements
        }
        return mustFailFirst[r]
    }

    /// Whether `r`, recognized, ends `other`: they share a touch, and neither the setup nor the delegate is against it.
    @inline(__always)
    mutating func doesPrevent<Handler: GestureHandler>(_ r: Int, _ other: Int, _ handler: inout Handler) -> Bool {
        guard prevents[r].contains(other), shareTouch(r, other) else { return false }
        if Handler.decidesRelations, Answers.areKept {
            if !answers[r].askedOfPrevention.contains(other) { queryPrevention(r, other, &handler) }
            return !answers[r].spares.contains(other)
        }
        return true
    }

    private mutating func queryFailureRequirements<Handler: GestureHandler>(_ r: Int, _ handler: inout Handler) {
        let known = mustFailFirst[r] | answers[r].askedOfRequirement | RecognizerSet(r)
        for other in (engaged | active | recognized) - known where shareTouch(r, other) {
            answers[r].askedOfRequirement.insert(other)
            guard
                handler.shouldRequireFailure(gesture: gesture[r], of: gesture[other])
                    || handler.shouldBeRequiredToFail(gesture: gesture[other], by: gesture[r])
            else { continue }
            if waits(other, for: r) {
                ignoredAnswers &+= 1
            } else {
                answers[r].requirements.insert(other)
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
            for member in reached { reached |= mustFailFirst[member] | answers[member].requirements }
        }
        return reached.contains(b)
    }

    /// All questions about a pair at once, both ways round.
    private mutating func queryPrevention<Handler: GestureHandler>(_ a: Int, _ b: Int, _ handler: inout Handler) {
        answers[a].askedOfPrevention.insert(b)
        answers[b].askedOfPrevention.insert(a)
        var facts = PreventionRule.Facts()
        facts.isSimultaneous =
            handler.shouldRecognizeSimultaneously(gesture: gesture[a], with: gesture[b])
            || handler.shouldRecognizeSimultaneously(gesture: gesture[b], with: gesture[a])
        var reverse = facts
        if !facts.isSimultaneous {
            facts.isDenied = isDenied(a, b, &handler)
            reverse.isDenied = isDenied(b, a, &handler)
        }
        if PreventionRule(facts) != .prevents { answers[a].spares.insert(b) }
        if PreventionRule(reverse) != .prevents { answers[b].spares.insert(a) }
    }

    private mutating func isDenied<Handler: GestureHandler>(_ a: Int, _ b: Int, _ handler: inout Handler) -> Bool {
        guard prevents[a].contains(b) else { return true }
        return !handler.canPrevent(gesture: gesture[a], other: gesture[b])
            || !handler.canBePrevented(gesture: gesture[b], by: gesture[a])
    }

    /// The attempt of `r` is over: what was said of it is forgotten.
    mutating func forgetAnswers(about r: Int) {
        let denied = answers[r].denied
        answers[r] = RelationAnswers()
        answers[r].denied = denied
        for other in 0..<count {
            answers[other].askedOfRequirement.remove(r)
            answers[other].requirements.remove(r)
            answers[other].askedOfPrevention.remove(r)
            answers[other].spares.remove(r)
        }
    }
}
