#pragma once
#include <stdint.h>

// Counts what a thread asks of the heap: this target's malloc, calloc and realloc stand before glibc's. For tests only.

/// How many blocks this thread has asked for since it started. Other threads, such as a test runner's, do not count.
uint64_t heap_count_allocations(void);

/// Whether the next request of this thread ends the process with a message and a core: to find the one who asks.
void heap_count_arm(int32_t armed);
