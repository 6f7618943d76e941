import TaplineTouches

// Identification: a first access whose outcome does not count (some chips fail or lie once), then ids and modes in one
// read, at each address in turn. Then the interrupt's mode is written, and read back because some chips ignore the
// first write. A chip that is not there is waited for for ever.

extension FocalTech {
    mutating func identified(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        guard isM06 ? FocalTech.isM06Name(received) : FocalTech.isFocalTech(received) else {
            answeredHere = true
            answeredAnywhere = true
            return identifyAgain(at: now)
        }
        identity.isKnown = true
        identity.address = address
        tries = 0
        if isM06 {
            // `EP0430M06` is an 0430.
            identity.product = [received[3], received[4], received[5], received[6]]
            return look(at: now)
        }
        chip = received[0]
        identity.product = [FocalTech.hexDigit(chip >> 4), FocalTech.hexDigit(chip & 0x0F), 0, 0]
        identity.vendor = received[FocalTechRegisters.vendorOffset]
        identity.firmware = UInt16(received[FocalTechRegisters.firmwareOffset])
        return configuration.hasInterruptLine ? enter(.settingMode) : armed(at: now)
    }

    /// The interrupt's mode has been read back.
    mutating func modeRead(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        keepsMode = received[0] == FocalTechRegisters.triggerMode
        tries &+= 1
        // Without it the line stays low while fingers are down: that works, too.
        return keepsMode || tries >= Timing.modeTries ? armed(at: now) : enter(.settingMode)
    }

    /// The chip is ready: what it shows already is looked at.
    private mutating func armed(at now: Instant) -> ControllerAction {
        checkLivenessLater(than: now)
        return look(at: now)
    }

    /// One attempt to identify has failed.
    mutating func identifyAgain(at now: Instant) -> ControllerAction {
        tries &+= 1
        guard tries >= Timing.identifyTries else { return wait(.waitingToIdentify, until: now + Timing.identifyAgain) }
        return answeredHere ? tell(.wrongIdentity, then: .nextAddress) : nextAddress(at: now)
    }

    mutating func nextAddress(at now: Instant) -> ControllerAction {
        tries = 0
        answeredHere = false
        if !triesAlternative, configuration.alternativeAddress != nil {
            triesAlternative = true
            return enter(.rousing)
        }
        guard answeredAnywhere else { return tell(.absent, then: .waitForAnyone) }
        return wait(.waitingForAnyone, until: now + Timing.absent)
    }

    /// Whether ids and modes are those of a FocalTech chip.
    ///
    /// The ids alone do not tell: many panels leave the vendor 0, and new chips have new ids. So modes that a chip can
    /// have must come with an id that is one, or both ids must be known. Somebody else at the same address, such as a
    /// PCF8574A, which gives the same byte for everything, has none of that.
    private static func isFocalTech(_ bytes: borrowing BusBytes) -> Bool {
        var isEcho = true
        var index = 1
        while index < FocalTechRegisters.identityLength {
            if bytes[index] != bytes[0] { isEcho = false }
            index &+= 1
        }
        guard !isEcho else { return false }
        let chip = bytes[0]
        let vendor = bytes[FocalTechRegisters.vendorOffset]
        let knowsChip = FocalTechRegisters.isKnown(chip: chip)
        let knowsVendor = FocalTechRegisters.isKnown(vendor: vendor)
        let interruptMode = bytes[FocalTechRegisters.interruptModeOffset]
        let powerMode = bytes[FocalTechRegisters.powerModeOffset]
        let hasModes = interruptMode <= FocalTechRegisters.triggerMode && powerMode <= FocalTechRegisters.hibernate
        return hasModes ? knowsChip || knowsVendor || (chip != 0 && chip != 0xFF) : knowsChip && knowsVendor
    }

    /// Whether a byte and then `EP0`, in capitals or not, begin the answer.
    private static func isM06Name(_ bytes: borrowing BusBytes) -> Bool {
        let letters = (bytes[1] | 0x20, bytes[2] | 0x20, bytes[3])
        return letters == (0x65, 0x70, 0x30)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x57 &+ value }
}
