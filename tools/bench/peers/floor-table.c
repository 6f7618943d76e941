// least: parse + slot table
//
// Includes: from the 61 registers to contacts, and a table of slots that says which fingers have landed, moved or lifted.
// Lacks: velocity, orientation, debounce, gestures, who wins, errors of the chip or the bus.

#include "harness.h"

const enum manner peer_manner = NO_EVENTS;
static struct {
    int is_down, is_seen, x, y, start_x, start_y;
    int64_t since_us;
} slots[16];
static long changes;

void peer_start(void) {}

void peer_report(const struct report *report) {
    const uint8_t *bytes = report->registers;
    int count = bytes[0] & 0x0F;
    if (count > MOST_CONTACTS) return;
    for (int i = 0; i < count; i++) {
        const uint8_t *record = bytes + 1 + 6 * i;
        int id = record[2] >> 4, x = (record[0] & 0x0F) << 8 | record[1], y = (record[2] & 0x0F) << 8 | record[3];
        if (!slots[id].is_down) {
            slots[id].is_down = 1;
            slots[id].start_x = x;
            slots[id].start_y = y;
            slots[id].since_us = report->time_us;
            changes++;
        } else if (slots[id].x != x || slots[id].y != y) {
            changes++;
        }
        slots[id].x = x;
        slots[id].y = y;
        slots[id].is_seen = 1;
    }
    for (int id = 0; id < MOST_CONTACTS; id++) {
        if (slots[id].is_down && !slots[id].is_seen) {
            slots[id].is_down = 0;
            changes++;
        }
        slots[id].is_seen = 0;
    }
}

long peer_outcomes(void) { return changes; }
