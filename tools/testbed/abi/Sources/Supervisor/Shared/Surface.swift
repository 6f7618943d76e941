import TaplineCore

/// One touched surface: the fingers on it, the chip under it, where there is one, and what has been told of the chip's
/// interrupt line. A panel has one, or several chips' on one bus.
final class Surface {
    let description: PanelDescription.Chip?
    let chip: PanelChip?
    var fingers = Fingers()
    /// How many fingers the last scan saw.
    var fingerCount = 0
    /// Until when the next scan waits for somebody to read what the last one saw.
    var unreadUntil = Instant.zero
    /// The interrupt line has this level whatever the chip does.
    var stuckInterrupt: Bool?
    /// What the chip's interrupt was when it was looked at last.
    var toldEdges: UInt32 = 0
    var toldAsserted = false

    /// The chip's lines, by their names.
    let interruptPin: String?
    let resetPin: String?

    init(_ description: PanelDescription.Chip?) throws(Complaint) {
        self.description = description
        if let description {
            chip = try makeChip(description)
            (interruptPin, resetPin) = (description.interrupt, description.reset)
        } else {
            (chip, interruptPin, resetPin) = (nil, nil, nil)
        }
    }

    /// The level of the interrupt line while the program does not drive it.
    var interruptLevel: Bool {
        guard let chip else { return true }
        return stuckInterrupt ?? (chip.interruptIsAsserted == chip.interruptIsActiveHigh)
    }

    /// When the panel is scanned next, or its chip does something by itself.
    var nextEvent: Instant { min(chip?.nextEvent ?? .never, max(fingers.next, unreadUntil)) }
}

/// The surfaces of a panel: one for each chip; one without a chip where there is none.
func makeSurfaces(_ panel: PanelDescription) throws(Complaint) -> [Surface] {
    var surfaces: [Surface] = []
    for chip in panel.chips { surfaces.append(try Surface(chip)) }
    return surfaces.isEmpty ? [try Surface(nil)] : surfaces
}
