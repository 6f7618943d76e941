import TaplineCore

/// Everything that is counted of a panel that runs, as `status` and `metrics.prom` report it: families of samples, each with
/// a name, some with labels.
///
/// It is gathered when somebody asks. A sample is written on its own, so that a slow reader gets it line by line.
struct PanelStatus {
    /// What a family says; in the order in which they are reported.
    enum Family: Int {
        case info, uptime, ready, touches, reports, gestures, faults, recoveries, storms, ghosts, lostEdges, drops
        case readers, latency
    }

    /// What is reported in `info`.
    var name = ""
    var board = ""
    var controller = ""
    var isReady = false
    var startedAt = Instant.zero
    var now = Instant.zero
    /// Fingers on the panel.
    var touches = 0
    var pipeline = PipelineCounters()
    var table = TouchCounters()
    var delivery = DeliveryCounters()
    /// Touches for which a touchscreen of others had no place.
    var lostTouches: UInt32 = 0
    var lostEdges: UInt32 = 0
    var busLosses: UInt32 = 0
    var refusedLines: UInt32 = 0
    var lostCodes: UInt32 = 0
    var eventReaders = 0
    var controlReaders = 0
    var latency = LatencyHistogram()
    /// The gestures' names, and how often each was recognized.
    private(set) var gestures = EventNames()
    private(set) var gestureCount = 0
    private var recognitions = InlineArray<32, UInt32>(repeating: 0)

    /// The gestures are these from now on; those that keep their name keep their count.
    mutating func reconfigure(_ names: EventNames, count: Int) {
        let old = self
        gestures = names
        gestureCount = min(count, 32)
        for i in 0..<32 {
            recognitions[i] = 0
            for j in 0..<old.gestureCount where i < gestureCount && old.gestures.gestures[j] == names.gestures[i] {
                recognitions[i] = old.recognitions[j]
            }
        }
    }

    /// Counts a gesture's recognition.
    mutating func count(gesture: Int) {
        if gesture >= 0, gesture < 32 { recognitions[gesture] &+= 1 }
    }

    /// All recognitions.
    var recognized: UInt32 {
        var sum: UInt32 = 0
        for i in 0..<32 { sum &+= recognitions[i] }
        return sum
    }

    /// What a line of the log says of all this.
    var summary: String {
        "\(pipeline.reports) reports, \(recognized) gestures; \(pipeline.busErrors) bus errors, "
            + "\(pipeline.badReports) bad reports, \(pipeline.notReady) interrupts without a report, "
            + "\(pipeline.absences) absences, \(pipeline.resets) resets, \(busLosses) losses of the bus, "
            + "\(lostEdges) lost edges, \(pipeline.storms) storms, \(pipeline.overruns) overruns, "
            + "\(refusedLines) lines of output nobody took"
    }

    /// Writes the sample at `index` of a family, line end included. False: it has no more.
    mutating func write(_ family: Family, _ index: Int, prefix: StaticString, into line: inout ByteLine) -> Bool {
        guard index < size(of: family) else { return false }
        line.append(prefix)
        line.append(family.name)
        switch family {
        case .info:
            line.append("{name=\"")
            line.appendEscaped(name)
            line.append("\",board=\"")
            line.appendEscaped(board)
            line.append("\",controller=\"")
            line.appendEscaped(controller)
            line.append("\",version=\"")
            line.appendEscaped(TaplineVersion.text)
            line.append("\"} 1\n")
            return true
        case .gestures:
            line.append("{name=")
            line.appendQuoted(gestures.gestures[index])
            line.append("}")
        case .faults: line.appendLabel("kind", fault(index).kind)
        case .drops: line.appendLabel("kind", drop(index).kind)
        case .readers: line.appendLabel("socket", index == 0 ? "events" : "control")
        case .latency:
            if index < 10 {
                line.append("_bucket{le=\"")
                line.append(LatencyHistogram.limits[index])
                line.append("\"}")
            } else {
                line.append(index == 10 ? "_bucket{le=\"+Inf\"}" : index == 11 ? "_sum" : "_count")
            }
        case .uptime, .ready, .touches, .reports, .recoveries, .storms, .ghosts, .lostEdges: break
        }
        line.append(" ")
        line.append(value(family, index))
        line.append("\n")
        return true
    }

    private func size(of family: Family) -> Int {
        switch family {
        case .gestures: gestureCount
        case .faults: 7
        case .drops: 4
        case .readers: 2
        case .latency: 13
        default: 1
        }
    }

    private mutating func value(_ family: Family, _ index: Int) -> Int64 {
        switch family {
        case .info: 1
        case .uptime: (now - startedAt).count / 1_000_000
        case .ready: isReady ? 1 : 0
        case .touches: Int64(touches)
        case .reports: Int64(pipeline.reports)
        case .gestures: Int64(recognitions[index])
        case .faults: Int64(fault(index).count)
        case .recoveries: Int64(pipeline.resets)
        case .storms: Int64(pipeline.storms)
        case .ghosts: Int64(table.ghosts)
        case .lostEdges: Int64(lostEdges)
        case .drops: drop(index).count
        case .readers: Int64(index == 0 ? eventReaders : controlReaders)
        case .latency: index == 11 ? latency.sum : latency.cumulative(min(index, 10))
        }
    }

    private func fault(_ index: Int) -> (kind: StaticString, count: UInt32) {
        switch index {
        case 0: ("bus", pipeline.busErrors)
        case 1: ("bad_report", pipeline.badReports)
        case 2: ("not_ready", pipeline.notReady)
        case 3: ("absent", pipeline.absences)
        case 4: ("overrun", pipeline.overruns)
        case 5: ("configuration", pipeline.configurations)
        default: ("bus_lost", busLosses)
        }
    }

    private func drop(_ index: Int) -> (kind: StaticString, count: Int64) {
        switch index {
        case 0: ("lines", Int64(refusedLines))
        case 1: ("touches", Int64(table.overflows) + Int64(delivery.lostTouches) + Int64(lostTouches))
        case 2: ("moves", Int64(delivery.droppedMoves))
        default: ("codes", Int64(lostCodes))
        }
    }
}

extension PanelStatus.Family {
    /// Its name, without what stands before all of them; its type in Prometheus's words; what it means, for the head of its
    /// samples.
    private var facts: (name: StaticString, type: StaticString, meaning: StaticString) {
        switch self {
        case .info: ("info", "gauge", "What runs.")
        case .uptime: ("uptime_seconds", "gauge", "Time since the start.")
        case .ready: ("controller_ready", "gauge", "Whether the controller answers.")
        case .touches: ("touches", "gauge", "Fingers on the panel.")
        case .reports: ("reports_total", "counter", "Complete reports.")
        case .gestures: ("gestures_total", "counter", "Recognitions.")
        case .faults: ("faults_total", "counter", "What went wrong with the controller.")
        case .recoveries: ("recoveries_total", "counter", "Resets to recover the controller.")
        case .storms: ("storms_total", "counter", "Storms of interrupts.")
        case .ghosts: ("ghosts_total", "counter", "Contacts of one short report beside a finger.")
        case .lostEdges: ("lost_edges_total", "counter", "Edges of the interrupt line that the kernel dropped.")
        case .drops: ("drops_total", "counter", "What was left out.")
        case .readers: ("readers", "gauge", "Connections.")
        case .latency: ("latency_microseconds", "histogram", "From an interrupt's edge to its first effect.")
        }
    }
    var name: StaticString { facts.name }
    var type: StaticString { facts.type }
    var meaning: StaticString { facts.meaning }

    /// The one after it; nil: it is the last.
    var next: PanelStatus.Family? { PanelStatus.Family(rawValue: rawValue + 1) }
}

extension ByteLine {
    /// Adds ` {key="value"}` without the space.
    fileprivate mutating func appendLabel(_ key: StaticString, _ value: StaticString) {
        append("{")
        append(key)
        append("=\"")
        append(value)
        append("\"}")
    }

    /// Adds text as it stands inside quotes, at most 100 bytes.
    mutating func appendEscaped(_ text: String) {
        for byte in text.utf8.prefix(100) where byte >= 0x20 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append(UInt8(ascii: "\\")) }
            append(byte)
        }
    }
}
