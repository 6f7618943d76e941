#define _GNU_SOURCE
#include "tapline_stream.h"
#include "tapline_tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

/* Where signals are read from, and those that came while something was written. */
static int signals = -1;
static enum tapline_tool_signal kept[8];
static size_t kept_count;

static void view_signals(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
    sigaddset(set, SIGWINCH);
    sigaddset(set, SIGTSTP);
    sigaddset(set, SIGCHLD);
}

/* A blocked signal that is ignored is not even queued; SIGCHLD and SIGWINCH are ignored by default, but not thereby. */
int tapline_tool_signals_open(void) {
    sigset_t set;
    view_signals(&set);
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -errno;
    signal(SIGPIPE, SIG_IGN);
    signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    return signals < 0 ? -errno : signals;
}

static enum tapline_tool_signal read_signal(int fd) {
    struct signalfd_siginfo info;
    if (read(fd, &info, sizeof info) != (ssize_t)sizeof info) return TAPLINE_TOOL_NONE;
    switch (info.ssi_signo) {
    case SIGWINCH: return TAPLINE_TOOL_RESIZED;
    case SIGTSTP: return TAPLINE_TOOL_PAUSE;
    case SIGCHLD: return TAPLINE_TOOL_CHILD;
    default: return TAPLINE_TOOL_STOP;
    }
}

int tapline_tool_signals_kept(void) { return kept_count > 0; }

enum tapline_tool_signal tapline_tool_signals_next(int fd) {
    if (kept_count == 0) return read_signal(fd);
    enum tapline_tool_signal first = kept[0];
    kept_count--;
    memmove(kept, kept + 1, kept_count * sizeof *kept);
    return first;
}

int tapline_tool_write(int fd, const void *bytes, size_t count, size_t *written) {
    if (signals < 0) return tapline_output_write(fd, bytes, count, written);
    *written = 0;
    while (*written < count) {
        int64_t put = tapline_output_put(fd, (const char *)bytes + *written, count - *written);
        if (put > 0) *written += (size_t)put;
        if (put >= 0) continue;
        if (put != -EAGAIN) return (int)put;
        struct pollfd both[] = {{.fd = fd, .events = POLLOUT}, {.fd = signals, .events = POLLIN}};
        if (poll(both, 2, -1) < 0 && errno != EINTR) return -errno;
        enum tapline_tool_signal signal;
        while ((signal = read_signal(signals)) != TAPLINE_TOOL_NONE) {
            if (signal == TAPLINE_TOOL_PAUSE) {
                tapline_terminal_stop();
                continue;
            }
            if (kept_count < sizeof kept / sizeof *kept) kept[kept_count++] = signal;
            else if (signal == TAPLINE_TOOL_STOP) kept[0] = signal;
            if (signal == TAPLINE_TOOL_STOP) return -ECANCELED;
        }
    }
    return 0;
}

void tapline_tool_end_by_pipe(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(SIGPIPE);
}

int tapline_terminal_size(int fd, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

static int taken_output = -1, taken_keys = -1;
static struct termios settings_before;
static int has_settings;

/* Writes a few bytes to a terminal that may stand still (control-S): then its output goes on. A start alone would only undo
 * a stop of ours, so there is one before it (tcflow(3); the kernel's n_tty). */
static int tell_terminal(int fd, const char *text, size_t length) {
    for (int attempt = 0; length > 0 && attempt < 5; attempt++) {
        struct pollfd output = {.fd = fd, .events = POLLOUT};
        if (poll(&output, 1, attempt == 0 ? 0 : 100) == 0) {
            tcflow(fd, TCOOFF);
            tcflow(fd, TCOON);
            continue;
        }
        ssize_t put = write(fd, text, length);
        if (put < 0 && errno != EAGAIN && errno != EINTR) return -errno;
        if (put > 0) text += put, length -= (size_t)put;
    }
    return 0;
}

/* Only what a handler of signals may call. Alternate screen (xterm's 1049, which saves the cursor), cursor (25), colours,
 * line wrap (7). Source: XTerm Control Sequences, https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
void tapline_terminal_give_back(void) {
    if (taken_output < 0) return;
    static const char leave[] = "\033[0m\033[?7h\033[?25h\033[?1049l";
    tell_terminal(taken_output, leave, sizeof leave - 1);
    if (has_settings) tcsetattr(taken_keys, TCSANOW, &settings_before);
    taken_output = -1;
}

static void crashed(int number) {
    tapline_terminal_give_back();
    signal(number, SIG_DFL);
    raise(number);
}

int tapline_terminal_take(int output, int keys) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT};
    static int is_prepared;
    if (!is_prepared) {
        for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], crashed);
        atexit(tapline_terminal_give_back);
        is_prepared = 1;
    }
    taken_keys = keys;
    has_settings = keys >= 0 && tcgetattr(keys, &settings_before) == 0;
    if (has_settings) {
        struct termios settings = settings_before;
        /* (Control-C and control-Z stay signals.) */
        settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        settings.c_cc[VMIN] = 0;
        settings.c_cc[VTIME] = 0;
        tcsetattr(keys, TCSANOW, &settings);
    }
    taken_output = output;
    static const char enter[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
    return tell_terminal(output, enter, sizeof enter - 1);
}

void tapline_terminal_stop(void) { raise(SIGSTOP); }

int tapline_terminal_open(void) {
    int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}
