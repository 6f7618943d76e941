import TaplineTouches

// Claims stand for touches for as long as an attempt counts on them, lifted ones too. There are 64. A thumb that rests while
// another finger taps on and on would use them all up: then those of them that change nothing any more are released.
extension GestureEngine {
    /// Touches that are on the panel or that an attempt still counts on.
    var takenClaims: ClaimSet {
        mutating get {
            var taken = liveClaims
            for r in engaged | active | finished { taken |= sequence[r] }
            return taken
        }
    }

    /// Releases claims of lifted touches. Which recognizers share a touch, and which sequences are joined, stays the
    /// same.
    mutating func releaseSpentClaims() {
        // Of touches that the same recognizers have claimed, one is enough.
        var remaining = liveClaims
        for claim in takenClaims - liveClaims {
            let owners = claimants(of: claim)
            if owners.isEmpty { continue }
            var isCovered = false
            for other in remaining where (owners - claimants(of: other)).isEmpty { isCovered = true }
            if !isCovered { remaining.insert(claim) }
        }
        // A sequence is known by its fingers that are down, one without any by its first touch.
        let keepers = engaged | active | finished
        var known = liveClaims
        var links = InlineArray<recognizers, ClaimSet>(repeating: ClaimSet())
        for r in keepers {
            links[r] = ignoringExtraTouches.contains(r) ? sequence[r] : sequences(of: sequence[r], in: zoneOf[r])
            if !links[r].intersects(liveClaims), !links[r].isEmpty { known.insert(links[r].first) }
        }
        for r in keepers {
            claims[r] &= remaining
            sequence[r] = links[r] & known | claims[r]
        }
    }

    /// Those for whom it may still matter that they have claimed the touch.
    private mutating func claimants(of claim: Int) -> RecognizerSet {
        var claimants = RecognizerSet()
        for r in engaged | active | recognized where claims[r].contains(claim) { claimants.insert(r) }
        return claimants
    }
}
