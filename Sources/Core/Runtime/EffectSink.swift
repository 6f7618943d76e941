public import TaplineControllers
public import TaplineGestures
public import TaplineOutputs
public import TaplineRemote
public import TaplineTouches

/// Takes a pipeline's requests: whoever carries them out, on devices or in a simulation.
///
/// The controller's requests come one at a time: after a transfer or a driven line nothing more comes from the
/// controller until its outcome has been told.
public protocol EffectSink: OutputSink {
    /// Carry out this transfer and tell its outcome.
    mutating func transfer(_ transfer: Transfer)
    /// Drive this line of the controller and tell when it is done.
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive)
    /// Something went wrong on the bus, and is being dealt with.
    mutating func fault(_ fault: ControllerFault, at now: Instant)
    /// The controller has made a complete report, which nobody has made anything of yet. It stays as it is. Nobody is told
    /// unless a sink says otherwise.
    mutating func heard(_ contacts: inout Contacts, at now: Instant)
    /// A touch has changed on the panel, whatever zones hear of it; only from a pipeline that tells touches.
    mutating func emit(_ touch: TouchEvent)
    /// The same with all touches of the event; called instead where ``OutputSink/emitsWholeEvents`` is true.
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches)
    /// An output gives a command to whatever plays (``RemoteControl/give(_:)``). Nobody takes it unless a sink says otherwise.
    mutating func emit(_ command: RemoteEvent)
}

extension EffectSink {
    public mutating func heard(_ contacts: inout Contacts, at now: Instant) {}
    public mutating func emit(_ command: RemoteEvent) {}
    public mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) { emit(touch) }
}
