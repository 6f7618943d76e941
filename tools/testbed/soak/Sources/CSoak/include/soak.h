#pragma once
#include <stddef.h>
/** How many bytes of the heap are in use. */
size_t soak_bytes_in_use(void);
/** A descriptor that is readable once something has been written to it, and tells how often: eventfd(2). */
int soak_edges(void);
