// Whatever changes a recognizer takes it out of its enum and puts it back. Where bytes count, that is done at one place for
// all purposes.

#if BAREMETAL
    public import TaplineTouches

    /// What a recognizer is visited for.
    private struct Visit {
        enum Purpose { case offer, track, reachDeadline, begin, follow }

        let purpose: Purpose
        let mine: TouchSet
        let slot: Int
        let now: Instant
        var offer = Offer.ignore
        var attempt = Attempt.possible
        var progress = Progress.unchanged
        var told = GestureSnapshot.none

        init(_ purpose: Purpose, mine: TouchSet, slot: Int = 0, at now: Instant = .zero) {
            self.purpose = purpose
            self.mine = mine
            self.slot = slot
            self.now = now
        }
    }

    extension StandardRecognizer {
        @inline(never)
        public mutating func offer<let capacity: Int>(
            _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
        ) -> Offer {
            var visit = Visit(.offer, mine: mine, slot: slot)
            receive(&visit, &table)
            return visit.offer
        }

        @inline(never)
        public mutating func track<let capacity: Int>(
            _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
        ) -> Attempt {
            var visit = Visit(.track, mine: mine, at: now)
            receive(&visit, &table)
            return visit.attempt
        }

        @inline(never)
        public mutating func reachDeadline<let capacity: Int>(
            _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
        ) -> Attempt {
            var visit = Visit(.reachDeadline, mine: mine, at: now)
            receive(&visit, &table)
            return visit.attempt
        }

        @inline(never)
        public mutating func begin<let capacity: Int>(
            _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
        ) {
            var visit = Visit(.begin, mine: mine, at: now)
            receive(&visit, &table)
        }

        @inline(never)
        public mutating func follow<let capacity: Int>(
            _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant, telling told: inout GestureSnapshot
        ) -> Progress {
            var visit = Visit(.follow, mine: mine, at: now)
            receive(&visit, &table)
            if visit.progress != .unchanged { told = visit.told }
            return visit.progress
        }

        @inline(never)
        private mutating func receive<let capacity: Int>(_ visit: inout Visit, _ table: inout TouchTable<capacity>) {
            switch self {
            case .tap(var r):
                r.answer(&visit, &table)
                self = .tap(r)
            case .longPress(var r):
                r.answer(&visit, &table)
                self = .longPress(r)
            case .pan(var r):
                r.answer(&visit, &table)
                self = .pan(r)
            case .swipe(var r):
                r.answer(&visit, &table)
                self = .swipe(r)
            case .edgePan(var r):
                r.answer(&visit, &table)
                self = .edgePan(r)
            case .pinch(var r):
                r.answer(&visit, &table)
                self = .pinch(r)
            case .rotation(var r):
                r.answer(&visit, &table)
                self = .rotation(r)
            case .transform(var r):
                r.answer(&visit, &table)
                self = .transform(r)
            case .stroke(var r):
                r.answer(&visit, &table)
                self = .stroke(r)
            }
        }
    }

    extension Recognizer {
        @inline(never)
        fileprivate mutating func answer<let capacity: Int>(_ visit: inout Visit, _ table: inout TouchTable<capacity>) {
            switch visit.purpose {
            case .offer: visit.offer = offer(visit.slot, of: &table, mine: visit.mine)
            case .track: visit.attempt = track(&table, mine: visit.mine, at: visit.now)
            case .reachDeadline: visit.attempt = reachDeadline(&table, mine: visit.mine, at: visit.now)
            case .begin: begin(&table, mine: visit.mine, at: visit.now)
            case .follow: visit.progress = follow(&table, mine: visit.mine, at: visit.now, telling: &visit.told)
            }
        }
    }
#endif
