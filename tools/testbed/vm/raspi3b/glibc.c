// What Debian's libgpiod 1.6 asks for, which was built for glibc, and neither musl nor CTaplineSystem has (Linux Standard Base
// 4.1, "__asprintf_chk").
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

int __asprintf_chk(char **text, int flag, const char *format, ...) {
    (void)flag;
    va_list values;
    va_start(values, format);
    int length = vasprintf(text, format, values);
    va_end(values);
    return length;
}
