import TaplineTouches

// Who wins. The whole of it:
//
//   A recognizer that is ready …                                                  … then
//   waits for one that is still possible and shares a touch                       stays possible, asked again
//   waited for one that was recognized and shares a touch                         fails (`requiredToFail`)
//   shares a touch with one that has begun and prevents it                        fails (`preventedBy`)
//   no longer meets its own conditions                                            stays possible
//   is refused by `shouldBegin`                                                   fails (`refused`)
//   otherwise                                                                     is recognized, and every other one
//                                                                                 that it prevents and that shares a
//                                                                                 touch fails or is cancelled
//
// a prevents b unless they are simultaneous by either side's word, a was denied it, or a is tap(n), b is tap(m) and
// n < m. Asked first: the nearer zone, then the earlier in the configuration.
extension GestureEngine {
    private enum Verdict {
        case wait
        case fail(FailureReason)
        case recognize
    }

    /// Lets those that are ready be recognized, wait or fail, until nothing changes.
    mutating func arbitrate<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var hasChanged = !ready.isEmpty
        while hasChanged {
            hasChanged = false
            for r in ready where ready.contains(r) {
                switch verdict(r) {
                case .wait:
                    continue
                case .fail(let reason):
                    fail(r, reason, &table, at: now, &handler, &sink)
                case .recognize:
                    if !kinds[r].isStillReady(&table, mine: mine[r], at: now) {
                        ready.remove(r)
                        refreshDeadline(r)
                        if due[r] > now { continue }
                        // Its time ran out while it waited.
                        due[r] = .never
                        let attempt = kinds[r].reachDeadline(&table, mine: mine[r], at: now)
                        guard case .failed(let reason) = attempt else { continue }
                        fail(r, reason, &table, at: now, &handler, &sink)
                        hasChanged = true
                        break
                    }
                    if handler.shouldBegin(gesture: gesture[r]) {
                        recognize(r, &table, at: now, &handler, &sink)
                    } else {
                        fail(r, .refused, &table, at: now, &handler, &sink)
                    }
                }
                hasChanged = true
                // Start over: somebody nearer may have waited for this one.
                break
            }
        }
    }

    private mutating func shareTouch(_ a: Int, _ b: Int) -> Bool { claims[a].intersects(claims[b]) }

    private mutating func verdict(_ r: Int) -> Verdict {
        for other in mustFailFirst[r] where shareTouch(r, other) {
            if active.contains(other) || recognized.contains(other) { return .fail(.required(gesture[other])) }
        }
        for other in active where prevents[other].contains(r) && shareTouch(r, other) {
            return .fail(.prevented(by: gesture[other]))
        }
        for other in mustFailFirst[r] & possible where shareTouch(r, other) { return .wait }
        return .recognize
    }

    private mutating func recognize<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        kinds[r].begin(&table, mine: mine[r], at: now)
        if continuous.contains(r) {
            possible.remove(r)
            ready.remove(r)
            engaged.remove(r)
            due[r] = .never
            active.insert(r)
            emit(r, .began, &table, at: now, &handler, &sink)
        } else {
            emit(r, .ended, &table, at: now, &handler, &sink)
            finish(r)
            recognized.insert(r)
        }
        prevent(by: r, &table, at: now, &handler, &sink)
    }

    /// Those that `r` prevents and that share a touch with it fail, or are cancelled where they have begun.
    private mutating func prevent<Handler: GestureHandler, let capacity: Int>(
        by r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        for other in prevents[r] & (engaged | active) where shareTouch(r, other) {
            let reason = FailureReason.prevented(by: gesture[r])
            if active.contains(other) {
                emit(other, .cancelled, &table, at: now, reason: reason, &handler, &sink)
                finish(other)
            } else {
                fail(other, reason, &table, at: now, &handler, &sink)
            }
        }
    }

    /// What has begun and has taken a new touch prevents those that have just taken it, too.
    mutating func preventNewcomers<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for r in active {
            for other in prevents[r] & engaged where shareTouch(r, other) {
                fail(other, .prevented(by: gesture[r]), &table, at: now, &handler, &sink)
            }
        }
    }
}
