public import TaplineControllers
public import TaplineMotion
public import TaplineTouches

/// The driver of any motion sensor: ``SensorSettings`` says which. It takes the inputs of touch controllers' drivers and has
/// their states, retries and recovery; a report is a ``reading``.
///
/// The host sends it to sleep and wakes it as a touch controller. With ``SensorSettings/wakeThreshold`` and an interrupt line
/// the sleeping chip wakes by itself when it is moved: whoever has sent it to sleep learns that by the next reading.
public typealias SensorDriver = ChipDriver<SensorFamily>

extension ChipDriver where Family == SensorFamily {
    /// What ``ControllerAction/report`` says: measured at the interrupt or the look that found it, along the chip's own axes.
    public var reading: MotionReading {
        MotionReading(at: reportTime, acceleration: report.acceleration, rotationRate: report.rotationRate)
    }

    /// What the chip does of what was wanted: rate, range, waking.
    public var sheet: SensorSheet { family.sheet }
}

extension ChipDriver.Configuration where Family == SensorFamily {
    /// A chip as `settings` want it, without a reset line, which no sensor has, at the first of its addresses and then at the
    /// others. Without an interrupt line it is asked at the wanted rate.
    public init(_ settings: SensorSettings, hasInterruptLine: Bool = true, interruptIsActiveHigh: Bool = false) {
        self.init()
        variant = settings
        hasResetLine = false
        self.hasInterruptLine = hasInterruptLine
        self.interruptIsActiveHigh = interruptIsActiveHigh
        addresses = SensorFamily.sheet(self).addresses
        let rate = max(1, min(settings.rate, 400))
        activePoll = time(of: 1_000_000 / rate)
        idlePoll = activePoll
        // (Ten readings that did not come, but no sooner than a busy host may be late.)
        silence = time(of: max(10_000_000 / rate, 200_000))
    }
}

/// Every family of motion sensors: what differs between them is a ``SensorSheet``.
public struct SensorFamily: ChipFamily {
    let sheet: SensorSheet
    /// The script under way, its next write, and how long the chip wants to be left alone before that, and after it.
    private var isSleeping = false
    private var step = 0
    private var pauseMs: (before: UInt8, after: UInt8) = (0, 0)
    private var attempts = 0
    private var unsettled: UInt8
    /// The last reading's bytes as numbers, and how many readings in a row were the same: a sensor that measures is never that
    /// quiet. And how many looks in a row found no new one.
    private var last = SIMD8<Int16>.zero
    private var equal = 0
    private var missed = 0

    /// So many equal readings, or looks without a new one, are those of a chip that no longer measures.
    private static var mostEqual: Int { 100 }
    private static var mostMissed: Int { 10 }
    private static var mostAttempts: Int { 3 }

    public static var usualVariant: SensorSettings { SensorSettings() }
    public static var usualAddress: UInt8 { 0x18 }
    public static var usualContacts: Int { 1 }
    public static var traits: FamilyTraits {
        FamilyTraits {
            // The fastest of them measure 800 times a second.
            $0.mostInterrupts = 450
            $0.wakesItself = true
        }
    }

    static func sheet(_ configuration: borrowing SensorDriver.Configuration) -> SensorSheet {
        var settings = configuration.variant
        if !settings.chip.hasGyroscope { settings.hasGyroscope = false }
        let lines = SensorLines(
            hasInterrupt: configuration.hasInterruptLine, isActiveHigh: configuration.interruptIsActiveHigh)
        return settings.chip.sheet(settings, lines)
    }

    public init(_ configuration: SensorDriver.Configuration) {
        sheet = SensorFamily.sheet(configuration)
        unsettled = sheet.unsettled
    }

    // MARK: Identification

    public static func reset(_ configuration: borrowing SensorDriver.Configuration) -> ResetScript { ResetScript() }

    public func identificationRequest() -> Transfer { .read(sheet.identityRegister, count: 1) }

    /// Whoever it is, ``ControllerIdentity/product`` has what was read, two hexadecimal digits.
    public func identify(_ received: inout BusBytes, _ identity: inout ControllerIdentity) -> ChipIdentification {
        let read = received[0]
        identity.setProduct(hexadecimal: read)
        return read == sheet.identity ? .known : .stranger
    }

    public var mostContacts: Int { 1 }

    // MARK: Making ready
    //
    // The script, then its proof: a register that reads as it was written.

    public mutating func prepare() -> Transfer? {
        step = 0
        return nextStep()
    }

    public mutating func prepared(_ received: inout BusBytes) -> Transfer? {
        if let next = nextStep() { return next }
        if step == sheet.start.count {
            step &+= 1
            return life
        }
        attempts &+= 1
        guard !lives(&received), attempts < SensorFamily.mostAttempts else { return nil }
        return prepare()
    }

    private mutating func nextStep() -> Transfer? {
        let script = isSleeping ? sheet.sleep : sheet.start
        pauseMs = (pauseMs.after, 0)
        guard step < script.count else { return nil }
        let next = script[step]
        pauseMs.after = next.pauseMs
        step &+= 1
        return SensorFamily.transfer(of: next)
    }

    private static func transfer(of step: RegisterScript.Step) -> Transfer {
        if let value = step.value { .write(step.register, value) } else { .read(step.register, count: 1) }
    }

    public var preparationPause: Microseconds { time(of: 1_000 &* Int(pauseMs.before)) }

    public var complaint: ControllerFault? { attempts >= SensorFamily.mostAttempts ? .configurationRefused : nil }

    // MARK: Sleep

    public static func sleepCommand(_ configuration: borrowing SensorDriver.Configuration) -> Transfer? {
        transfer(of: sheet(configuration).sleep[0])
    }

    public mutating func nextSleepCommand() -> Transfer? {
        if !isSleeping {
            isSleeping = true
            step = 1
            pauseMs.after = sheet.sleep[0].pauseMs
        }
        return nextStep()
    }

    public static func canWakeUp(_ configuration: borrowing SensorDriver.Configuration) -> Bool { true }

    // MARK: Readings

    public func look(for report: inout MotionReport) -> Transfer {
        guard asksFirst, !report.isAnnounced else { return data }
        return .read(sheet.readyRegister, count: 1)
    }

    private var asksFirst: Bool { sheet.readyMask != 0 && sheet.readyAt < 0 }
    private var data: Transfer { .read(sheet.dataRegister, count: sheet.dataCount) }

    public mutating func judge(_ received: inout BusBytes, _ report: inout MotionReport) -> ChipReading {
        if asksFirst, !report.isAnnounced, report.part == 0 {
            return received[0] & sheet.readyMask == 0 ? notYet() : .more(data)
        }
        var values = SIMD8<Int16>.zero
        // Nothing but ones is what a bus says that nobody drives, nothing but zeros what a chip has that lost its power.
        guard take(&received, into: &values) else { return .bad }
        if sheet.lifeAt >= 0, received[sheet.lifeAt] & sheet.lifeMask != sheet.lifeValue { return .wasReset }
        if sheet.readyAt >= 0, received[sheet.readyAt] & sheet.readyMask == 0 { return notYet() }
        guard values[0] | values[1] | values[2] != 0 else { return notYet() }
        if sheet.readyMask == 0, !report.isAnnounced, values == last { return notYet() }
        missed = 0
        equal = values == last ? equal &+ 1 : 0
        last = values
        guard equal < SensorFamily.mostEqual else { return .wasReset }
        guard unsettled == 0 else {
            unsettled &-= 1
            return .noNews
        }
        let acceleration = SIMD3<Float>(Float(Int(values[0])), Float(Int(values[1])), Float(Int(values[2])))
        let rotation = SIMD3<Float>(Float(Int(values[4])), Float(Int(values[5])), Float(Int(values[6])))
        report.take(acceleration * sheet.scale, sheet.gyroscopeAt < 0 ? nil : rotation * sheet.gyroscopeScale)
        return .report
    }

    private mutating func notYet() -> ChipReading {
        missed &+= 1
        return missed < SensorFamily.mostMissed ? .noNews : .wasReset
    }

    /// The numbers of a reading: acceleration in 0…2, rotation rate in 4…6. Returns whether not all bytes are ones.
    private func take(_ received: inout BusBytes, into values: inout SIMD8<Int16>) -> Bool {
        var ones: UInt8 = 0xFF
        var index = 0
        while index < sheet.dataCount {
            ones &= received[index]
            index &+= 1
        }
        index = 0
        while index < 3 {
            values[index] = number(&received, at: sheet.accelerationAt &+ 2 &* index)
            if sheet.gyroscopeAt >= 0 { values[index &+ 4] = number(&received, at: sheet.gyroscopeAt &+ 2 &* index) }
            index &+= 1
        }
        return ones != 0xFF
    }

    private func number(_ received: inout BusBytes, at index: Int) -> Int16 {
        let first = UInt16(received[index])
        let second = UInt16(received[index &+ 1])
        return Int16(bitPattern: sheet.isBigEndian ? first << 8 | second : second << 8 | first)
    }

    // MARK: Liveness

    private var life: Transfer { .read(sheet.lifeRegister, count: 1) }
    private func lives(_ received: inout BusBytes) -> Bool { received[0] & sheet.lifeMask == sheet.lifeValue }

    public func livenessCheck() -> Transfer? { life }
    public func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness { lives(&received) ? .alive : .doubtful }
}
