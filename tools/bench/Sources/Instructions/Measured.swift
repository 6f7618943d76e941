import TaplineCore
import TaplineDaemon

// What is counted, and nothing else: callgrind collects inside of functions of these names. The pipeline is `advanced` to
// whenever it asks for that, the next look at the chip above all, and `answered` with the bytes of each transfer; one
// that is not polled is `interrupted`.

/// The daemon's pipeline: the type that ships, not one like it.
typealias MeasuredPipeline = ShippedPipeline<StandardRecognizer, CountingSink>
/// What the daemon's loop drives: touch, and a motion sensor that may be there. There is none.
typealias MeasuredSources = ShippedSources<StandardRecognizer, CountingSink, MeasuredSensor>

/// As the daemon has its sensor: a class around the pipeline. (Its devices are what it leaves out.)
final class MeasuredSensor: EventSource {
    private var pipeline = MotionPipeline<SensorDriver, CountingSink>(SensorDriver())

    var isAwaitingOutcome: Bool { pipeline.isAwaitingOutcome }
    var deadline: Instant { pipeline.deadline }
    func start(at now: Instant, into sink: inout CountingSink) { pipeline.start(at: now, into: &sink) }
    func interrupt(at now: Instant, into sink: inout CountingSink) { pipeline.interrupt(at: now, into: &sink) }
    func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout CountingSink
    ) { pipeline.complete(outcome, at: now, received: &received, into: &sink) }
    func advance(to now: Instant, into sink: inout CountingSink) { pipeline.advance(to: now, into: &sink) }
    func end(at now: Instant, into sink: inout CountingSink) { pipeline.end(at: now, into: &sink) }
}

@inline(never) @_silgen_name("measured_answered")
func answered(
    _ sources: inout MeasuredSources, _ outcome: ControllerInput, at now: Instant, received: inout BusBytes,
    _ sink: inout CountingSink
) -> Instant {
    sources.complete(outcome, at: now, received: &received, into: &sink)
    return sources.deadline
}

@inline(never) @_silgen_name("measured_advanced")
func advanced(_ sources: inout MeasuredSources, to now: Instant, _ sink: inout CountingSink) -> Instant {
    sources.advance(to: now, into: &sink)
    return sources.deadline
}

@inline(never) @_silgen_name("measured_interrupted")
func interrupted(_ sources: inout MeasuredSources, at now: Instant, _ sink: inout CountingSink) -> Instant {
    sources.interrupt(at: now, into: &sink)
    return sources.deadline
}

// The same of the pipeline alone, with `--plain`: what a second source costs that is not there.

@inline(never) @_silgen_name("measured_plain_answered")
func answered(
    plain pipeline: inout MeasuredPipeline, _ outcome: ControllerInput, at now: Instant, received: inout BusBytes,
    _ sink: inout CountingSink
) -> Instant {
    pipeline.complete(outcome, at: now, received: &received, into: &sink)
    return pipeline.deadline
}

@inline(never) @_silgen_name("measured_plain_advanced")
func advanced(plain pipeline: inout MeasuredPipeline, to now: Instant, _ sink: inout CountingSink) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}

/// Called once a report, outside of what is measured: callgrind may write a part of its own for each.
@inline(never) @_silgen_name("next_report")
func nextReport() { reportsBegun &+= 1 }

/// (An empty function would not be called.)
nonisolated(unsafe) private var reportsBegun = 0
