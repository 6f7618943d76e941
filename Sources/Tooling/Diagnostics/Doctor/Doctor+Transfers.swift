import TaplineConfiguration

extension Doctor {
    /// A bus on which this share of the transfers goes wrong, in parts of a thousand, is not well.
    static var mostWrongPerMille: Int { 10 }
    /// Fewer than that are chance, however short the look was.
    static var leastWrong: Int { 3 }

    /// Whether transfers fail or bring nonsense. Up to the Raspberry Pi 4 the adapter samples wrongly when a chip
    /// stretches the clock (BCM2835; github.com/raspberrypi/linux issue 4884): a bus of two GPIO lines does not.
    ///
    /// A bus is only ever made slower here, and made faster (``load(_:)``) only where config.txt says no speed: the two
    /// never take turns.
    static func transfers(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let watch = facts.watch, watch.transfers > 0, let path = facts.busPath else { return [] }
        guard areWrong(watch) else { return [.fine("transfers", told(watch))] }
        let speed = facts.busSpeedHz ?? saidSpeedHz(facts) ?? usualSpeedHz
        var text = told(watch)
        if facts.adapterDriver == "i2c-bcm2835" {
            text += "; this adapter samples wrongly when a chip stretches the clock"
            if number(path) == "1", speed <= usualSpeedHz {
                let change =
                    has("dtparam=i2c_arm=on", facts) && !areSplit(facts)
                    ? replacing("dtparam=i2c_arm=on", with: "# dtparam=i2c_arm=on", facts)
                    : adding("dtparam=i2c_arm=off", facts)
                return [
                    .problem(
                        "transfers", text + ". A bus of GPIO2 and GPIO3 without it is /dev/i2c-8",
                        command: editBoard("bus", "8", facts) + " && \(change) && "
                            + addToBoot("dtoverlay=i2c-gpio,bus=8,i2c_gpio_sda=2,i2c_gpio_scl=3", facts))
                ]
            }
        }
        let slower = speed > usualSpeedHz ? usualSpeedHz : slowSpeedHz
        if slower < speed, let command = setSpeed(slower, facts) {
            return [
                .problem(
                    "transfers", text + "; with \(slower / 1_000) kHz in place of \(speed / 1_000) fewer do",
                    command: command)
            ]
        }
        return [
            .problem(
                "transfers",
                text
                    + ". The bus cannot be made slower here: shorten the wires, add pull-ups of 2 kOhm from SDA and SCL to "
                    + "3.3 V, keep the cable off the display's, and look again", command: again(facts))
        ]
    }

    /// Whether so many transfers go wrong that it is no chance.
    static func areWrong(_ watch: WatchFacts) -> Bool {
        let wrong = watch.failures + watch.badReports
        return wrong >= leastWrong && wrong * 1_000 >= watch.transfers * mostWrongPerMille
    }

    private static func told(_ watch: WatchFacts) -> String {
        "of \(watch.transfers) transfers \(watch.failures) failed, and \(watch.badReports) reports made no sense"
    }

    /// Whether the header's bus is switched on in another way than by a line of its own.
    private static func areSplit(_ facts: MachineFacts) -> Bool {
        let boot = facts.bootConfiguration
        let parameters =
            (boot?.parameters ?? []) + (boot?.overlays.flatMap { $0.parameters.filter { $0.isOfOwnLine } } ?? [])
        let header = parameters.filter { ["i2c_arm", "i2c", "i2c1"].contains($0.name) }
        guard let only = header.first, header.count == 1, only.text == "i2c_arm=on" else { return true }
        return parameters.contains { $0.mark.line == only.mark.line && $0.mark != only.mark }
    }
}
