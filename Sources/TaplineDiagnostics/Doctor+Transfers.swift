import TaplineService

extension Doctor {
    /// A bus on which this share of the transfers goes wrong, in parts of a thousand, is not well.
    static var mostWrongPerMille: Int { 10 }
    /// Fewer than that are chance, however short the look was.
    static var leastWrong: Int { 3 }

    /// Whether transfers fail or bring nonsense. Up to the Raspberry Pi 4 the adapter samples wrongly when a chip
    /// stretches the clock (BCM2835; github.com/raspberrypi/linux issue 4884): a bus of two GPIO lines does not.
    static func transfers(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let watch = facts.watch, watch.transfers > 0, let path = facts.busPath else { return [] }
        let wrong = watch.failures + watch.badReports
        let told =
            "of \(watch.transfers) transfers \(watch.failures) failed, and \(watch.badReports) reports made no sense"
        guard wrong >= leastWrong, wrong * 1_000 >= watch.transfers * mostWrongPerMille else {
            return [.fine("transfers", told)]
        }
        guard facts.adapterDriver == "i2c-bcm2835" else {
            return [
                .problem(
                    "transfers", told + ": shorter wires, stronger pull-ups (2 kOhm), or a slower bus",
                    command: addToBoot("dtparam=i2c_arm_baudrate=50000", facts))
            ]
        }
        let why = told + "; this adapter samples wrongly when a chip stretches the clock"
        guard number(path) == "1" else {
            return [
                .problem(
                    "transfers", why + ": a slower bus helps",
                    command: addToBoot("dtparam=i2c_vc_baudrate=50000", facts))
            ]
        }
        return [
            .problem(
                "transfers", why + ". A bus of GPIO2 and GPIO3 without it is /dev/i2c-8: bus: 8 in \(boardFile(facts))",
                command: "sudo sed -i 's|^dtparam=i2c_arm=on|# &|' \(Shell.word(bootPath(facts))) && "
                    + addToBoot("dtoverlay=i2c-gpio,bus=8,i2c_gpio_sda=2,i2c_gpio_scl=3", facts))
        ]
    }
}
