import TaplineConfiguration

// How fast the board's bus is, and which line of config.txt says so.

extension Doctor {
    /// What a bus does of which the device tree does not say: the kernel's standard mode.
    static var usualSpeedHz: Int { 100_000 }
    /// What the controllers can do, too: I2C's fast mode.
    static var fastSpeedHz: Int { 400_000 }
    /// Slower than that helps nobody.
    static var slowSpeedHz: Int { 50_000 }

    /// The labels and aliases of buses whose speed config.txt can say.
    static var labels: [String] {
        ["i2c_arm", "i2c_vc", "i2c_csi_dsi", "i2c_csi_dsi0", "i2c_csi_dsi1", "i2c_gpio"] + (0...6).map { "i2c\($0)" }
    }

    /// How config.txt says the speed of a bus.
    enum SpeedSetting: Equatable {
        /// By a parameter of the computer.
        case parameter(String)
        /// By the overlay of the bus, which may be there already.
        case overlay(String)
        /// By the delay in µs of a bus of GPIO lines, in the line of its overlay.
        case delay(OverlayLine)
        /// Not at all.
        case none
    }

    /// How the speed of the board's bus is said. (arch/arm/boot/dts/overlays/README of github.com/raspberrypi/linux;
    /// bcm2712-rpi.dtsi: a Raspberry Pi 5 has no such parameter for the buses of its display connectors.)
    static func speedSetting(_ facts: MachineFacts) -> SpeedSetting {
        if facts.adapterDriver == "i2c-gpio" || facts.busLabels.contains("i2c_gpio") {
            let lines = (facts.bootConfiguration?.overlays ?? []).filter { $0.name == "i2c-gpio" }
            let number = facts.busPath.map { Doctor.number($0) } ?? ""
            let named = lines.filter { line in line.parameters.contains { $0.name == "bus" && $0.value == number } }
            // (One that comes with a display has no parameter.)
            return (named.last ?? (lines.count == 1 ? lines[0] : nil)).map { .delay($0) } ?? .none
        }
        func isCalled(_ names: String...) -> Bool { names.contains { facts.busLabels.contains($0) } }
        let number = facts.busPath.map { Doctor.number($0) } ?? ""
        if isCalled("i2c_arm", "i2c1") || (facts.busLabels.isEmpty && number == "1") {
            return .parameter("i2c_arm_baudrate")
        }
        let isPi5 = facts.adapterDriver?.hasPrefix("i2c_designware") == true
        for number in 2...6 where isCalled("i2c\(number)") {
            if isPi5, isCalled("i2c_csi_dsi", "i2c_csi_dsi0", "i2c_csi_dsi1") { return .none }
            if !isPi5, number == 2 { return .none }
            return .overlay("i2c\(number)" + (isPi5 ? "-pi5" : ""))
        }
        if isCalled("i2c_vc", "i2c0") { return .parameter("i2c_vc_baudrate") }
        guard !isPi5 else { return .none }
        // Up to the Raspberry Pi 4 the display connectors and the header's pins 27 and 28 share a bus.
        return isCalled("i2c_csi_dsi", "i2c_csi_dsi0") || ["0", "10"].contains(number)
            ? .parameter("i2c_vc_baudrate") : .none
    }

    /// The speed that config.txt says already; nil: the usual one.
    static func saidSpeedHz(_ facts: MachineFacts) -> Int? {
        guard let boot = facts.bootConfiguration else { return nil }
        func value(_ line: OverlayLine, _ name: String) -> Int? {
            line.parameters.last { $0.name == name }?.value.flatMap { Int($0) }
        }
        switch speedSetting(facts) {
        case .parameter(let name):
            let others = name == "i2c_arm_baudrate" ? ["i2c_baudrate", "i2c1_baudrate"] : ["i2c0_baudrate"]
            return boot.value(of: [name] + others).flatMap { Int($0) }
        case .overlay(let name):
            return boot.overlays.last { $0.name == name || $0.name + "-pi5" == name }.flatMap { value($0, "baudrate") }
        // 2 µs are about 100 kHz.
        case .delay(let line): return value(line, "i2c_gpio_delay_us").map { 200_000 / max(1, $0) }
        case .none: return nil
        }
    }

    /// The command that gives the bus another speed; nil where config.txt cannot.
    static func setSpeed(_ speedHz: Int, _ facts: MachineFacts) -> String? {
        func inLine(_ line: OverlayLine, _ name: String, _ value: Int) -> String {
            var text = "dtoverlay=\(line.name)"
            for given in line.parameters where given.name != name && !given.isOfOwnLine { text += ",\(given.text)" }
            return "\(replacing("dtoverlay=\(line.source)", with: "\(text),\(name)=\(value)", facts)) && sudo reboot"
        }
        switch speedSetting(facts) {
        case .parameter(let name): return addToBoot("dtparam=\(name)=\(speedHz)", facts)
        case .overlay(let name):
            let line = facts.bootConfiguration?.overlays.last { $0.name == name || $0.name + "-pi5" == name }
            guard let line else { return addToBoot("dtoverlay=\(name),baudrate=\(speedHz)", facts) }
            return inLine(line, "baudrate", speedHz)
        case .delay(let line): return inLine(line, "i2c_gpio_delay_us", max(1, 200_000 / speedHz))
        case .none: return nil
        }
    }
}
