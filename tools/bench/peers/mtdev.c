// mtdev
//
// Includes: the kernel's events of a driver without slots (protocol A) turned into those of one with slots. Tracked: the
// driver names the fingers; anonymous (compiled with -DIS_ANONYMOUS): mtdev finds out which is which.
// Lacks: the registers and the kernel's driver, reading the events, and everything that follows: mtdev recognizes nothing.

#include "device.h"

#include <mtdev.h>
#include <mtdev-plumbing.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef IS_ANONYMOUS
const enum manner peer_manner = ANONYMOUS;
#else
const enum manner peer_manner = TRACKED;
#endif
static struct mtdev *mtdev;
static long outcomes;

void peer_start(void) {
    mtdev = mtdev_new_open(device_open(peer_manner));
    if (mtdev) return;
    fputs("mtdev does not take the simulated device\n", stderr);
    exit(70);
}

void peer_report(const struct report *report) {
    for (int i = 0; i < report->event_count; i++) {
        mtdev_put_event(mtdev, &report->events[i]);
        for (struct input_event event; !mtdev_empty(mtdev); outcomes++) mtdev_get_event(mtdev, &event);
    }
}

long peer_outcomes(void) { return outcomes; }
