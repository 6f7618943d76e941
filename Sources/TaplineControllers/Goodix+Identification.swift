import TaplineTouches

// Identification: a first access whose outcome does not count (some chips fail or lie once), then id, firmware and size
// in one read, at each address in turn. A chip that is not there is waited for for ever.

extension Goodix {
    mutating func identified(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        let product: InlineArray<4, UInt8> = [received[0], received[1], received[2], received[3]]
        guard Goodix.isProduct(product) else {
            answeredHere = true
            answeredAnywhere = true
            return identifyAgain(at: now)
        }
        identity.isKnown = true
        identity.address = address
        identity.product = product
        identity.firmware = Goodix.number(received, at: GoodixRegisters.firmwareOffset)
        identity.width = Goodix.number(received, at: GoodixRegisters.identityWidthOffset)
        identity.height = Goodix.number(received, at: GoodixRegisters.identityHeightOffset)
        guard configuration.livenessPeriod < .unlimited else { return look(at: now, patience: .zero) }
        return enter(.arming)
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

    /// Whether an id is one of the family: three digits that begin with 9 (GT9xx), 1 (GT1xxx) or 5 (GT5688), then a
    /// digit, a capital letter (GT917S) or nothing.
    private static func isProduct(_ id: InlineArray<4, UInt8>) -> Bool {
        guard id[0] == 0x39 || id[0] == 0x31 || id[0] == 0x35, isDigit(id[1]), isDigit(id[2]) else { return false }
        return id[3] == 0 || isDigit(id[3]) || (id[3] >= 0x41 && id[3] <= 0x5A)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// The number of two bytes at `index`, low byte first.
    @inline(__always)
    static func number(_ bytes: borrowing BusBytes, at index: Int) -> UInt16 {
        UInt16(bytes[index]) | UInt16(bytes[index &+ 1]) << 8
    }
}
