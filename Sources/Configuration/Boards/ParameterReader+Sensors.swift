import TaplineCore

/// What of a board concerns its sensors.
struct SensorNeighbours {
    /// The board's I2C bus; nil where it has none, or it is wrong.
    var bus: BusName?
    /// Whether it names one.
    var hasBus: Bool
    /// The controller's addresses there.
    var addresses: [UInt8]
    /// The controller's lines, and the keys that name them.
    var pins: [(key: String, pin: BoardPin)]
}

// `sensors:` of a board.

extension ParameterReader {
    /// The motion sensors of a board; one for now.
    ///
    /// - Parameter areRequired: there is nothing else on the board.
    mutating func sensors(beside board: SensorNeighbours, areRequired: Bool) -> [SensorDescription] {
        guard
            let node = areRequired
                ? required("sensors", example: "sensors: [{chip: lis3dh, bus: 1}]") : node("sensors"),
            areRequired || node.text != "none"
        else { return [] }
        problems.note(node, .list(1...1))
        guard case .sequence(let nodes) = node.content, !nodes.isEmpty else {
            return refused(
                at: node.mark, "\(quoted("sensors")) is \(node.whatItIs)",
                suggestion: "write a list: sensors: [{chip: lis3dh}]") ?? []
        }
        if nodes.count > 1 {
            refuse(
                at: nodes[1].mark, "there is more than one motion sensor", suggestion: "keep the one that is to be read"
            )
        }
        return nodes.prefix(1).compactMap { node in
            mapping(node, what: "a sensor") { $0.sensor(beside: board) }
        }
    }

    private mutating func sensor(beside board: SensorNeighbours) -> SensorDescription? {
        let isOfTheKernel = isOfTheKernel()
        let device = isOfTheKernel ? text("device", limit: 63) : nil
        let chip = isOfTheKernel ? kernelsChip() : sensorChip()
        for key in ["bus", "addresses"] { _ = node(key) }
        let bus = isOfTheKernel ? board.bus == .simulated ? .simulated : .adapter(device ?? "iio") : sensorBus(board)
        var addresses: [UInt8] = []
        if contains("addresses") {
            addresses = self.addresses()
            if let node = node("addresses"), bus == board.bus,
                let taken = addresses.first(where: { board.addresses.contains($0) })
            {
                refuse(
                    at: node.mark, "address 0x\(String(taken, radix: 16)) is the controller's, on the same bus",
                    suggestion: "name the sensor's: i2cdetect shows who answers")
            }
        }
        let pin = self.pin("interrupt_pin")
        if let pin, let other = board.pins.first(where: { HeaderPins.isSameLine($0.pin.line, pin.line) }) {
            refuse(
                "interrupt_pin", "line \(quoted(pin.line)) is already the board's \(other.key)",
                suggestion: "name the line that the sensor is wired to, or leave interrupt_pin out")
        } else if let pin, let line = bus?.headerLines.first(where: { HeaderPins.isSameLine($0, pin.line) }) {
            refuse(
                "interrupt_pin", "line \(quoted(pin.line)) is a line of the sensor's bus (\(line))",
                suggestion: "name the line that the sensor is wired to, or leave interrupt_pin out")
        }
        var settings = SensorSettings(chip ?? .lis3dh)
        if let rate = number("rate", "Hz", in: 1...400) { settings.rate = Int(rate.rounded()) }
        if let range = number("range", "g", in: 1...16) { settings.range = Int(range.rounded(.up)) }
        if let range = number("gyroscope_range", "deg/s", in: 125...2_000) {
            settings.gyroscopeRange = Int(range.rounded(.up))
        }
        let wantsGyroscope = boolean("gyroscope")
        settings.hasGyroscope = wantsGyroscope ?? true
        if let chip, !chip.hasGyroscope, !isOfTheKernel {
            for key in ["gyroscope", "gyroscope_range"]
            where contains(key) && (key != "gyroscope" || wantsGyroscope == true) {
                refuse(
                    key, "a \(String(constant: chip.name)) has no gyroscope", suggestion: "leave \(key) out")
            }
        }
        var mounting = SensorMounting()
        mountMatrix(&mounting)
        if let offset = vector("offset", unit: "g", in: SensorDescription.offsets, example: "[0.012g, -0.03g, 0g]") {
            mounting.offset = offset
        }
        if let scale = vector("scale", unit: "", in: SensorDescription.scales, example: "[1.002, 0.99, 1]") {
            mounting.scale = scale
        }
        guard chip != nil, let bus else { return nil }
        return SensorDescription(
            isOfTheKernel: isOfTheKernel, device: device, settings: settings, bus: bus, addresses: addresses,
            interruptPin: pin, mounting: mounting)
    }

    /// `controller: iio`.
    private mutating func isOfTheKernel() -> Bool {
        guard contains("controller") else { return false }
        return choice("controller", [("iio", true)]) ?? false
    }

    /// The chip that stands for a device of the kernel's where devices are simulated.
    private mutating func kernelsChip() -> SensorChip? {
        for key in ["chip", "bus", "addresses", "interrupt_pin", "range", "gyroscope_range"] where contains(key) {
            refuse(
                key, "a sensor with controller iio has no \(quoted(key))",
                suggestion: "the kernel's driver does that: take it out")
        }
        return contains("gyroscope") && boolean("gyroscope") == true ? .mpu6050 : .lis3dh
    }

    private mutating func sensorChip() -> SensorChip? {
        guard let node = required("chip", example: "chip: lis3dh") else { return nil }
        var names: [String] = []
        var number: UInt8 = 0
        while let chip = SensorChip(rawValue: number) {
            names.append(String(constant: chip.name))
            number += 1
        }
        problems.note(node, .values(.word(names)))
        if let index = names.firstIndex(where: { $0 == node.text }) { return SensorChip(rawValue: UInt8(index)) }
        return refused(
            at: node.mark, "sensor \(node.whatItIs) is not supported by this version",
            suggestion: suggestion(for: node.text ?? "", among: names))
    }

    private mutating func sensorBus(_ board: SensorNeighbours) -> BusName? {
        guard contains("bus") else {
            if !board.hasBus {
                lacks(["bus"], "the sensor has no bus, and the board has none for it", suggestion: "add bus: 1")
            }
            return board.bus
        }
        let bus = self.bus(isEvdev: false)
        guard bus != nil, let boards = board.bus, (bus == .simulated) != (boards == .simulated) else { return bus }
        return refused(
            "bus", "a simulated bus and a real one do not go together",
            suggestion: boards == .simulated ? "leave bus out" : "name a real bus, or simulate the whole board")
    }

    /// A number with `unit`, which may not be left out.
    private mutating func number(_ key: String, _ unit: String, in range: ClosedRange<Double>) -> Double? {
        node(key).flatMap { number($0, key, unit, in: range) }
    }

    private mutating func number(
        _ node: YAMLNode, _ name: String, _ unit: String, in range: ClosedRange<Double>
    ) -> Double? {
        value(node, name, .quantity(range, units: [unit]), in: range) { text in
            guard let quantity = Quantity(text) else { return nil }
            return quantity.unit == unit || quantity.value == 0 && quantity.unit.isEmpty ? quantity.value : nil
        }
    }

    private mutating func vector(
        _ key: String, unit: String, in range: ClosedRange<Double>, example: String
    ) -> SIMD3<Float>? {
        guard let node = node(key), let parts = list(node, key, count: 3, example: example) else { return nil }
        let values = parts.compactMap { number($0, key, unit, in: range) }
        return values.count == 3 ? SIMD3(Float(values[0]), Float(values[1]), Float(values[2])) : nil
    }

    /// `mount_matrix`: a rotation.
    private mutating func mountMatrix(_ mounting: inout SensorMounting) {
        guard let node = node("mount_matrix"),
            let parts = list(
                node, "mount_matrix", count: 9, example: "nine numbers, row by row: [1, 0, 0, 0, 1, 0, 0, 0, 1]")
        else { return }
        let k = parts.compactMap { number($0, "mount_matrix", in: -1...1) }.map { Float($0) }
        guard k.count == 9 else { return }
        let (x, y, z) = (SIMD3(k[0], k[1], k[2]), SIMD3(k[3], k[4], k[5]), SIMD3(k[6], k[7], k[8]))
        func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { (a * b).sum() }
        let lengths = [dot(x, x), dot(y, y), dot(z, z)]
        let angles = [dot(x, y), dot(y, z), dot(z, x)]
        let cross = SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
        // (Rounded to two digits, as people write matrices of 30°.)
        guard lengths.allSatisfy({ $0 > 0.97 && $0 < 1.03 }), angles.allSatisfy({ $0 > -0.03 && $0 < 0.03 }) else {
            return refuse(
                at: node.mark, "the mounting matrix is no rotation",
                suggestion: "each row has the length 1, and any two are at right angles: [0, 1, 0, -1, 0, 0, 0, 0, 1]")
        }
        guard dot(cross, z) > 0 else {
            return refuse(
                at: node.mark, "the mounting matrix mirrors, and a chip can only be turned",
                suggestion: "one of its signs is wrong")
        }
        (mounting.x, mounting.y, mounting.z) = (x, y, z)
    }
}
