#pragma once
/* Waiting for several things at once (epoll), signals as something to wait for (signalfd), and messages to the service
 * manager. Every function that can fail returns a negative error number. */
#include <stdint.h>

/** What has happened to a watched file descriptor. */
struct tapline_happening {
    /** The tag it is watched under. */
    uint32_t tag;
    /** There is something to read. */
    uint8_t is_readable;
    /** There is room to write. */
    uint8_t is_writable;
    /** It is broken, or its other end has gone. */
    uint8_t is_gone;
};

/** A new set of watched descriptors. */
int tapline_poller_open(void);
/** Watches `fd` under `tag`, or watches it differently than before. That it breaks is always reported. Descriptors that
 * are always ready, such as files, cannot be watched: EPERM. */
int tapline_poller_watch(int poller, int fd, uint32_t tag, int for_reading, int for_writing);
/** Stops watching `fd`, which is still open. */
void tapline_poller_forget(int poller, int fd);
/** Waits until something happens or the monotonic clock shows `until_us`; INT64_MAX: no limit. The number of
 * happenings, 0 when time is up. */
int tapline_poller_wait(int poller, int64_t until_us, struct tapline_happening *happenings, int capacity);

/** From now on SIGTERM, SIGINT, SIGHUP and SIGUSR1 do nothing by themselves: they are read from the returned
 * descriptor. SIGPIPE is ignored. */
int tapline_signals_open(void);
/** The number of the next signal that has come, 0 for none. */
int tapline_signals_next(int fd);

/** Notifies the service manager (the socket in NOTIFY_SOCKET); without one nothing happens. See
 * sd_notify(3). */
void tapline_notify(const char *text);
/** How often the service manager wants to hear WATCHDOG=1, µs; 0: not at all. */
int64_t tapline_watchdog_period_us(void);

/** Gives the process the real-time priority 1…99 (SCHED_FIFO); 0, or an error. */
int tapline_realtime(int priority);
/** Keeps the process's memory, now and later, out of the swap: mlockall(2). 0, or an error. */
int tapline_lock_memory(void);
/** Lets the kernel take back the pages of code and constants that are mapped, most of which only a start needs; what is
 * used again is mapped again, from the kernel's cache. Only mappings that are as they are in their files. See madvise(2),
 * MADV_DONTNEED. */
void tapline_let_go_of_code(void);
