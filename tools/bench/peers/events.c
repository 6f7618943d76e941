// What the kernel's driver of a touchscreen would send for the fingers of a report (Documentation/input/
// multi-touch-protocol.rst): only what has changed, and nothing where nothing has.

#include "harness.h"

#include <string.h>

static enum manner manner;
// What was sent last of each finger: identity, or -1, and place.
static int tracking[MOST_CONTACTS], last_x[MOST_CONTACTS], last_y[MOST_CONTACTS];
static int next_tracking, slot, fingers, pointer_x, pointer_y;

void events_start(enum manner chosen) {
    manner = chosen;
    memset(tracking, -1, sizeof tracking);
    slot = pointer_x = pointer_y = -1;
}

static struct input_event *end;
static int64_t now_us;

static void add(int type, int code, int value) {
    *end++ = (struct input_event){
        .input_event_sec = now_us / 1000000, .input_event_usec = now_us % 1000000, .type = type, .code = code,
        .value = value};
}

static void choose(int wanted) {
    if (slot != wanted) add(EV_ABS, ABS_MT_SLOT, wanted);
    slot = wanted;
}

static void send_slots(const struct report *report) {
    int stays[MOST_CONTACTS] = {0};
    for (int i = 0; i < report->count; i++) {
        const struct contact *contact = &report->contacts[i];
        int id = contact->id, is_new = tracking[id] < 0;
        stays[id] = 1;
        if (is_new) {
            choose(id);
            add(EV_ABS, ABS_MT_TRACKING_ID, tracking[id] = next_tracking++ & 0xFFFF);
        }
        if (is_new || last_x[id] != contact->x) {
            choose(id);
            add(EV_ABS, ABS_MT_POSITION_X, last_x[id] = contact->x);
        }
        if (is_new || last_y[id] != contact->y) {
            choose(id);
            add(EV_ABS, ABS_MT_POSITION_Y, last_y[id] = contact->y);
        }
    }
    for (int id = 0; id < MOST_CONTACTS; id++) {
        if (tracking[id] < 0 || stays[id]) continue;
        choose(id);
        add(EV_ABS, ABS_MT_TRACKING_ID, tracking[id] = -1);
    }
    // As input_mt_report_pointer_emulation does: the first finger is a pointer too.
    if (!fingers != !report->count) add(EV_KEY, BTN_TOUCH, report->count > 0);
    if (report->count) {
        if (pointer_x != report->contacts[0].x) add(EV_ABS, ABS_X, pointer_x = report->contacts[0].x);
        if (pointer_y != report->contacts[0].y) add(EV_ABS, ABS_Y, pointer_y = report->contacts[0].y);
    }
}

static void send_all(const struct report *report) {
    for (int i = 0; i < report->count; i++) {
        if (manner == TRACKED) add(EV_ABS, ABS_MT_TRACKING_ID, report->contacts[i].id);
        add(EV_ABS, ABS_MT_POSITION_X, report->contacts[i].x);
        add(EV_ABS, ABS_MT_POSITION_Y, report->contacts[i].y);
        add(EV_SYN, SYN_MT_REPORT, 0);
    }
    if (!report->count && fingers) add(EV_SYN, SYN_MT_REPORT, 0);
}

int events_of(const struct report *report, struct input_event *events) {
    end = events;
    now_us = report->time_us + 1000000;
    if (manner == SLOTS) send_slots(report); else send_all(report);
    if (end != events) add(EV_SYN, SYN_REPORT, 0);
    fingers = report->count;
    return end - events;
}
