// least: parse FT5x06 bytes
//
// Includes: from the 61 registers to contacts in an array, a plain loop over as many records as the chip says there are.
// Lacks: everything else. No finger is followed, nothing is recognized. Less is not possible.

#include "harness.h"

const enum manner peer_manner = NO_EVENTS;
static struct contact contacts[MOST_CONTACTS];
static long found;

void peer_start(void) {}

void peer_report(const struct report *report) {
    const uint8_t *bytes = report->registers;
    int count = bytes[0] & 0x0F;
    if (count > MOST_CONTACTS) return;
    for (int i = 0; i < count; i++) {
        const uint8_t *record = bytes + 1 + 6 * i;
        contacts[i].x = (record[0] & 0x0F) << 8 | record[1];
        contacts[i].y = (record[2] & 0x0F) << 8 | record[3];
        contacts[i].id = record[2] >> 4;
    }
    // (The compiler may not leave the loop out.)
    __asm__ volatile("" : : "r"(contacts) : "memory");
    found += count;
}

long peer_outcomes(void) { return found; }
