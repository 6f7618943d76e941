// tslib, three filters
//
// Includes: from the kernel's events to filtered samples of ten slots: tslib's own reader of input devices, and the three
// filters of its shipped configuration (pthres, dejitter, linear). Its reads are answered in the process (device.c).
// Lacks: the registers and the kernel's driver, system calls, and every gesture: tslib smooths and calibrates.

#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tslib.h>
#include <unistd.h>

const enum manner peer_manner = SLOTS;
static struct tsdev *screen;
static struct ts_sample_mt samples[MOST_CONTACTS], *rows[1] = {samples};
static long outcomes;

void peer_start(void) {
    char path[] = "/tmp/ts.conf.XXXXXX";
    static const char text[] = "module_raw input\nmodule pthres pmin=1\nmodule dejitter delta=100\nmodule linear\n";
    int fd = mkstemp(path);
    if (fd < 0 || write(fd, text, strlen(text)) < 0) perror(path);
    setenv("TSLIB_CONFFILE", path, 1);
    setenv("TSLIB_CALIBFILE", "/nonexistent", 1);
    screen = ts_open("/dev/null", 1);
    if (screen) device_is(ts_fd(screen), SLOTS);
    int is_configured = screen && ts_config(screen) == 0;
    close(fd);
    unlink(path);
    if (is_configured) return;
    fputs("tslib does not take the simulated device\n", stderr);
    exit(70);
}

void peer_report(const struct report *report) {
    if (report->event_count == 0) return;
    device_send(report);
    while (ts_read_mt(screen, rows, MOST_CONTACTS, 1) > 0) {
        for (int i = 0; i < MOST_CONTACTS; i++) outcomes += samples[i].valid != 0;
    }
}

long peer_outcomes(void) { return outcomes; }
