import TestSupport

/// A driver with a model of its chip: a virtual clock, everything that came out, everything that went over the bus.
struct SensorBench {
    var driver: SensorDriver
    var bus: SimulatedBus<SensorModel>
    var now = Instant.zero
    var readings: [MotionReading] = []
    var faults: [ControllerFault] = []
    /// What was sent, in full.
    var transfers: [Transfer] = []
    private var received = BusBytes()

    /// A bench whose driver has not been started.
    init(
        _ chip: SensorChip, address: UInt8? = nil, hasInterruptLine: Bool = true, isActiveHigh: Bool = false,
        _ change: (inout SensorSettings) -> Void = { _ in }
    ) {
        var settings = SensorSettings(chip)
        change(&settings)
        let configuration = SensorDriver.Configuration(
            settings, hasInterruptLine: hasInterruptLine, interruptIsActiveHigh: isActiveHigh)
        driver = SensorDriver(configuration: configuration)
        var model = SensorModel(chip, address: address)
        model.interruptIsActiveHigh = isActiveHigh
        bus = SimulatedBus(chip: model)
        bus.hasInterruptLine = hasInterruptLine
        bus.bitsPerSecond = 400_000
    }

    /// A bench whose driver has found its chip and measures.
    static func running(
        _ chip: SensorChip, address: UInt8? = nil, hasInterruptLine: Bool = true, isActiveHigh: Bool = false,
        _ change: (inout SensorSettings) -> Void = { _ in }
    ) -> SensorBench {
        var bench = SensorBench(
            chip, address: address, hasInterruptLine: hasInterruptLine, isActiveHigh: isActiveHigh, change)
        bench.send(.start)
        bench.run(milliseconds: 1_000)
        return bench
    }

    var model: SensorModel {
        get { bus.chip }
        set { bus.chip = newValue }
    }

    /// Gives the driver an input, and everything that follows until it waits.
    mutating func send(_ input: ControllerInput) {
        var next: ControllerInput? = input
        var steps = 0
        while let input = next {
            let request = driver.request(after: input, at: now, received: received)
            switch request {
            case .transfer(let transfer): transfers.append(transfer)
            case .report: readings.append(driver.reading)
            case .fault(let fault): faults.append(fault)
            case .wait, .line: break
            }
            next = bus.carryOut(request, at: now, received: &received)
            now = bus.finished
            steps += 1
            #expect(steps < 10_000, "the driver never waits")
            guard steps < 10_000 else { return }
        }
    }

    mutating func run(milliseconds: Int64) { run(until: now + .milliseconds(milliseconds)) }

    mutating func run(until end: Instant) {
        while now < end {
            if let input = bus.nextInput(at: now) {
                send(input)
            } else {
                now = max(now, min(bus.nextEvent, end))
            }
        }
    }

    /// Forgets what came out and what was sent.
    mutating func clear() {
        readings = []
        faults = []
        transfers = []
    }
}
