import TestSupport

/// What every motion sensor passes, as its driver and a model of its registers.
@Suite struct SensorConformanceTests {
    static let chips = (0..<UInt8.max).compactMap(SensorChip.init(rawValue:))
    static let gyroscopes = chips.filter { $0.hasGyroscope }
    /// Those that a motion wakes.
    static let wakeful = chips.filter { $0 != .mpu6050 && $0 != .mma8653 }

    // MARK: Finding

    @Test(arguments: chips)
    func isFoundAtEachOfItsAddresses(_ chip: SensorChip) {
        let addresses = SensorBench(chip).driver.sheet.addresses
        for index in 0..<addresses.count {
            let bench = SensorBench.running(chip, address: addresses[index])
            #expect(bench.driver.identity.isKnown)
            #expect(bench.driver.identity.address == addresses[index])
        }
    }

    @Test(arguments: chips)
    func aChipThatSaysSomethingElseIsRefusedAndNeverWrittenTo(_ chip: SensorChip) {
        for other: UInt8 in [0x00, 0x5C, 0xFF] {
            var bench = SensorBench(chip)
            bench.model.faults.identity = other
            bench.send(.start)
            bench.run(milliseconds: 5_000)
            #expect(bench.readings.isEmpty)
            #expect(bench.faults.contains(.wrongIdentity))
            #expect(bench.transfers.allSatisfy { $0.written.count <= 1 }, "\(chip.name) was written to")
            // What was read stays to be said.
            let digits = String(other, radix: 16)
            let said = [bench.driver.identity.product[0], bench.driver.identity.product[1]]
            #expect(said == Array(((digits.count < 2 ? "0" : "") + digits).utf8))
        }
    }

    @Test(arguments: chips)
    func anAbsentChipIsWaitedFor(_ chip: SensorChip) {
        var bench = SensorBench(chip)
        bench.model.faults.isAbsent = true
        bench.send(.start)
        bench.run(milliseconds: 10_000)
        #expect(bench.faults.count > 5 && bench.faults.allSatisfy { $0 == .absent })
        bench.model.faults.isAbsent = false
        bench.run(milliseconds: 2_500)
        #expect(!bench.readings.isEmpty)
    }

    // MARK: Measuring

    @Test(arguments: chips, [true, false])
    func measuresAtTheNextHigherRate(_ chip: SensorChip, hasInterruptLine: Bool) {
        for wanted in [5, 50, 100, 150, 400] {
            var bench = SensorBench.running(chip, hasInterruptLine: hasInterruptLine) { $0.rate = wanted }
            let chosen = Double(bench.driver.sheet.rate)
            #expect(
                chosen >= Double(wanted) * 0.99 && chosen <= max(Double(wanted) * 2.6, 25), "\(chip.name): \(chosen) Hz"
            )
            bench.clear()
            bench.run(milliseconds: 4_000)
            let rate = Double(bench.readings.count) / 4
            let expected = hasInterruptLine ? chosen : Double(wanted)
            #expect(abs(rate - expected) <= expected * 0.03 + 0.3, "\(chip.name) at \(expected) Hz: \(rate)")
            #expect(bench.faults == [], "\(chip.name) at \(wanted) Hz")
        }
    }

    @Test(arguments: chips, [false, true])
    func showsOneGOnEachOfItsSixFaces(_ chip: SensorChip, isActiveHigh: Bool) {
        for range in [2, 4, 8, 16] {
            var bench = SensorBench.running(chip, isActiveHigh: isActiveHigh) { $0.range = range }
            for axis in 0..<3 {
                for sign: Float in [1, -1] {
                    var force = SIMD3<Float>.zero
                    force[axis] = sign
                    bench.model.move(acceleration: force, at: bench.now)
                    bench.clear()
                    bench.run(milliseconds: 100)
                    let read = bench.readings.last?.acceleration ?? .zero
                    for each in 0..<3 {
                        #expect(abs(read[each] - force[each]) < 0.05, "\(chip.name), \(range) g: \(read), not \(force)")
                    }
                }
            }
        }
    }

    @Test(arguments: gyroscopes)
    func showsHowFastItTurns(_ chip: SensorChip) {
        for range in [250, 500, 1_000, 2_000] {
            var bench = SensorBench.running(chip) { $0.gyroscopeRange = range }
            for axis in 0..<3 {
                var turning = SIMD3<Float>.zero
                turning[axis] = Float(range) * 0.9 * .pi / 180
                bench.model.move(acceleration: [0, 0, 1], rotationRate: turning, at: bench.now)
                bench.run(milliseconds: 100)
                let read = bench.readings.last?.rotationRate ?? .zero
                for each in 0..<3 {
                    #expect(abs(read[each] - turning[each]) < 0.003 + turning[each] * 0.002, "\(chip.name): \(read)")
                }
            }
        }
    }

    @Test(arguments: chips)
    func hasNoRotationRateWithoutAGyroscope(_ chip: SensorChip) {
        let bench = SensorBench.running(chip) { $0.hasGyroscope = false }
        #expect(!bench.readings.isEmpty && bench.readings.allSatisfy { $0.rotationRate == nil })
        let all = SensorBench.running(chip)
        #expect(!all.readings.isEmpty && all.readings.allSatisfy { ($0.rotationRate != nil) == chip.hasGyroscope })
    }

    /// A reading bears the time of the interrupt that announced it.
    @Test(arguments: chips)
    func readingsHaveTheTimesAtWhichTheyWereMeasured(_ chip: SensorChip) {
        var bench = SensorBench.running(chip)
        bench.clear()
        bench.run(milliseconds: 1_000)
        let period = Float(1_000_000) / bench.driver.sheet.rate
        for (one, next) in zip(bench.readings, bench.readings.dropFirst()) {
            let apart = Float((next.time - one.time).count)
            #expect(abs(apart - period) < period * 0.03, "\(chip.name): \(apart) µs")
        }
    }

    // MARK: Trouble

    @Test(arguments: chips, [true, false])
    func aFailedTransferIsTriedAgainAndNoReading(_ chip: SensorChip, hasInterruptLine: Bool) {
        for errno: Int32 in [121, 110, 11, 5] {
            var bench = SensorBench.running(chip, hasInterruptLine: hasInterruptLine)
            bench.model.faults.failure = BusError(errno: errno)
            bench.model.faults.failingTransfers = 2
            bench.clear()
            bench.run(milliseconds: 1_000)
            #expect(bench.faults == [.bus(BusError(errno: errno)), .bus(BusError(errno: errno))])
            #expect(bench.readings.count > 90)
            #expect(bench.readings.allSatisfy { abs($0.acceleration.z - 1) < 0.05 })
        }
    }

    @Test(arguments: chips, [true, false])
    func aRunOfFailuresResetsTheChipAndItGoesOn(_ chip: SensorChip, hasInterruptLine: Bool) {
        var bench = SensorBench.running(chip, hasInterruptLine: hasInterruptLine)
        bench.clear()
        bench.model.faults.failingTransfers = 3
        bench.run(milliseconds: 1_500)
        #expect(bench.faults.count { $0 == .reset } == 1)
        #expect(bench.readings.count > 50)
        // A bus that stays broken is asked once a second, no more.
        bench.clear()
        bench.model.faults.isStuck = true
        bench.run(milliseconds: 20_000)
        #expect(bench.readings.isEmpty)
        #expect(bench.transfers.count < 400, "\(bench.transfers.count) transfers")
        bench.model.faults.isStuck = false
        bench.run(milliseconds: 3_000)
        #expect(bench.readings.count > 50)
    }

    @Test(arguments: chips, [true, false])
    func aChipThatLostItsPowerIsMadeReadyAgain(_ chip: SensorChip, hasInterruptLine: Bool) {
        var bench = SensorBench.running(chip, hasInterruptLine: hasInterruptLine)
        bench.clear()
        bench.model.resetItself(at: bench.now)
        let lost = bench.now
        bench.run(milliseconds: 4_000)
        #expect(bench.faults.contains(.reset))
        let gap = bench.readings.first.map { ($0.time - lost).count } ?? .max
        #expect(gap < 3_000_000, "\(chip.name): back after \(gap) µs")
        #expect(
            bench.readings.allSatisfy { abs($0.acceleration.z - 1) < 0.05 },
            "\(chip.name): a reading of a chip without power")
        #expect(bench.readings.count > 80)
    }

    @Test(arguments: chips, [true, false])
    func aChipThatNoLongerMeasuresIsReset(_ chip: SensorChip, hasInterruptLine: Bool) {
        var bench = SensorBench.running(chip, hasInterruptLine: hasInterruptLine)
        bench.clear()
        bench.model.faults.isFrozen = true
        bench.run(milliseconds: 5_000)
        #expect(bench.faults.contains(.reset), "\(chip.name)")
        bench.clear()
        bench.model.faults.isFrozen = false
        bench.model.resetItself(at: bench.now)
        bench.run(milliseconds: 4_000)
        #expect(bench.readings.count > 80)
    }

    @Test(arguments: chips)
    func readingsThatAreAllTheSameAreThoseOfABrokenChip(_ chip: SensorChip) {
        var bench = SensorBench.running(chip)
        bench.clear()
        bench.model.faults.isQuiet = true
        bench.run(milliseconds: 5_000)
        #expect(bench.faults.contains(.reset), "\(chip.name)")
        bench.model.faults.isQuiet = false
        bench.run(milliseconds: 3_000)
        bench.clear()
        bench.run(milliseconds: 3_000)
        #expect(bench.faults == [])
    }

    @Test(arguments: chips)
    func nothingButOnesIsNoReading(_ chip: SensorChip) {
        var bench = SensorBench.running(chip)
        bench.clear()
        bench.model.faults.lies = 5
        bench.run(milliseconds: 1_000)
        #expect(bench.faults.contains(.badReport) || bench.faults.contains(.reset))
        #expect(bench.readings.allSatisfy { abs($0.acceleration.z - 1) < 0.05 })
        #expect(bench.readings.count > 50)
    }

    @Test(arguments: chips)
    func aChipThatDoesNotTakeItsSettingsIsToldAbout(_ chip: SensorChip) {
        var bench = SensorBench(chip)
        bench.model.faults.ignoresWrites = true
        bench.send(.start)
        bench.run(milliseconds: 3_000)
        #expect(bench.faults.contains(.configurationRefused))
        #expect(bench.readings.isEmpty)
    }

    /// Whatever a chip sends, the driver waits, and never asks faster than once a millisecond.
    @Test(arguments: chips, [true, false])
    func randomBytesNeverTrapIt(_ chip: SensorChip, hasInterruptLine: Bool) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var bench = SensorBench.running(chip, hasInterruptLine: hasInterruptLine)
        bench.model.faults.random = SplitMix64(seed: seed)
        bench.clear()
        bench.run(milliseconds: 2_000)
        #expect(bench.transfers.count < 4_000, "seed \(seed)")
        bench.model.faults.random = nil
        bench.run(milliseconds: 4_000)
        bench.clear()
        bench.run(milliseconds: 1_000)
        #expect(bench.readings.count > 80, "seed \(seed)")
    }

    // MARK: Sleep

    @Test(arguments: chips, [true, false])
    func sleepsInSilenceUntilItIsWoken(_ chip: SensorChip, hasInterruptLine: Bool) {
        var bench = SensorBench.running(chip, hasInterruptLine: hasInterruptLine)
        bench.send(.sleep)
        bench.run(milliseconds: 200)
        bench.clear()
        bench.model.move(acceleration: [1, 1, 0], at: bench.now)
        bench.run(milliseconds: 3_600_000)
        #expect(bench.transfers.isEmpty && bench.readings.isEmpty && bench.faults.isEmpty)
        #expect(bench.model.measures == false, "\(chip.name) measures while it sleeps")
        bench.send(.wakeUp)
        bench.run(milliseconds: 1_000)
        #expect(bench.readings.count > 50)
        #expect(bench.faults == [])
    }

    @Test(arguments: wakeful, [false, true])
    func aMotionWakesIt(_ chip: SensorChip, isActiveHigh: Bool) {
        var bench = SensorBench.running(chip, isActiveHigh: isActiveHigh) { $0.wakeThreshold = 250 }
        #expect(bench.driver.sheet.wakesOnMotion)
        // More than once: what has woken it must not do so again.
        for x: Float in [0, 0.5, 0] {
            bench.send(.sleep)
            bench.run(milliseconds: 1_000)
            bench.clear()
            // At rest nobody wakes, the host no more than the chip; nor by a touch that moves it less.
            bench.run(milliseconds: 600_000)
            bench.model.move(acceleration: [x + 0.1, 0, 1], at: bench.now)
            bench.run(milliseconds: 60_000)
            #expect(bench.transfers.isEmpty && bench.readings.isEmpty, "\(chip.name)")
            bench.model.move(acceleration: [0.5 - x, 0, 1], at: bench.now)
            bench.run(milliseconds: 1_000)
            #expect(bench.readings.count > 50, "\(chip.name)")
            #expect(bench.faults == [])
            #expect(bench.readings.allSatisfy { abs($0.acceleration.x - 0.5 + x) < 0.05 })
        }
    }

    @Test func chipsWithoutMotionDetectionSaySo() {
        for chip in Self.chips {
            let bench = SensorBench(chip) { $0.wakeThreshold = 250 }
            #expect(bench.driver.sheet.wakesOnMotion == Self.wakeful.contains(chip))
            let deaf = SensorBench(chip, hasInterruptLine: false) { $0.wakeThreshold = 250 }
            #expect(!deaf.driver.sheet.wakesOnMotion)
        }
    }
}
