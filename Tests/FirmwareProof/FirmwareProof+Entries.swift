// Every entry of a pipeline, for each pipeline of this target: generic, and thus proven where an annotated function calls
// it. An entry that a pipeline gets belongs here.

import TaplineCore

/// Uses every entry of a pipeline with a controller, and none of its gestures'.
func use<
    Chip: Controller, Kind: Recognizer, Sink: EffectSink, let touches: Int, let recognizers: Int, let zones: Int,
    let templates: Int, let lines: Int
>(
    _ pipeline: inout Pipeline<Chip, Kind, Sink, touches, recognizers, zones, templates, lines>,
    _ sink: inout Sink, _ outcome: ControllerInput, received: inout BusBytes, at now: Instant
) -> Instant {
    pipeline.start(at: now, into: &sink)
    pipeline.interrupt(at: now, into: &sink)
    pipeline.complete(outcome, at: now, received: &received, into: &sink)
    pipeline.sleep(at: now, into: &sink)
    pipeline.wakeUp(at: now, into: &sink)
    pipeline.advance(to: now, into: &sink)
    pipeline.cancelTouches(at: now, into: &sink)
    pipeline.end(at: now, into: &sink)
    if pipeline.keepRest(at: now, into: &sink) == true { return now }
    guard pipeline.phase == .busy, pipeline.counters.resets == 0 else { return pipeline.deadline }
    return max(pipeline.chip.reportTime, pipeline.chip.ignoresInterruptsUntil)
}

/// Uses every entry of a pipeline without a controller.
func use<
    Kind: Recognizer, Sink: EffectSink, let touches: Int, let recognizers: Int, let zones: Int, let templates: Int,
    let lines: Int
>(
    _ gestures: inout GesturePipeline<Kind, Sink, touches, recognizers, zones, templates, lines>,
    _ sink: inout Sink, _ contacts: inout Contacts, _ setup: GestureSetup<Kind, recognizers, zones, templates>,
    at now: Instant
) {
    gestures.explains = !gestures.explains
    gestures.emitsTouches = !gestures.emitsTouches
    gestures.setWakeable(gestures.rest.state(at: now) == .active && !gestures.rest.isAsleep, at: now)
    gestures.stir(movedAt: now, at: now, into: &sink)
    gestures.report(&contacts, at: now, into: &sink)
    gestures.report(contacts, at: gestures.deadline, into: &sink)
    gestures.missReport(at: now, into: &sink)
    gestures.advance(to: now, into: &sink)
    useRunning(&gestures, &sink)
    gestures.cancelTouches(at: now, into: &sink)
    gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink)
    gestures.releaseTouches(into: &sink)
    gestures.sendToRest(at: now, into: &sink)
    if gestures.isPending { gestures.stir(at: now, into: &sink) }
    gestures.end(at: gestures.time, into: &sink)
    gestures.reconfigure(setup, at: now, into: &sink) { old in
        var new = OutputBank<Sink, lines>()
        if old.count > 0, let index = new.append(old[0]) { new.resume(index, from: old, at: 0) }
        if old.emitsTouches { new.emitTouches() }
        new.listen(to: 0)
        var rest = PanelRest()
        if rest.append(RestStage(after: .milliseconds(2_000), event: 0)) {
            var light = BacklightOutput(line: 0)
            light.set(200, in: 0, fade: .milliseconds(500))
            if rest.append(light) { new.set(rest) }
        }
        new.resumeRest(from: old, isSame: false)
        return new
    }
}

/// What a main loop asks and sets while gestures run.
private func useRunning<
    Kind: Recognizer, Sink: EffectSink, let touches: Int, let recognizers: Int, let zones: Int, let templates: Int,
    let lines: Int
>(
    _ gestures: inout GesturePipeline<Kind, Sink, touches, recognizers, zones, templates, lines>, _ sink: inout Sink
) {
    var gesture = gestures.deadline == .never ? 0 : 1
    if gestures.touch(gesture).tapCount > 1 { gesture = 0 }
    gestures.setControlValue(gestures.controlValue(of: gesture), of: gesture, at: .zero, into: &sink)
    if gestures.makeFirstResponder(gesture, into: &sink) { gestures.send(gesture, into: &sink) }
    if let running = gestures.snapshot(of: gesture), gestures.fingers(of: gesture).count > running.touches {
        gestures.setTranslation(running.location - .zero, of: gesture)
    }
    guard let place = gestures.location(ofTouch: 0, of: gesture) else { return }
    gestures.setScale(place.x, of: gesture)
    gestures.setRotation(place.y, of: gesture)
}
