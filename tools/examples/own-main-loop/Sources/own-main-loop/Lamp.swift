import TaplineCore

/// A GT911 with up to five fingers, one gesture on the whole panel, no templates, one line.
typealias Panel = Pipeline<Goodix, StandardRecognizer, Lamp, 5, 1, 1, 0, 1>
typealias Setup = GestureSetup<StandardRecognizer, 1, 1, 0>

/// What the panel wants, until the main loop does it.
struct Lamp: EffectSink {
    typealias Streams = NoTouchStreams
    typealias Paths = NoStrokePaths

    /// What the driver of the chip wants.
    var request: ControllerRequest?
    /// The level of the lamp's line.
    var isOn = false

    mutating func transfer(_ transfer: Transfer) { request = .transfer(transfer) }
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) { request = .line(line, drive) }
    mutating func set(line: Int, level: OutputLevel, at now: Instant) { isOn = level.isActive }
    mutating func emit(_ event: GestureEvent) {}
    mutating func emit(_ touch: TouchEvent) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}

/// The panel of `geometry`, with a lamp that a swipe to the left or to the right switches.
func makePanel(_ geometry: PanelGeometry) throws(Setup.Problem) -> Panel {
    var sideways = SwipeRecognizer.Parameters()
    sideways.directions.remove(.up)
    sideways.directions.remove(.down)
    var setup = Setup()
    let swipe = try setup.add(.swipe(SwipeRecognizer(sideways)))
    var outputs = OutputBank<Lamp, 1>()
    _ = outputs.append(LineOutput(gestures: RecognizerSet(swipe), pattern: .toggle))
    return Panel(chip: Goodix(), geometry: geometry, setup: setup, outputs: outputs)
}
