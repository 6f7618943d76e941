import TaplineCore

/// What a run on devices has counted since the start, beside its pipeline; the counts wrap.
struct ServiceCounters: Sendable {
    /// Edges of the interrupt line that the kernel had to drop, as far as it says.
    var lostEdges: UInt32 = 0

    /// Everything that was counted, in a line: `312 reports, 4 gestures; 0 bus errors, …`.
    func description(_ pipeline: PipelineCounters, gestures: UInt32, refusedLines: UInt32, busLosses: UInt32) -> String
    {
        "\(pipeline.reports) reports, \(gestures) gestures; \(pipeline.busErrors) bus errors, "
            + "\(pipeline.badReports) bad reports, \(pipeline.notReady) interrupts without a report, "
            + "\(pipeline.absences) absences, \(pipeline.resets) resets, \(busLosses) losses of the bus, "
            + "\(lostEdges) lost edges, \(pipeline.storms) storms, \(pipeline.overruns) overruns, \(refusedLines) lines of output nobody took"
    }
}
