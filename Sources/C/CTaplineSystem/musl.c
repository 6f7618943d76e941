#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#ifndef __GLIBC__
/* What glibc has and musl has not, as far as a static program needs it: Debian's static libraries were built for glibc and
 * ask for its checked functions (Linux Standard Base 4.1, "__memcpy_chk" and the like; the size is that of the target, and
 * (size_t)-1 where it is not known), and Swift for random bytes. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

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
