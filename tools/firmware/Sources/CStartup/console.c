#include "console.h"

#include "machine.h"

// "Semihosting for AArch32 and AArch64" (Arm), which RISC-V took over.
enum { SYS_WRITE0 = 0x04, SYS_EXIT_EXTENDED = 0x20 };
enum { ADP_STOPPED_APPLICATION_EXIT = 0x20026 };

static char line[128];
static unsigned length;

static void flush(void) {
    line[length] = 0;
    if (length) semihosting(SYS_WRITE0, line);
    length = 0;
}

void console_put(uint8_t byte) {
    line[length++] = (char)byte;
    if (byte == '\n' || length == sizeof line - 1) flush();
}

void image_exit(int32_t status) {
    flush();
    const uintptr_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, (uintptr_t)status};
    semihosting(SYS_EXIT_EXTENDED, block);
    for (;;) {}
}
