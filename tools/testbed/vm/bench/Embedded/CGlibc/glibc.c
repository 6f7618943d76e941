#include "glibc.h"

int glibc_errno(void) { return errno; }

int glibc_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }

int glibc_fcntl(int fd, int command, int value) { return fcntl(fd, command, value); }

// What Swift's own runtime gives `Float(_: some StringProtocol)`: where the number ends, NULL for none.
const char *_swift_stdlib_strtof_clocale(const char *text, float *number) {
    char *end;
    *number = strtof(text, &end);
    return end == text ? NULL : end;
}
