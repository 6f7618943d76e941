#define _GNU_SOURCE
#include "tapline_stream.h"

#include "tapline_system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
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

/* The same file once more, for writing without waiting; -1 where that is not possible. */
static int reopened(int fd) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

int tapline_stream_open(int fd, int *manner) {
    struct stat status;
    if (fstat(fd, &status) < 0) return -errno;
    int can_block = S_ISFIFO(status.st_mode) || (S_ISCHR(status.st_mode) && isatty(fd));
    *manner = S_ISSOCK(status.st_mode) ? TAPLINE_STREAM_SOCKET : can_block ? TAPLINE_STREAM_SHARED : TAPLINE_STREAM_OWN;
    int own = can_block ? reopened(fd) : -1;
    if (own >= 0) {
        *manner = TAPLINE_STREAM_OWN;
        return own;
    }
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    return copy < 0 ? -errno : copy;
}

int64_t tapline_stream_write(int fd, int manner, const void *bytes, size_t count) {
    ssize_t put;
    if (manner == TAPLINE_STREAM_SOCKET) {
        put = send(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    } else if (manner == TAPLINE_STREAM_SHARED) {
        /* A pipe that has room has room for so much (pipe(7)). */
        struct pollfd room = {.fd = fd, .events = POLLOUT};
        if (poll(&room, 1, 0) == 0) return 0;
        put = write(fd, bytes, count > PIPE_BUF ? PIPE_BUF : count);
    } else {
        put = write(fd, bytes, count);
    }
    if (put >= 0) return put;
    return errno == EAGAIN || errno == EINTR ? 0 : -errno;
}

int tapline_is_always_ready(int fd) {
    struct stat status;
    if (fstat(fd, &status) < 0) return 1;
    return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || (S_ISCHR(status.st_mode) && !isatty(fd));
}

int tapline_output_open(int fd) {
    int own = isatty(fd) && !(fcntl(fd, F_GETFL) & O_NONBLOCK) ? reopened(fd) : -1;
    return own < 0 ? fd : own;
}

int64_t tapline_output_put(int fd, const void *bytes, size_t count) {
    struct pollfd output = {.fd = fd, .events = POLLOUT};
    if (poll(&output, 1, 0) == 0) return -EAGAIN;
    ssize_t put = send(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (put < 0 && errno == ENOTSOCK) {
        /* (A pipe that takes anything takes PIPE_BUF bytes: pipe(7). A terminal that could not be opened again takes less.) */
        size_t most = tapline_is_always_ready(fd) ? count : isatty(fd) && !(fcntl(fd, F_GETFL) & O_NONBLOCK) ? 64 : PIPE_BUF;
        put = write(fd, bytes, count < most ? count : most);
    }
    if (put < 0) return errno == EINTR ? -EAGAIN : -errno;
    return put;
}

int tapline_output_write(int fd, const void *bytes, size_t count, size_t *written) {
    /* (Blocked but while it waits: a signal between the question and the wait would be missed.) */
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    sigprocmask(SIG_BLOCK, &stop, &before);
    int own = tapline_output_open(fd);
    int64_t put = 0;
    for (*written = 0; *written < count && put >= 0; *written += put > 0 ? (size_t)put : 0) {
        put = tapline_output_put(own, (const char *)bytes + *written, count - *written);
        if (put != -EAGAIN) continue;
        struct pollfd output = {.fd = own, .events = POLLOUT};
        int is_last = tapline_stop_requested();
        int ready = is_last ? poll(&output, 1, 1000) : ppoll(&output, 1, NULL, &before);
        put = ready < 0 && errno != EINTR ? -errno : ready == 0 ? -ECANCELED : 0;
    }
    if (own != fd) close(own);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return put < 0 ? (int)put : 0;
}

void tapline_serial_settle(int fd, int64_t until_us) {
    /* (The kernel has no event for "sent": it is asked.) */
    for (int waiting = 0; ioctl(fd, TIOCOUTQ, &waiting) == 0 && waiting > 0;) {
        if (tapline_now_us() >= until_us) {
            tcflush(fd, TCOFLUSH);
            return;
        }
        tapline_wait_until(tapline_now_us() + 5000);
    }
}

void tapline_stream_fill_standard(void) {
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= 2);
    if (fd > 2) close(fd);
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
