import TestSupport

/// The driver of a sensor that the kernel has, told by hand what happens.
@Suite struct KernelSensorDriverTests {
    private func bytes(_ values: [Float]) -> BusBytes {
        var bytes = BusBytes()
        for value in values {
            for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift)) }
        }
        return bytes
    }

    private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(Int64(milliseconds)) }

    /// A driver that waits for the next reading, after one.
    private func watching() -> KernelSensorDriver {
        var driver = KernelSensorDriver()
        var reading = bytes([0, 0, 9.806_65])
        _ = driver.step(.start, at: at(0))
        _ = driver.step(.transferred, at: at(1), received: &reading)
        _ = driver.step(.proceed, at: at(1))
        _ = driver.step(.transferFailed(BusError(errno: 11)), at: at(2))
        return driver
    }

    @Test func readingIsInGAndHasTheTimeOfItsAnnouncement() {
        var driver = watching()
        #expect(driver.identity.isKnown)
        #expect(driver.step(.interrupt, at: at(10)) == .transfer)
        #expect(driver.transfer.readCount == 24)
        var reading = bytes([9.806_65, -4.903_325, 0, 1, -2, 3])
        #expect(driver.step(.transferred, at: at(12), received: &reading) == .report)
        #expect(
            driver.reading
                == MotionReading(at: at(10), acceleration: SIMD3(1, -0.5, 0), rotationRate: SIMD3(1, -2, 3)))
        // What else is there is read at once.
        #expect(driver.step(.proceed, at: at(12)) == .transfer)
    }

    @Test func deviceWithoutGyroscopeHasNoRotation() { #expect(watching().reading.rotationRate == nil) }

    @Test func nothingToReadIsNoFault() {
        var driver = watching()
        #expect(driver.step(.interrupt, at: at(10)) == .transfer)
        #expect(driver.step(.transferFailed(BusError(errno: 11)), at: at(10)) == .wait)
        #expect(driver.identity.isKnown && driver.waitsUntil == at(1_010))
    }

    @Test(arguments: [true, false]) func deviceThatGoesOrFallsSilentIsLostOnceAndLookedForEachSecond(goes: Bool) {
        var driver = watching()
        if goes {
            #expect(driver.step(.interrupt, at: at(100)) == .transfer)
            #expect(driver.step(.transferFailed(BusError(errno: 19)), at: at(1_002)) == .fault)
        } else {
            #expect(driver.step(.wake, at: at(1_001)) == .wait)
            #expect(driver.step(.wake, at: at(1_002)) == .fault)
        }
        #expect(driver.fault == .reset && !driver.identity.isKnown)
        // It lets go of it,
        #expect(driver.step(.proceed, at: at(1_002)) == .transfer)
        #expect(driver.transfer.readCount == 0)
        #expect(driver.step(.transferred, at: at(1_002)) == .wait)
        // and tries again a second later, not sooner.
        #expect(driver.waitsUntil == at(2_002))
        #expect(driver.step(.wake, at: at(2_001)) == .wait)
        #expect(driver.step(.wake, at: at(2_002)) == .transfer)
        #expect(driver.step(.transferFailed(BusError(errno: 19)), at: at(2_002)) == .fault)
        #expect(driver.fault == .absent)
        _ = driver.step(.proceed, at: at(2_002))
        _ = driver.step(.transferred, at: at(2_002))
        #expect(driver.step(.wake, at: at(3_002)) == .transfer)
        var reading = bytes([0, 0, 9.806_65])
        #expect(driver.step(.transferred, at: at(3_002), received: &reading) == .report)
        #expect(driver.identity.isKnown)
    }

    @Test func sensorThatNobodyWantsIsLetGo() {
        var driver = watching()
        #expect(driver.step(.sleep, at: at(5)) == .transfer)
        #expect(driver.transfer.readCount == 0)
        #expect(driver.step(.transferred, at: at(5)) == .wait)
        #expect(driver.waitsUntil == .never)
        #expect(driver.step(.interrupt, at: at(6)) == .wait)
        #expect(driver.step(.wakeUp, at: at(9_000)) == .transfer)
        #expect(driver.transfer.readCount == 24)
    }

    @Test(arguments: [0, 1, 11, 13, 23, 25, 256])
    func answerOfAnotherLengthIsNoReading(count: Int) {
        var driver = watching()
        _ = driver.step(.interrupt, at: at(10))
        var short = BusBytes()
        for _ in 0..<count { short.append(0xFF) }
        #expect(driver.step(.transferred, at: at(10), received: &short) == .fault)
        #expect(driver.fault == .badReport)
    }

    @Test func noNumberIsNothing() {
        var driver = watching()
        _ = driver.step(.interrupt, at: at(10))
        var odd = bytes([.nan, .infinity, -.infinity])
        #expect(driver.step(.transferred, at: at(10), received: &odd) == .report)
        #expect(driver.reading.acceleration == .zero)
    }
}
