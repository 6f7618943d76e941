import CStartup
import TaplineChipModels
import TaplineCore

typealias Gestures = GesturePipeline<Kinds, EventPrinter, 10, 8, 1, 0, 1>
typealias Host = SimulatedHost<Goodix, GT911Model, Kinds, EventPrinter, 10, 8, 1, 0, 1>
typealias Setup = GestureSetup<Kinds, 8, 1, 0>

/// The trace's panel.
private func panelOfTrace() -> PanelGeometry {
    let panel = trace_get_panel()
    let points = Vector(x: panel.points_per_pixel.0, y: panel.points_per_pixel.1)
    let pixels = Vector(x: panel.pixels_per_point.0, y: panel.pixels_per_point.1)
    return PanelGeometry(
        width: panel.width, height: panel.height, pointsPerPixel: points.x > 0 ? points : nil, pixelsPerPoint: pixels)
}

/// The GT911 of such a panel.
private func chipOfTrace(_ panel: PanelGeometry) -> GT911Model.Configuration {
    var chip = GT911Model.Configuration()
    chip.width = UInt16(truncatingIfNeeded: Int(panel.width))
    chip.height = UInt16(truncatingIfNeeded: Int(panel.height))
    chip.maximumContacts = 10
    return chip
}

/// The trace line by line, as the chip would report it.
private struct ChipTrace {
    enum Event {
        case report(Contacts)
        case fault, cancel, unfit
    }
    let chip: GT911Model.Configuration
    private var numbers = FingerNumbers()
    private var index: UInt32 = 0

    init(_ chip: GT911Model.Configuration) { self.chip = chip }

    mutating func next() -> (time: Instant, event: Event)? {
        guard index < trace_line_count() else { return nil }
        let line = trace_get_line(index)
        index &+= 1
        let time = Instant(microseconds: Int64(bitPattern: line.microseconds))
        switch trace_kind(UInt32(line.kind)) {
        case TRACE_FAULT: return (time, .fault)
        case TRACE_CANCEL: return (time, .cancel)
        default: break
        }
        var contacts = Contacts()
        for number in line.first_contact..<line.first_contact &+ UInt32(line.count) {
            let contact = trace_get_contact(number)
            contacts.append(Contact(id: Int32(contact.id), x: contact.x, y: contact.y, pressure: contact.pressure))
        }
        guard let report = numbers.report(contacts, as: chip) else { return (time, .unfit) }
        return (time, .report(report))
    }
}

/// The trace's contacts straight into the gestures. False: the trace is none of a GT911.
@inline(never)
func replayContacts(isSilent: Bool = false) -> Bool {
    let panel = panelOfTrace()
    var setup = Setup()
    guard addGestures(to: &setup) else { return false }
    var gestures = Gestures(geometry: panel, setup: setup, outputs: OutputBank())
    var printer = EventPrinter(panel, isSilent: isSilent)
    var trace = ChipTrace(chipOfTrace(panel))
    while let (time, event) = trace.next() {
        guard emit(event, at: time, &gestures, &printer) else { return false }
    }
    while runOn(&gestures, &printer) {}
    return true
}

/// The trace's contacts as fingers on a GT911: reset, identification, then every report through registers, interrupt,
/// ready flag and acknowledge. False: the trace is none of a GT911.
@inline(never)
func replayRegisters(isSilent: Bool = false) -> Bool {
    let panel = panelOfTrace()
    let chip = chipOfTrace(panel)
    var setup = Setup()
    guard addGestures(to: &setup) else { return false }
    var driver = Goodix.Configuration()
    driver.maximumContacts = 10
    var host = Host(
        driver: Goodix(configuration: driver), geometry: panel, setup: setup, outputs: OutputBank(),
        bus: SimulatedBus(chip: GT911Model(configuration: chip)))
    var printer = EventPrinter(panel, isSilent: isSilent)
    identify(&host, &printer)
    printer.start = host.now
    var trace = ChipTrace(chip)
    while let (time, event) = trace.next() {
        guard emit(event, at: printer.start + (time - .zero), &host, &printer) else { return false }
    }
    while runOn(&host, &printer) {}
    return true
}

// (The compiler gives each large value that a function passes on a place of its own: small functions keep the stack small.)

/// Power-up, until the driver knows its chip.
@inline(never)
private func identify(_ host: inout Host, _ printer: inout EventPrinter) {
    host.start(into: &printer)
    while !host.pipeline.chip.identity.isKnown { host.advance(to: host.deadline, into: &printer) }
}

@inline(never)
private func emit(
    _ event: ChipTrace.Event, at time: Instant, _ gestures: inout Gestures, _ printer: inout EventPrinter
) -> Bool {
    switch event {
    case .report(let contacts): gestures.report(contacts, at: time, into: &printer)
    case .fault: gestures.missReport(at: time, into: &printer)
    case .cancel: gestures.cancelTouches(at: time, into: &printer)
    case .unfit: return false
    }
    return true
}

@inline(never)
private func emit(
    _ event: ChipTrace.Event, at time: Instant, _ host: inout Host, _ printer: inout EventPrinter
) -> Bool {
    switch event {
    case .report(let contacts): host.touch(contacts, at: time, into: &printer)
    case .fault: host.pipeline.gestures.missReport(at: time, into: &printer)
    case .cancel: host.pipeline.cancelTouches(at: time, into: &printer)
    case .unfit: return false
    }
    return true
}

/// After the last line: what is still pending happens. False: nothing was.
@inline(never)
private func runOn(_ gestures: inout Gestures, _ printer: inout EventPrinter) -> Bool {
    let deadline = gestures.deadline
    if deadline < .never { gestures.advance(to: deadline, into: &printer) }
    return deadline < .never
}

@inline(never)
private func runOn(_ host: inout Host, _ printer: inout EventPrinter) -> Bool {
    let deadline = host.pipeline.gestures.deadline
    if deadline < .never { host.advance(to: deadline, into: &printer) }
    return deadline < .never
}
