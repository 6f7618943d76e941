#pragma once
#include <stddef.h>
/** How many bytes of the heap are in use, with what malloc(3) rounds up: a block of one size takes now 16 bytes more, now
    fewer, as it finds a gap. */
size_t soak_bytes_in_use(void);
/** How many blocks of the heap are in use. */
size_t soak_blocks_in_use(void);
/** A descriptor that is readable once something has been written to it, and tells how often: eventfd(2). */
int soak_edges(void);
