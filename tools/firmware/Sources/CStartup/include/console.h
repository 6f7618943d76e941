#pragma once
#include <stdint.h>

// The image's only way out: semihosting. Nothing here takes a pointer, so that Swift needs no `unsafe` to call it.

/// Puts one byte on the debugger's console. Bytes go out by the line, and all of them before the image ends.
void console_put(uint8_t byte);

/// How many bytes of the stack have been in use so far.
uint32_t stack_used(void);

/// How many instructions the processor has carried out since some instant, where qemu gives each a nanosecond
/// (`-icount shift=0`); up to 40 late.
uint64_t instructions_done(void);

/// Ends the image with an exit status.
_Noreturn void image_exit(int32_t status);
