#include "soak.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/eventfd.h>

// The heap of the whole process goes through here: what malloc(3) itself tells (mallinfo2) counts blocks that it keeps for
// later as if they were in use, and these come and go. One thread.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static size_t in_use, blocks;

static void *given(void *block) {
    if (block) in_use += malloc_usable_size(block), blocks++;
    return block;
}
static void *taken(void *block) {
    if (block) in_use -= malloc_usable_size(block), blocks--;
    return block;
}

void *malloc(size_t size) { return given(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return given(__libc_calloc(count, size)); }
void free(void *block) { __libc_free(taken(block)); }
void *memalign(size_t alignment, size_t size) { return given(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block || !size ? 0 : ENOMEM;
}
void *realloc(void *block, size_t size) {
    size_t before = block ? malloc_usable_size(block) : 0;
    void *moved = __libc_realloc(block, size);
    if (block && (moved || !size)) in_use -= before, blocks--;
    return given(moved);
}

size_t soak_bytes_in_use(void) { return in_use; }
size_t soak_blocks_in_use(void) { return blocks; }

int soak_edges(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
