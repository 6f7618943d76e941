import TaplineSimulator
import TestSupport

/// The library's kinds and one of the tests' own.
typealias EveryKind = EitherRecognizer<StandardRecognizer, Trio>
typealias EverySetup = GestureSetup<EveryKind, 24, 10, 2>
typealias EveryHost<Log: EventLog> = SimulatedHost<Goodix, GT911Model, EveryKind, EverySink<Log>, 10, 24, 10, 2, 16>

/// Three fingers that rest for a tenth of a second: a kind of our own, with a clock.
struct Trio: Recognizer {
    private var readyAt = Instant.never
    private var isDone = false

    static var filler: Trio { Trio() }
    var kind: StaticString { "trio" }
    var isContinuous: Bool { false }
    var deadline: Instant { isDone ? .never : readyAt }

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer { mine.count < 3 ? .take : .ignore }
    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        if isDone { return .ready }
        if mine.intersects(table.changes.ended) { return .failed(.liftedEarly) }
        if mine.count == 3, readyAt == .never { readyAt = now + .milliseconds(100) }
        return .possible
    }
    mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        isDone = true
        return .ready
    }
    func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(touches: mine.count, location: table.centroid(mine), values: .none)
    }
    mutating func reset() { self = Trio() }
}

/// Every kind of recognizer with its variations, in the order of the setup.
enum EveryGesture: Int, CaseIterable {
    case tap, doubleTap, tapOfTwo, press, tapAndPress, pan, panOfTwo, swipe, flickOfTwo, slowSwipe, edgePan
    case pinch, snap, rotation, transform, checkmark, corner, sharpTurn, trio, zoneTap, zonePan
    case countedTap, repeatedSwipe, repeatedSnap

    /// How many there are; asked where no array may be made.
    static var count: Int { 24 }

    var recognizer: EveryKind {
        switch self {
        case .tap: .first(TestSupport.tap { $0.isTentative = true })
        case .doubleTap: .first(TestSupport.tap { $0.taps = 2 })
        case .tapOfTwo:
            .first(
                TestSupport.tap {
                    $0.touches = 2
                    $0.fires = .onDown
                })
        case .press: .first(.longPress(LongPressRecognizer(.classic)))
        case .tapAndPress: .first(TestSupport.press { $0.taps = 1 })
        case .pan: .first(.pan(PanRecognizer(.classic)))
        case .panOfTwo:
            .first(
                TestSupport.pan {
                    $0.minimumTouches = 2
                    $0.maximumTouches = 2
                    $0.isIncremental = true
                })
        case .swipe: .first(.swipe(SwipeRecognizer()))
        case .flickOfTwo:
            .first(
                TestSupport.swipe {
                    $0.touches = 2
                    $0.othersDeviationPt = .infinity
                    $0.fires = .onLift
                })
        case .slowSwipe:
            .first(
                TestSupport.swipe {
                    $0.directions.remove(.up)
                    $0.deviationPt = .infinity
                    $0.maxDuration = .unlimited
                    $0.minimumVelocityPtPerSecond = 0
                    $0.fires = .onLift
                })
        case .edgePan: .first(.edgePan(EdgePanRecognizer(.classic)))
        case .pinch: .first(.pinch(PinchRecognizer(.classic)))
        case .snap: .first(TestSupport.pinch { $0.discreteDeltaPt = 40 })
        case .rotation: .first(.rotation(RotationRecognizer(.classic)))
        case .transform: .first(TestSupport.transform { $0.isIncremental = true })
        case .checkmark: .first(.stroke(StrokeRecognizer(.init(templates: TemplateSet(0)))))
        case .corner: .first(.stroke(StrokeRecognizer(.init(corner: .init()))))
        case .sharpTurn:
            .first(
                .stroke(
                    StrokeRecognizer(
                        .init(
                            corner: changed(.init()) {
                                $0.sampling = .raw
                                $0.fires = .onMove
                            }))))
        case .trio: .second(Trio())
        case .zoneTap: .first(.tap(TapRecognizer()))
        case .zonePan: .first(.pan(PanRecognizer(.classic)))
        case .countedTap: .first(.countedTap(CountedTapRecognizer(changed(.init()) { $0.wait = .milliseconds(400) })))
        case .repeatedSwipe:
            .first(
                .swipe(
                    SwipeRecognizer(
                        changed(.init()) {
                            $0.isRepeating = true
                            $0.minimumVelocityPtPerSecond = 0
                            $0.maxDuration = .unlimited
                        })))
        case .repeatedSnap:
            .first(
                .pinch(
                    PinchRecognizer(
                        changed(.classic) {
                            $0.discreteDeltaPt = .exceeding(40)
                            $0.isRepeating = true
                            $0.pair = .oldest
                        })))
        }
    }

    fileprivate var zone: EveryZone {
        switch self {
        case .zoneTap: .middle
        case .zonePan: .left
        default: .panel
        }
    }

    /// Whether it goes on beside all others, so that it takes nothing from them.
    fileprivate var standsBeside: Bool {
        switch self {
        case .tapOfTwo, .panOfTwo, .flickOfTwo, .slowSwipe, .pinch, .snap, .rotation, .transform: true
        case .checkmark, .corner, .sharpTurn, .trio, .countedTap, .repeatedSwipe, .repeatedSnap: true
        case .tap, .doubleTap, .press, .tapAndPress, .pan, .swipe, .edgePan, .zoneTap, .zonePan: false
        }
    }

    fileprivate static func set(_ gestures: EveryGesture...) -> RecognizerSet {
        gestures.reduce(into: RecognizerSet()) { $0.insert($1.rawValue) }
    }
}

/// The zones: the left half with a circle in it, and a control of each sort.
enum EveryZone: Int, CaseIterable {
    case panel, left, middle, button, flip, across, upright, volume, mode

    /// Those that are controls.
    static var controls: ArraySlice<EveryZone> { allCases[EveryZone.button.rawValue...] }
}

/// Every gesture with zones, and, unless a delegate is to say all of it, with relations of each sort and delayed touches.
func makeEverySetup(_ geometry: PanelGeometry, isRelated: Bool = true) throws -> EverySetup {
    var setup = EverySetup()
    let (width, height) = (geometry.width, geometry.height)
    func box(_ x: ClosedRange<Float>, _ y: ClosedRange<Float>) -> Zone.Shape {
        .rectangle(
            from: Point(x: x.lowerBound * width, y: y.lowerBound * height),
            to: Point(x: x.upperBound * width, y: y.upperBound * height))
    }
    _ = try setup.add(Zone(shape: box(0...0.5, 0...1), multipleTouch: true))
    _ = try setup.add(
        Zone(
            shape: .circle(center: Point(x: width / 4, y: height / 2), radius: 90), parent: EveryZone.left.rawValue,
            exclusiveTouch: true))
    _ = try setup.add(Zone(shape: box(0.55...0.65, 0.8...1), control: .button))
    _ = try setup.add(Zone(shape: box(0.66...0.76, 0.8...1), control: .switch))
    _ = try setup.add(Zone(shape: box(0.77...1, 0.8...1), control: .horizontalSlider))
    _ = try setup.add(Zone(shape: box(0.93...1, 0...0.75), control: .verticalSlider))
    _ = try setup.add(Zone(shape: box(0.52...0.65, 0.1...0.79), control: .stepper(.init(maximum: 3, wraps: true))))
    var corners = InlineArray<3, Point>(repeating: Point(x: width * 0.66, y: height * 0.6))
    corners[1].x = width * 0.9
    corners[2] = Point(x: width * 0.7, y: height * 0.8)
    _ = try setup.add(Zone(shape: try setup.polygon(corners.span), control: .segmented(3)))
    _ = try setup.add(StrokeTemplate.checkmark(points: 16))
    for gesture in EveryGesture.allCases { _ = try setup.add(gesture.recognizer, zone: gesture.zone.rawValue) }
    for gesture in [EveryGesture.countedTap, .repeatedSwipe] { try setup.ignoreExtraTouches(of: gesture.rawValue) }
    guard isRelated else { return setup }
    func require(_ gesture: EveryGesture, toFail other: EveryGesture) throws {
        try setup.require(gesture.rawValue, toFail: other.rawValue)
    }
    try require(.tap, toFail: .doubleTap)
    try require(.press, toFail: .tapAndPress)
    try require(.pan, toFail: .swipe)
    try require(.pan, toFail: .edgePan)
    try setup.require(.kind("longPress"), toFail: .kind("edgePan"))
    try setup.forbid(EveryGesture.tap.rawValue, toPrevent: EveryGesture.tapAndPress.rawValue)
    for gesture in EveryGesture.allCases where gesture.standsBeside {
        for other in EveryGesture.allCases where other != gesture {
            try setup.allow(gesture.rawValue, simultaneouslyWith: other.rawValue)
        }
    }
    try setup.deliver(
        EveryGesture.swipe.rawValue, TouchDelivery(cancelsTouches: true, delaysBegan: true, delaysEnded: true))
    try setup.deliver(
        EveryGesture.press.rawValue, TouchDelivery(cancelsTouches: false, delaysBegan: false, delaysEnded: false))
    return setup
}

/// Lines of every pattern and trigger: 16 of them.
func makeEveryOutput<Sink: OutputSink>(for sink: Sink.Type = Sink.self) -> OutputBank<Sink, 16> {
    let set = EveryGesture.set
    var outputs = OutputBank<Sink, 16>()
    _ = outputs.append(
        LineOutput(
            gestures: set(.tap, .swipe, .trio, .repeatedSwipe), controls: ZoneSet(EveryZone.button.rawValue),
            pattern: .pulse(.milliseconds(100))))
    _ = outputs.append(
        LineOutput(gestures: set(.press, .pan), controls: ZoneSet(EveryZone.across.rawValue), pattern: .hold))
    _ = outputs.append(
        LineOutput(gestures: set(.doubleTap), controls: ZoneSet(EveryZone.flip.rawValue), pattern: .toggle))
    _ = outputs.append(LineOutput(touchesOf: EveryZone.left.rawValue, pattern: .hold))
    _ = outputs.append(LineOutput(gestures: set(.press, .pan), pattern: .pulse(.milliseconds(30)), trigger: .end))
    _ = outputs.append(LineOutput(touchesWith: .toggle))
    _ = outputs.append(LineOutput(gestures: set(.tap), pattern: .pulse(.milliseconds(5)), trigger: .tentative))
    _ = outputs.append(
        LineOutput(
            gestures: set(.tap, .doubleTap), pattern: .latch(off: set(.doubleTap), offControls: ZoneSet()),
            trigger: .revocation))
    let steps = ZoneSet(EveryZone.volume.rawValue)
    for trigger in [LineTrigger.increase, .decrease] {
        _ = outputs.append(
            LineOutput(
                gestures: RecognizerSet(), controls: steps, pattern: .pulse(.milliseconds(5)), trigger: trigger))
    }
    _ = outputs.append(
        LineOutput(gestures: RecognizerSet(), controls: ZoneSet(EveryZone.mode.rawValue), pattern: .bit(0)))
    // A number of two bits with its strobe, and an encoder.
    _ = outputs.append(LineOutput(gestures: set(.tap, .checkmark), pattern: .part))
    _ = outputs.append(LineOutput(gestures: set(.corner, .checkmark), pattern: .part))
    _ = outputs.append(LineOutput(gestures: set(.tap, .corner, .checkmark), pattern: .part))
    _ = outputs.appendCode(of: set(.tap, .corner, .checkmark), pulse: .milliseconds(20), lines: 3)
    for _ in 0..<2 { _ = outputs.append(LineOutput(gestures: set(.rotation), pattern: .part)) }
    _ = outputs.appendQuadrature(of: set(.rotation), step: 0.1, interval: .milliseconds(1))
    for zone in EveryZone.allCases { outputs.listen(to: zone.rawValue) }
    return outputs
}

/// The names of these gestures and zones.
func makeEveryName() -> EventNames {
    var names = EventNames()
    for gesture in EveryGesture.allCases {
        for byte in "\(gesture)".utf8 { names.gestures[gesture.rawValue].append(byte) }
    }
    for zone in EveryZone.allCases {
        for byte in "\(zone)".utf8 { names.zones[zone.rawValue].append(byte) }
    }
    return names
}

/// What the chip is when it comes from its factory.
func makeEveryChip(_ panel: PanelGeometry.Description) -> GT911Model.Configuration {
    var chip = GT911Model.Configuration()
    chip.width = UInt16(clamping: panel.rawWidth)
    chip.height = UInt16(clamping: panel.rawHeight)
    chip.maximumContacts = 10
    return chip
}

/// A GT911 behind a bus of 400 kHz, whose board wants a configuration that differs from the factory's.
func makeEveryHost<Log: EventLog>(
    _ panel: PanelGeometry.Description, _ setup: EverySetup, for log: Log.Type = Log.self
) -> EveryHost<Log> {
    let chip = makeEveryChip(panel)
    let layout = GoodixConfigurationLayout(product: chip.product)
    var wanted = GoodixConfiguration()
    while wanted.count < layout.checksumOffset {
        switch wanted.count {
        case 0: wanted.append(0x42)
        case GoodixRegisters.widthOffset: wanted.append(UInt8(truncatingIfNeeded: chip.width))
        case GoodixRegisters.widthOffset + 1: wanted.append(UInt8(truncatingIfNeeded: chip.width >> 8))
        case GoodixRegisters.heightOffset: wanted.append(UInt8(truncatingIfNeeded: chip.height))
        case GoodixRegisters.heightOffset + 1: wanted.append(UInt8(truncatingIfNeeded: chip.height >> 8))
        case GoodixRegisters.contactsOffset: wanted.append(10)
        case GoodixRegisters.interruptModeOffset: wanted.append(chip.interruptMode.rawValue)
        case GoodixRegisters.refreshOffset: wanted.append(4)
        default: wanted.append(0)
        }
    }
    wanted.append(UInt8(truncatingIfNeeded: wanted.checksum(layout)))
    wanted.append(1)
    var driver = Goodix.Configuration()
    driver.maximumContacts = 10
    driver.variant.configuration = wanted
    driver.variant.isWritten = true
    var host = EveryHost<Log>(
        pipeline: Pipeline(
            chip: Goodix(configuration: driver),
            gestures: GesturePipeline(
                geometry: PanelGeometry(panel), touchTimeout: .milliseconds(5_000), setup: setup,
                outputs: makeEveryOutput())),
        bus: SimulatedBus(chip: GT911Model(configuration: chip)))
    host.bus.bitsPerSecond = 400_000
    host.pipeline.gestures.explains = true
    host.pipeline.gestures.emitsTouches = true
    return host
}
