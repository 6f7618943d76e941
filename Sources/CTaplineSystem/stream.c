#define _GNU_SOURCE
#include "tapline_stream.h"

#include "tapline_system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static const struct {
    uint32_t baud;
    speed_t speed;
} rates[] = {
    {1200, B1200},       {1800, B1800},       {2400, B2400},       {4800, B4800},       {9600, B9600},
    {19200, B19200},     {38400, B38400},     {57600, B57600},     {115200, B115200},   {230400, B230400},
    {460800, B460800},   {500000, B500000},   {576000, B576000},   {921600, B921600},   {1000000, B1000000},
    {1152000, B1152000}, {1500000, B1500000}, {2000000, B2000000}, {2500000, B2500000}, {3000000, B3000000},
    {3500000, B3500000}, {4000000, B4000000},
};

static const speed_t *speed_of(uint32_t baud) {
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        if (rates[i].baud == baud) return &rates[i].speed;
    return NULL;
}

int tapline_serial_has_rate(uint32_t baud) { return speed_of(baud) != NULL; }

int tapline_serial_open(const char *path, uint32_t baud) {
    const speed_t *speed = speed_of(baud);
    if (!speed) return -EINVAL;
    int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -errno;
    struct termios settings;
    if (tcgetattr(fd, &settings) == 0) {
        cfmakeraw(&settings);
        settings.c_cflag |= CLOCAL | CREAD;
        settings.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
        cfsetispeed(&settings, *speed);
        cfsetospeed(&settings, *speed);
        if (tcsetattr(fd, TCSANOW, &settings) == 0) return fd;
    }
    int error = errno;
    close(fd);
    return -error;
}

int tapline_stream_open(int fd) {
    struct stat status;
    if (fstat(fd, &status) < 0) return -errno;
    if (S_ISFIFO(status.st_mode) || (S_ISCHR(status.st_mode) && isatty(fd))) {
        char path[32];
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        int own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (own >= 0) return own;
    }
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    return copy < 0 ? -errno : copy;
}

int tapline_stream_is_socket(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

int64_t tapline_stream_write(int fd, int is_socket, const void *bytes, size_t count) {
    ssize_t put = is_socket ? send(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL) : write(fd, bytes, count);
    if (put >= 0) return put;
    return errno == EAGAIN || errno == EINTR ? 0 : -errno;
}

int tapline_stream_wait(int fd, int64_t until_us) {
    for (;;) {
        int64_t rest_us = until_us - tapline_now_us();
        struct pollfd wanted = {.fd = fd, .events = POLLOUT};
        int count = poll(&wanted, 1, rest_us <= 0 ? 0 : (int)((rest_us + 999) / 1000));
        if (count > 0) return !(wanted.revents & (POLLERR | POLLHUP | POLLNVAL));
        if (count == 0 || errno != EINTR) return 0;
    }
}
