#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int bench_start(char *const arguments[], int output, int errors) {
    int pid = fork();
    if (pid != 0) return pid < 0 ? -errno : pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (output >= 0) dup2(output, 1);
    if (errors >= 0) dup2(errors, 2);
    execvp(arguments[0], arguments);
    fprintf(stderr, "bench: %s: %s\n", arguments[0], strerror(errno));
    _exit(127);
}

int bench_watch_process(int pid) {
    int fd = syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? -errno : fd;
}

int bench_watch_lines(int chip, unsigned count) {
    for (unsigned offset = 0; offset < count; offset++) {
        struct gpio_v2_line_info line = {.offset = offset};
        if (ioctl(chip, GPIO_V2_GET_LINEINFO_WATCH_IOCTL, &line)) return -errno;
    }
    return 0;
}

int bench_read_change(int chip, struct bench_line_change *change) {
    struct gpio_v2_line_info_changed news;
    if (read(chip, &news, sizeof news) != sizeof news) return -EAGAIN;
    *change = (struct bench_line_change){
        .event = news.event_type,
        .offset = news.info.offset,
        .is_output = news.info.flags & GPIO_V2_LINE_FLAG_OUTPUT,
    };
    memcpy(change->consumer, news.info.consumer, sizeof change->consumer - 1);
    return 0;
}

int bench_take_line(int chip, unsigned offset, const char *consumer) {
    struct gpio_v2_line_request request = {
        .offsets = {offset}, .num_lines = 1, .config.flags = GPIO_V2_LINE_FLAG_INPUT};
    strncpy(request.consumer, consumer, sizeof request.consumer - 1);
    return ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request) ? -errno : request.fd;
}

int bench_make_raw(int terminal) {
    struct termios settings;
    if (tcgetattr(terminal, &settings)) return -errno;
    cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    cfsetspeed(&settings, B115200);
    return tcsetattr(terminal, TCSANOW, &settings) ? -errno : 0;
}

int bench_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) ? -errno : 0; }

int bench_step_clock(long seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec += seconds;
    return clock_settime(CLOCK_REALTIME, &now) ? -errno : 0;
}
