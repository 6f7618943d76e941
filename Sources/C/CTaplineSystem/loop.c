#define _GNU_SOURCE
#include "tapline_loop.h"

#include "tapline_system.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int tapline_poller_open(void) {
    int poller = epoll_create1(EPOLL_CLOEXEC);
    return poller < 0 ? -errno : poller;
}

int tapline_poller_watch(int poller, int fd, uint32_t tag, int for_reading, int for_writing) {
    struct epoll_event event = {.events = (for_reading ? EPOLLIN : 0) | (for_writing ? EPOLLOUT : 0), .data.u32 = tag};
    if (epoll_ctl(poller, EPOLL_CTL_MOD, fd, &event) == 0) return 0;
    if (errno != ENOENT) return -errno;
    return epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

void tapline_poller_forget(int poller, int fd) { epoll_ctl(poller, EPOLL_CTL_DEL, fd, NULL); }

/* The wait's own limit is the timer: nothing has to be set for a deadline that moves with every report. epoll_pwait2
 * takes nanoseconds (Linux 5.11); before it, milliseconds must do, rounded up so that nobody wakes too early. */
static int wait_for(int poller, int64_t timeout_us, struct epoll_event *events, int capacity) {
#ifdef SYS_epoll_pwait2
    static int is_missing;
    if (!is_missing) {
        /* (The kernel's own timespec: 64 bits on every processor.) */
        struct {
            int64_t seconds, nanoseconds;
        } timeout = {timeout_us / 1000000, timeout_us % 1000000 * 1000};
        int count = (int)syscall(SYS_epoll_pwait2, poller, events, capacity, timeout_us < 0 ? NULL : &timeout, NULL,
                                 (size_t)0);
        /* (Filters of containers that do not know it say EPERM.) */
        if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
        is_missing = 1;
    }
#endif
    int64_t timeout_ms = timeout_us < 0 ? -1 : (timeout_us + 999) / 1000;
    return epoll_wait(poller, events, capacity, timeout_ms > 1000000000 ? 1000000000 : (int)timeout_ms);
}

int tapline_poller_wait(int poller, int64_t until_us, struct tapline_happening *happenings, int capacity) {
    struct epoll_event events[32];
    if (capacity > 32) capacity = 32;
    int64_t timeout_us = -1;
    if (until_us != INT64_MAX) {
        int64_t now_us = tapline_now_us();
        timeout_us = until_us <= now_us ? 0 : until_us - now_us;
    }
    int count = wait_for(poller, timeout_us, events, capacity);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < count; i++)
        happenings[i] = (struct tapline_happening){.tag = events[i].data.u32,
                                                   .is_readable = !!(events[i].events & EPOLLIN),
                                                   .is_writable = !!(events[i].events & EPOLLOUT),
                                                   .is_gone = !!(events[i].events & (EPOLLHUP | EPOLLERR))};
    return count;
}

int tapline_signals_open(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGUSR1);
    if (sigprocmask(SIG_BLOCK, &signals, NULL) < 0) return -errno;
    signal(SIGPIPE, SIG_IGN);
    int fd = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int tapline_signals_next(int fd) {
    struct signalfd_siginfo info;
    return read(fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

void tapline_notify(const char *text) {
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || (path[0] != '/' && path[0] != '@') || strlen(path) >= sizeof address.sun_path) return;
    size_t length = strlen(path);
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = 0;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return;
    /* (A manager that does not listen must not hold the fingers up.) */
    sendto(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
    close(fd);
}

int64_t tapline_watchdog_period_us(void) {
    const char *period = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
    if (!period || (process && atoll(process) != getpid())) return 0;
    long long value = atoll(period);
    return value > 0 ? value : 0;
}

int tapline_realtime(int priority) {
    struct sched_param wanted = {.sched_priority = priority};
    /* (musl's own function only says ENOSYS: it sets threads, not processes. This process has one.) */
    return syscall(SYS_sched_setscheduler, 0, SCHED_FIFO | SCHED_RESET_ON_FORK, &wanted) ? -errno : 0;
}

int tapline_lock_memory(void) { return mlockall(MCL_CURRENT | MCL_FUTURE) ? -errno : 0; }

void tapline_let_go_of_code(void) {
    int fd = open("/proc/self/smaps", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    char line[256], chunk[4096];
    size_t length = 0;
    uintptr_t start = 0, end = 0, from, to;
    unsigned long inode;
    char permissions[5];
    int is_file = 0;
    ssize_t count;
    while ((count = read(fd, chunk, sizeof chunk)) > 0)
        for (ssize_t i = 0; i < count; i++) {
            if (chunk[i] != '\n') {
                if (length < sizeof line - 1) line[length++] = chunk[i];
                continue;
            }
            line[length] = 0;
            length = 0;
            /* What is not as it is in the file, relocated or with a breakpoint in it, counts as anonymous, and would be lost.
             * A mapping begins with "559a0000-559b0000 r-xp 00001000 fe:00 1234 /path". */
            if (strncmp(line, "Anonymous:", 10) == 0) {
                if (is_file && strtoull(line + 10, NULL, 10) == 0) madvise((void *)start, end - start, MADV_DONTNEED);
            } else if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*x %*s %lu", &from, &to, permissions, &inode) == 4) {
                is_file = inode != 0 && permissions[1] != 'w' && permissions[3] == 'p';
                start = from;
                end = to;
            }
        }
    close(fd);
}
