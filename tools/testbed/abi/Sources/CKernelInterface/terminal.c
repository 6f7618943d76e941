#define _GNU_SOURCE
#include "kernel_interface.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

int abi_terminal(char *path, size_t size) {
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return -errno;
    if (grantpt(fd) || unlockpt(fd) || ptsname_r(fd, path, size)) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

static unsigned speed(const struct termios *settings) {
    static const struct {
        speed_t code;
        unsigned baud;
    } speeds[] = {{B9600, 9600}, {B19200, 19200}, {B38400, 38400}, {B57600, 57600}, {B115200, 115200},
                  {B230400, 230400}, {B460800, 460800}, {B921600, 921600}, {B1000000, 1000000}};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        if (speeds[i].code == cfgetospeed(settings)) return speeds[i].baud;
    return 0;
}

void abi_terminal_settings(int fd, char *text, size_t size) {
    struct termios s;
    if (tcgetattr(fd, &s)) {
        snprintf(text, size, "unknown");
        return;
    }
    int bits = (s.c_cflag & CSIZE) == CS8 ? 8 : (s.c_cflag & CSIZE) == CS7 ? 7 : 6;
    char parity = !(s.c_cflag & PARENB) ? 'N' : s.c_cflag & PARODD ? 'O' : 'E';
    bool is_raw = !(s.c_lflag & (ICANON | ECHO | ISIG)) && !(s.c_oflag & OPOST) && !(s.c_iflag & (IXON | ICRNL));
    snprintf(text, size, "%u %d%c%d %s", speed(&s), bits, parity, s.c_cflag & CSTOPB ? 2 : 1,
             is_raw ? "raw" : "cooked");
}
