#include <stdlib.h>

#ifndef __GLIBC__
/* What Swift's own runtime gives `Double(_: some StringProtocol)`, and Embedded Swift has not: where the number ends, NULL
 * for none. */
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end == text ? NULL : end;
}
#endif
