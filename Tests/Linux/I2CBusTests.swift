import TaplineLinux
import TestSupport

@Suite struct I2CBusTests {
    private func complaint(_ path: String) -> DeviceError? {
        failure { () throws(DeviceError) in _ = try I2CBus(path: path) }
    }

    @Test func adapterThatIsNotThereSaysWhatWouldHelp() {
        let error = complaint("/dev/i2c-there-is-none")
        #expect(error?.errno == 2)
        #expect(error?.description.contains("/dev/i2c-there-is-none") == true)
        #expect(error?.description.contains("i2c-dev") == true)
        #expect(error?.isPermission == false)
    }

    @Test func deviceThatIsNoAdapterIsRefused() {
        #expect(complaint("/dev/null")?.errno == 25)
    }

    @Test func missingPermissionNamesTheGroup() {
        let error = DeviceError(path: "/dev/i2c-1", errno: 13)
        #expect(error.isPermission)
        #expect(error.description.contains("usermod -aG i2c"))
    }

    @Test(arguments: [
        (6 as Int32, BusError.Kind.noAcknowledge), (121, .noAcknowledge), (110, .timeout), (11, .arbitrationLost),
        (19, .unsupported), (95, .unsupported), (5, .other), (0, .other), (-1, .other),
    ]) func kernelsNumbersHaveTheirMeaning(errno: Int32, kind: BusError.Kind) {
        #expect(BusError(errno: errno).kind == kind)
    }

    @Test func monotonicClockDoesNotRunBackwards() {
        let before = MonotonicClock.now
        MonotonicClock.wait(until: before + Microseconds(1_000))
        #expect(MonotonicClock.now - before >= Microseconds(1_000))
    }
}
