#pragma once
#include <stdint.h>

/// Asks the debugger for `operation`; the meaning of `argument` is the operation's. Each processor has its own.
intptr_t semihosting(uintptr_t operation, const void *argument);

/// Where every processor goes from its reset once it has a stack: fills memory and runs the image.
_Noreturn void start(void);

/// Where every processor goes for an exception that nobody expects, a Swift trap among them.
_Noreturn void fault(void);
