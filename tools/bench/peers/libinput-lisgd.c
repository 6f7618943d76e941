// libinput + libevdev + lisgd
//
// Includes: what libinput.c includes, and lisgd's functions for each of the events, as its own loop calls them.
// Lacks: the registers and the kernel's driver; system calls; every gesture but swipes. It starts no commands here.

#include "device.h"

#include <stdio.h>
#include <stdlib.h>

static long executed;
static int run_command(const char *command) { return (void)command, executed++, 0; }
#define system run_command
#define main lisgd_main
#define run lisgd_run
#include "lisgd-source.c"
#undef system
#undef main

const enum manner peer_manner = SLOTS;
static struct libinput *context;

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
        case LIBINPUT_EVENT_TOUCH_DOWN: touchdown(event); break;
        case LIBINPUT_EVENT_TOUCH_UP: touchup(event); break;
        case LIBINPUT_EVENT_TOUCH_MOTION: touchmotion(event); break;
        default: break;
        }
        libinput_event_destroy(event);
    }
}

void peer_start(void) {
    screenwidth = PANEL_WIDTH;
    screenheight = PANEL_HEIGHT;
    gestsarr = gestures;
    gestsarrlen = sizeof gestures / sizeof *gestures;
    for (int i = 0; i < MAXSLOTS; i++) resetslot(i);
    context = libinput_path_create_context(&interface, NULL);
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

long peer_outcomes(void) { return executed; }
