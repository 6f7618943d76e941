#pragma once
/* What the bench needs of the C library, where Swift has no module `Glibc`: Embedded Swift for a processor of which it has
 * the language alone. Calls with varargs and macros do not import, so they are functions here. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int glibc_errno(void);
int glibc_open(const char *path, int flags, unsigned mode);
int glibc_fcntl(int fd, int command, int value);
