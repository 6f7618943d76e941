import TaplineCore

/// How a motion sensor is, as ``PanelStatus`` reports it.
struct SensorStatus {
    /// Its name in boards.
    var chip: StaticString
    /// Readings a second that are wanted.
    var rate: Int
    /// Whether it answers; nil: it has not been looked for.
    var isThere: Bool?
    /// Whether somebody wants it; else it sleeps.
    var isWanted: Bool
    var counters: PipelineCounters

    /// `ok`, `lost`, or `off` while nobody wants it.
    var state: StaticString { !isWanted || isThere == nil ? "off" : isThere == true ? "ok" : "lost" }

    /// What went wrong, 0 …< 5.
    func fault(_ index: Int) -> (kind: StaticString, count: UInt32) {
        switch index {
        case 0: ("bus", counters.busErrors)
        case 1: ("bad_report", counters.badReports)
        case 2: ("not_ready", counters.notReady)
        case 3: ("absent", counters.absences)
        default: ("reset", counters.resets)
        }
    }
}
