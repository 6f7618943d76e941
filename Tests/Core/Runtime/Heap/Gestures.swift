import TaplineSimulator
import TestSupport

/// A panel of the size of these tests: 10 fingers, 8 recognizers, one zone, 4 lines.
typealias TestGestures<Sink: EffectSink> = GesturePipeline<StandardRecognizer, Sink, 10, 8, 1, 0, 4>
typealias TestHost<Sink: HostSink> = SimulatedHost<Goodix, GT911Model, StandardRecognizer, Sink, 10, 8, 1, 0, 4>

/// Tap, double tap, press, swipe, drag and map (a transform) with their relations, a pulse and a level, and the panel's
/// own touch stream.
func makeGestures<Sink: EffectSink>(
    _ geometry: PanelGeometry, for sink: Sink.Type = Sink.self, rest: PanelRest = PanelRest()
) throws -> TestGestures<Sink> {
    var setup = GestureSetup<StandardRecognizer, 8, 1, 0>()
    let tap = try setup.add(TestSupport.tap { $0.isTentative = true })
    let doubleTap = try setup.add(TestSupport.tap(taps: 2))
    let press = try setup.add(.longPress(LongPressRecognizer(.classic)))
    let swipe = try setup.add(
        TestSupport.swipe {
            $0.fires = .onLift
            $0.maxDuration = .milliseconds(300)
        })
    let drag = try setup.add(.pan(PanRecognizer(.classic)))
    // Beside all others, so that it takes nothing from them.
    let map = try setup.add(.transform(TransformRecognizer(.classic)))
    for other in 0..<map { try setup.allow(map, simultaneouslyWith: other) }
    try setup.deliver(swipe, TouchDelivery(delaysBegan: true))
    try setup.require(tap, toFail: doubleTap)
    try setup.require(drag, toFail: swipe)
    var outputs = OutputBank<Sink, 4>()
    _ = outputs.append(
        LineOutput(
            gestures: RecognizerSet(tap) | RecognizerSet(doubleTap) | RecognizerSet(swipe),
            pattern: .pulse(.milliseconds(100))))
    _ = outputs.append(LineOutput(gestures: RecognizerSet(press) | RecognizerSet(drag), pattern: .hold))
    outputs.listen(to: 0)
    outputs.set(rest)
    return GesturePipeline(geometry: geometry, setup: setup, outputs: outputs)
}

/// The names of these gestures.
func makeNames() -> EventNames {
    var names = EventNames()
    for (index, text) in ["tap", "doubleTap", "press", "swipe", "drag", "map"].enumerated() {
        for byte in text.utf8 { names.gestures[index].append(byte) }
    }
    return names
}

/// A GT911 of the panel's size behind a bus whose transfers take no time, and the driver with both of its lines.
func makeHost<Sink: HostSink>(
    _ panel: PanelGeometry.Description, for sink: Sink.Type = Sink.self
) throws -> TestHost<Sink> {
    var chip = GT911Model.Configuration()
    chip.width = UInt16(clamping: panel.rawWidth)
    chip.height = UInt16(clamping: panel.rawHeight)
    chip.maximumContacts = 10
    var driver = Goodix.Configuration()
    driver.maximumContacts = 10
    return SimulatedHost(
        pipeline: Pipeline(
            chip: Goodix(configuration: driver), gestures: try makeGestures(PanelGeometry(panel), for: sink)),
        bus: SimulatedBus(chip: GT911Model(configuration: chip)))
}
