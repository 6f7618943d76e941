// LVGL's gesture recognizers
//
// Includes: alone, lv_indev_gesture_recognizers_update for each report, as its drivers call it: the fingers that landed,
// moved or lifted, if any, given to its recognizers for pinch, rotation and the two-finger swipe. With its input loop
// (compiled with -DWITH_LOOP), lv_indev_read as LVGL's timer calls it, which asks for the fingers and also looks for
// presses, clicks, long presses and one-finger gestures on an empty screen.
// (The interface: docs.lvgl.io, "lv_indev_gesture.h" and "Gestures".)
// Lacks: the registers and a driver; identities (it takes the chip's); who wins; recognizers of its own for taps of
// several fingers, edges and strokes.

#include "harness.h"

#include <stdlib.h>

#include "lvgl.h"
#include "src/lvgl_private.h"

const enum manner peer_manner = NO_EVENTS;
static lv_indev_t *pointer;
static const struct report *shown;
static uint32_t now_ms;
static long outcomes;
static int is_down[16];
static struct contact last[16];
static lv_indev_touch_data_t touches[2 * MOST_CONTACTS];

static uint32_t ticks(void) { return now_ms; }

static void touch(const struct contact *contact, lv_indev_state_t state, int *count) {
    touches[(*count)++] = (lv_indev_touch_data_t){
        .point = {contact->x, contact->y}, .state = state, .id = contact->id, .timestamp = now_ms};
}

// What has happened since the last report, as LVGL's drivers collect it.
static int collect(const struct report *report) {
    int count = 0, is_seen[16] = {0};
    for (int i = 0; i < report->count; i++) {
        const struct contact *contact = &report->contacts[i];
        int id = contact->id;
        if (!is_down[id] || last[id].x != contact->x || last[id].y != contact->y)
            touch(contact, LV_INDEV_STATE_PRESSED, &count);
        is_down[id] = is_seen[id] = 1;
        last[id] = *contact;
    }
    for (int id = 0; id < MOST_CONTACTS; id++) {
        if (!is_down[id] || is_seen[id]) continue;
        is_down[id] = 0;
        touch(&last[id], LV_INDEV_STATE_RELEASED, &count);
    }
    return count;
}

static void read_pointer(lv_indev_t *indev, lv_indev_data_t *data) {
    lv_indev_gesture_recognizers_update(indev, touches, collect(shown));
    lv_indev_gesture_recognizers_set_data(indev, data);
    data->state = shown->count ? LV_INDEV_STATE_PRESSED : LV_INDEV_STATE_RELEASED;
    if (shown->count) data->point = (lv_point_t){shown->contacts[0].x, shown->contacts[0].y};
}

static void flush(lv_display_t *display, const lv_area_t *area, uint8_t *pixels) {
    (void)area, (void)pixels;
    lv_display_flush_ready(display);
}

static void happened(lv_event_t *event) { outcomes += event != NULL; }

void peer_start(void) {
    static uint8_t pixels[PANEL_WIDTH * 10 * 2];
    lv_init();
    lv_tick_set_cb(ticks);
    lv_display_t *display = lv_display_create(PANEL_WIDTH, PANEL_HEIGHT);
    lv_display_set_buffers(display, pixels, NULL, sizeof pixels, LV_DISPLAY_RENDER_MODE_PARTIAL);
    lv_display_set_flush_cb(display, flush);
    lv_obj_add_event_cb(lv_screen_active(), happened, LV_EVENT_GESTURE, NULL);
    lv_obj_add_event_cb(lv_screen_active(), happened, LV_EVENT_CLICKED, NULL);
    pointer = lv_indev_create();
    lv_indev_set_type(pointer, LV_INDEV_TYPE_POINTER);
    lv_indev_set_read_cb(pointer, read_pointer);
}

void peer_report(const struct report *report) {
    now_ms = report->time_us / 1000;
    shown = report;
#ifdef WITH_LOOP
    lv_indev_read(pointer);
#else
    lv_indev_gesture_recognizers_update(pointer, touches, collect(report));
    for (int i = 0; i < LV_INDEV_GESTURE_CNT; i++)
        outcomes += pointer->recognizers[i].state == LV_INDEV_GESTURE_STATE_ENDED;
#endif
}

long peer_outcomes(void) { return outcomes; }
