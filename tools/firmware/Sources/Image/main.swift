import CStartup

// Replays the embedded trace twice and prints what comes of it as `events/1` without the greeting, the same bytes on
// every processor and as `tapline replay` prints for the trace: once the contacts straight into the gestures, once
// through the registers of a GT911 and its driver. The last line says how much of the stack was in use.

/// EX_DATAERR: the trace shows what no GT911 could report.
let badTrace: Int32 = 65

write("-- contacts\n")
guard replayContacts() else { image_exit(badTrace) }
write("-- registers\n")
guard replayRegisters() else { image_exit(badTrace) }
write("-- stack ")
write(stack_used())
write("\n")
image_exit(0)
