// Counts what a program asks of the heap, from outside: preloaded (LD_PRELOAD), it writes into the file that
// TAPLINE_HEAP_COUNT names, from which the supervisor reads `count allocations` and `count requests`.

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static struct {
    long live;      // blocks that are in use
    long requests;  // how often memory was asked for
} before, *counts = &before;

// Until the file is there the counts are kept in the program.
__attribute__((constructor)) static void share(void) {
    const char *path = getenv("TAPLINE_HEAP_COUNT");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *shared = ftruncate(fd, sizeof before) == 0
        ? mmap(NULL, sizeof before, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
        : MAP_FAILED;
    close(fd);
    if (shared == MAP_FAILED) return;
    __typeof__(counts) file = shared;
    *file = before;
    counts = file;
}

static void *asked(void *block) {
    __atomic_add_fetch(&counts->requests, 1, __ATOMIC_RELAXED);
    if (block) __atomic_add_fetch(&counts->live, 1, __ATOMIC_RELAXED);
    return block;
}

void *malloc(size_t size) { return asked(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return asked(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return asked(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return asked(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = asked(__libc_memalign(alignment, size));
    return *block ? 0 : ENOMEM;
}

void free(void *block) {
    if (block) __atomic_sub_fetch(&counts->live, 1, __ATOMIC_RELAXED);
    __libc_free(block);
}

void *realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    __atomic_add_fetch(&counts->requests, 1, __ATOMIC_RELAXED);
    return __libc_realloc(block, size);
}
