import CStartup
import Console
import TaplineCore

// Replays the trace that lies beside the image twice and prints what comes of it as `events/1` without the greeting, the same bytes on
// every processor and as `tapline replay` prints for the trace: once the contacts straight into the gestures, once
// through the registers of a GT911 and its driver. Then both once more in silence, to count instructions. The last lines
// say what a report took on average, how large the state is, and how much of the stack was in use.

/// EX_DATAERR: the trace shows what no GT911 could report.
let badTrace: Int32 = 65

write("-- contacts\n")
guard replayContacts() else { image_exit(badTrace) }
write("-- registers\n")
guard replayRegisters() else { image_exit(badTrace) }

func countContacts() {
    let start = instructions_done()
    _ = replayContacts(isSilent: true)
    tellCost("contacts", of: trace_line_count(), since: start)
}

func countRegisters() {
    let start = instructions_done()
    _ = replayRegisters(isSilent: true)
    tellCost("registers", of: trace_line_count(), since: start)
}

countContacts()
countRegisters()
/// A product's pipeline with this chip: more gestures and lines than the trace's.
typealias ProductPipeline = Pipeline<Goodix, Kinds, EventPrinter, 10, 16, 1, 0, 4>
tellMemory(state: MemoryLayout<ProductPipeline>.size)
image_exit(0)
