import TaplineTouches

// Keys name touches for as long as an attempt counts on them, lifted ones too. There are 64. A thumb that rests while
// another finger taps on and on would use them all up: then those of them that change nothing any more are given back.
extension GestureEngine {
    /// Keys that are on the panel or that an attempt still counts on.
    var takenKeys: TouchKeys {
        mutating get {
            var taken = liveKeys
            for r in engaged | active | finished { taken |= sequence[r] }
            return taken
        }
    }

    /// Gives back keys of lifted touches. Who shares a touch with whom, and which sequences hang together, stays the
    /// same.
    mutating func forgetSpentKeys() {
        // Of touches that the same recognizers have claimed, one is enough.
        var kept = liveKeys
        for key in takenKeys - liveKeys {
            let owners = claimants(of: key)
            if owners.isEmpty { continue }
            var isCovered = false
            for other in kept where (owners - claimants(of: other)).isEmpty { isCovered = true }
            if !isCovered { kept.insert(key) }
        }
        // A sequence is known by its fingers that are down, one without any by its first touch.
        let keepers = engaged | active | finished
        var known = liveKeys
        var links = InlineArray<recognizers, TouchKeys>(repeating: TouchKeys())
        for r in keepers {
            links[r] = sequences(of: sequence[r], in: zoneOf[r])
            if !links[r].intersects(liveKeys), !links[r].isEmpty { known.insert(links[r].first) }
        }
        for r in keepers {
            claims[r] &= kept
            sequence[r] = links[r] & known | claims[r]
        }
    }

    /// Those for whom it may still matter that they have claimed the touch.
    private mutating func claimants(of key: Int) -> RecognizerSet {
        var claimants = RecognizerSet()
        for r in engaged | active | recognized where claims[r].contains(key) { claimants.insert(r) }
        return claimants
    }
}
