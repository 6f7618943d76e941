#include "heap_count.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif
// A sanitizer brings a heap of its own, and other C libraries have no second names: nothing is counted there, and the
// control of every test that counts says so.
#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define COUNTS 1
#endif

#if defined(COUNTS)
// glibc's own functions under their second names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
#endif

static _Thread_local uint64_t allocations;
static _Thread_local int32_t is_armed;

uint64_t heap_count_allocations(void) { return allocations; }

void heap_count_arm(int32_t armed) { is_armed = armed; }

#if defined(COUNTS)
static void count(void) {
    allocations++;
    if (!is_armed) return;
    is_armed = 0;
    static const char message[] = "heap_count: memory was asked for where none may be\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) { /* The abort says it too. */ }
    abort();
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count();
    void *found = __libc_memalign(alignment, size);
    if (!found) return ENOMEM;
    *block = found;
    return 0;
}
#endif
