// lisgd, its swipe logic alone
//
// Includes: lisgd's own functions for each touch event of a finger (down, motion, up), from Debian's source, with its
// gestures as configured there. The getters of libinput's events are answered by the harness.
// Lacks: the events themselves: registers, driver, libinput. It knows swipes only, and starts no commands here.

#include "harness.h"

#include <time.h>

static long executed;
static int run_command(const char *command) { return (void)command, executed++, 0; }
// (lisgd's own loop, which nobody calls here, asks for these.)
#pragma weak libinput_path_create_context
#pragma weak libinput_path_add_device
#pragma weak libinput_device_config_send_events_set_mode
#pragma weak libinput_get_fd
#pragma weak libinput_dispatch
#pragma weak libinput_get_event
#pragma weak libinput_event_get_type
#pragma weak libinput_event_destroy
#pragma weak libinput_unref
#define system run_command
#define main lisgd_main
#define run lisgd_run
#include "lisgd-source.c"
#undef system
#undef main

const enum manner peer_manner = NO_EVENTS;

// What lisgd asks of an event.
struct libinput_event {
    int slot;
    double x, y;
};
static int64_t now_us;

struct libinput_event_touch *libinput_event_get_touch_event(struct libinput_event *event) { return (void *)event; }
int32_t libinput_event_touch_get_slot(struct libinput_event_touch *event) { return ((struct libinput_event *)event)->slot; }
double libinput_event_touch_get_x_transformed(struct libinput_event_touch *event, uint32_t width) {
    return (void)width, ((struct libinput_event *)event)->x;
}
double libinput_event_touch_get_y_transformed(struct libinput_event_touch *event, uint32_t height) {
    return (void)height, ((struct libinput_event *)event)->y;
}
int clock_gettime(clockid_t clock, struct timespec *time) {
    (void)clock;
    *time = (struct timespec){.tv_sec = now_us / 1000000, .tv_nsec = now_us % 1000000 * 1000};
    return 0;
}

static struct libinput_event last[MOST_CONTACTS];
static int is_down[MOST_CONTACTS];

void peer_start(void) {
    screenwidth = PANEL_WIDTH;
    screenheight = PANEL_HEIGHT;
    gestsarr = gestures;
    gestsarrlen = sizeof gestures / sizeof *gestures;
    for (int i = 0; i < MAXSLOTS; i++) resetslot(i);
}

void peer_report(const struct report *report) {
    int is_seen[MOST_CONTACTS] = {0};
    now_us = report->time_us;
    for (int i = 0; i < report->count; i++) {
        const struct contact *contact = &report->contacts[i];
        int id = contact->id, has_moved = last[id].x != contact->x || last[id].y != contact->y;
        is_seen[id] = 1;
        last[id] = (struct libinput_event){id, contact->x, contact->y};
        if (!is_down[id]) {
            is_down[id] = 1;
            touchdown(&last[id]);
        } else if (has_moved) {
            touchmotion(&last[id]);
        }
    }
    for (int id = 0; id < MOST_CONTACTS; id++) {
        if (!is_down[id] || is_seen[id]) continue;
        is_down[id] = 0;
        touchup(&last[id]);
    }
}

long peer_outcomes(void) { return executed; }
