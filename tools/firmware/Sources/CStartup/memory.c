#include <stddef.h>
#include <stdint.h>

// The memory functions that compilers call without being asked. Swift copies InlineArray values through them, so
// words are moved as words wherever both sides stand on one.

typedef uintptr_t __attribute__((may_alias)) word;

static int on_word(const void *a, const void *b) {
    return (((uintptr_t)a | (uintptr_t)b) & (sizeof(word) - 1)) == 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (on_word(to, from)) {
        for (; count >= sizeof(word); count -= sizeof(word), t += sizeof(word), f += sizeof(word))
            *(word *)t = *(const word *)f;
    }
    while (count--) *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    if ((uintptr_t)to - (uintptr_t)from >= count) return memcpy(to, from, count);
    unsigned char *t = (unsigned char *)to + count;
    const unsigned char *f = (const unsigned char *)from + count;
    if (on_word(t, f)) {
        for (; count >= sizeof(word); count -= sizeof(word)) {
            t -= sizeof(word);
            f -= sizeof(word);
            *(word *)t = *(const word *)f;
        }
    }
    while (count--) *--t = *--f;
    return to;
}

void *memset(void *to, int byte, size_t count) {
    unsigned char *t = to;
    if (on_word(to, to)) {
        const word pattern = (word)-1 / 255 * (unsigned char)byte;
        for (; count >= sizeof(word); count -= sizeof(word), t += sizeof(word)) *(word *)t = pattern;
    }
    while (count--) *t++ = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t count) {
    const unsigned char *p = a, *q = b;
    for (; count--; p++, q++) {
        if (*p != *q) return *p - *q;
    }
    return 0;
}

#if defined(__arm__)
// The names of the ARM run-time ABI. (memset's order of arguments differs.)
void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy4(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy8(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memmove(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove4(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove8(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memset(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memset4(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memset8(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr8(void *to, size_t count) { memset(to, 0, count); }
#endif
