import TestSupport

/// What a host's panel tells of its touches.
struct TouchStory: HostSink {
    var request: ControllerRequest? { didSet { if case .transfer = request { transfers += 1 } } }
    /// How many transfers were wanted.
    var transfers = 0
    var touches: [TouchEvent] = []
    /// How many contacts each report had.
    var heard: [Int] = []
    var faults: [ControllerFault] = []
    var phases: [TouchPhase] { touches.map(\.phase) }

    mutating func emit(_ touch: TouchEvent) { touches.append(touch) }
    mutating func emit(_ event: GestureEvent) {}
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func heard(_ contacts: inout Contacts, at now: Instant) { heard.append(contacts.count) }
    mutating func fault(_ fault: ControllerFault, at now: Instant) { faults.append(fault) }
}

/// A panel without gestures on a simulated bus.
typealias TouchHost<Driver: Controller, Chip: ChipModel> = SimulatedHost<
    Driver, Chip, StandardRecognizer, TouchStory, 5, 1, 1, 0, 1
>

func touchHost<Driver: Controller, Chip: ChipModel>(_ driver: Driver, _ chip: Chip) -> TouchHost<Driver, Chip> {
    let gestures = GesturePipeline<StandardRecognizer, TouchStory, 5, 1, 1, 0, 1>(
        geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)),
        setup: GestureSetup<StandardRecognizer, 1, 1, 0>(), outputs: OutputBank())
    var host = TouchHost<Driver, Chip>(
        pipeline: Pipeline(chip: driver, gestures: gestures), bus: SimulatedBus(chip: chip))
    host.pipeline.gestures.emitsTouches = true
    return host
}
