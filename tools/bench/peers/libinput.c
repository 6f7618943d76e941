// libinput + libevdev
//
// Includes: from the kernel's events to libinput's touch events, through libevdev, as a compositor takes them: dispatch,
// get, destroy. The system calls are answered in the process and cost next to nothing (device.c).
// Lacks: what the kernel's driver does to get the events off the chip's registers; every gesture (libinput recognizes
// none on touchscreens). Reports that change nothing have no events, and so cost nothing.

#include "device.h"

#include <libinput.h>
#include <stdio.h>
#include <stdlib.h>

const enum manner peer_manner = SLOTS;
static struct libinput *context;
static long outcomes;

static int open_device(const char *path, int flags, void *data) {
    (void)path, (void)flags, (void)data;
    return device_open(SLOTS);
}
static void close_device(int fd, void *data) { (void)fd, (void)data; }

static const struct libinput_interface interface = {open_device, close_device};

static void take_events(void) {
    libinput_dispatch(context);
    for (struct libinput_event *event; (event = libinput_get_event(context));) {
        switch (libinput_event_get_type(event)) {
        case LIBINPUT_EVENT_TOUCH_DOWN:
        case LIBINPUT_EVENT_TOUCH_MOTION:
        case LIBINPUT_EVENT_TOUCH_UP: outcomes++;
        default: break;
        }
        libinput_event_destroy(event);
    }
}

void peer_start(void) {
    context = libinput_path_create_context(&interface, NULL);
    // (Any character device: its name leads to the simulated one.)
    if (!context || !libinput_path_add_device(context, "/dev/null")) {
        fputs("libinput does not take the simulated device\n", stderr);
        exit(70);
    }
    take_events();
}

void peer_report(const struct report *report) {
    if (report->event_count == 0) return;
    device_send(report);
    take_events();
}

long peer_outcomes(void) { return outcomes; }
