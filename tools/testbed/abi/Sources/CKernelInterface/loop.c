#define _GNU_SOURCE
#include "kernel_interface.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>

int abi_wait(struct pollfd *polled, unsigned count, int64_t timeout_us) {
    struct timespec timeout = {.tv_sec = timeout_us / 1000000, .tv_nsec = timeout_us % 1000000 * 1000};
    int ready = ppoll(polled, count, timeout_us < 0 ? NULL : &timeout, NULL);
    return ready < 0 ? -errno : ready;
}

int abi_stop_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &signals, SFD_CLOEXEC);
}

int64_t abi_discard(int fd) {
    uint8_t bytes[4096];
    return recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
}

int64_t abi_receive_bytes(int fd, void *bytes, size_t size) { return recv(fd, bytes, size, MSG_DONTWAIT); }
