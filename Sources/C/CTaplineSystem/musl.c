#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#ifndef __GLIBC__
/* What glibc has and musl has not, as far as a static program needs it: Debian's static libraries were built for glibc and
 * ask for its checked functions (Linux Standard Base 4.1, "__memcpy_chk" and the like; the size is that of the target, and
 * (size_t)-1 where it is not known), and Swift for random bytes. */
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

void *__memcpy_chk(void *target, const void *source, size_t count, size_t size) {
    if (count > size) abort();
    return memcpy(target, source, count);
}

char *__strcpy_chk(char *target, const char *source, size_t size) {
    if (strlen(source) >= size) abort();
    return strcpy(target, source);
}

int __snprintf_chk(char *target, size_t count, int flag, size_t size, const char *format, ...) {
    (void)flag;
    if (count > size) abort();
    va_list values;
    va_start(values, format);
    int length = vsnprintf(target, count, format, values);
    va_end(values);
    return length;
}

int __sprintf_chk(char *target, int flag, size_t size, const char *format, ...) {
    (void)flag;
    va_list values;
    va_start(values, format);
    /* (With no size known there is none to check; vsnprintf's limit is INT_MAX.) */
    int length = vsnprintf(target, size > INT32_MAX ? INT32_MAX : size, format, values);
    va_end(values);
    if (length >= 0 && (size_t)length >= size) abort();
    return length;
}

#if __SIZEOF_POINTER__ == 8
/* Embedded Swift's own ones leave the plain pointer in the register where compilers for ARM find what they gave: a short text
 * loses what says that it is one (swiftlang/swift#91151, fixed after Swift 6.3). */
void *swift_retain(void *object);

void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
    /* (Only what has no highest bit has a count.) */
    if ((intptr_t)object > 0)
        while (count-- > 0) swift_retain((void *)((uintptr_t)object & 0x8ffffffffffffff8));
    return object;
}

void *swift_bridgeObjectRetain(void *object) { return swift_bridgeObjectRetain_n(object, 1); }
#endif

#if __SIZEOF_POINTER__ == 4
/* On processors of 32 bits glibc's structures are not musl's, whose times have 64 bits everywhere. tools/cross calls the
 * functions of Debian's libraries so that take them. Of a file libgpiod looks at what kind it is and at the number of its device:
 * up to there both are the same (glibc's bits/struct_stat.h for ARM has 88 bytes, musl's bits/stat.h 152). */
enum { SAME_IN_BOTH = 40, SIZE_IN_GLIBC = 88 };
_Static_assert(offsetof(struct stat, st_mode) == 16 && offsetof(struct stat, st_rdev) == 32, "musl has moved them");

static int as_glibc(int status, const struct stat *file, void *target) {
    memset(target, 0, SIZE_IN_GLIBC);
    if (!status) memcpy(target, file, SAME_IN_BOTH);
    return status;
}

int glibc_stat(const char *path, void *target) {
    struct stat file;
    int status = stat(path, &file);
    return as_glibc(status, &file, target);
}

int glibc_lstat(const char *path, void *target) {
    struct stat file;
    int status = lstat(path, &file);
    return as_glibc(status, &file, target);
}

int glibc_ppoll(struct pollfd *files, nfds_t count, const int32_t limit[2], const sigset_t *mask) {
    struct timespec own = {limit ? limit[0] : 0, limit ? limit[1] : 0};
    return ppoll(files, count, limit ? &own : NULL, mask);
}
#endif

void arc4random_buf(void *bytes, size_t count) {
    for (char *rest = bytes; count > 0;) {
        ssize_t got = getrandom(rest, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) abort();
        rest += got;
        count -= (size_t)got;
    }
}
#endif
