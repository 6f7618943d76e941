// What all peers have in common: the same fingers, what is measured, and how it is told.
//
//   PEER REGISTERS [REPORTS]
//
// REGISTERS is a file of `Mix registers`: for each report its time in µs as 8 bytes, least first, and the 61 registers of
// a FocalTech chip from 0x02 on. All reports are given to the peer one after the other, or the first REPORTS. Printed is
// one line: reports, outcomes, CPU time of the measured part in ns, requests to the heap in it, and the peak of the
// resident memory in KB. callgrind counts the instructions (`--toggle-collect=measured_report`).

#ifndef HARNESS_H
#define HARNESS_H

#include <linux/input.h>
#include <stdint.h>
#include <stddef.h>

enum { MOST_CONTACTS = 10, REPORT_LENGTH = 61, PANEL_WIDTH = 800, PANEL_HEIGHT = 480 };

struct contact {
    int id, x, y;
};

// A report in every form that a peer may take. All of it is made before anything is measured.
struct report {
    int64_t time_us;
    uint8_t registers[REPORT_LENGTH];
    int count;
    struct contact contacts[MOST_CONTACTS];
    // What the kernel's driver would send; none where nothing has changed.
    struct input_event *events;
    int event_count;
};

// Each peer has these four.

// What its driver sends of a finger: slots (protocol B), or all contacts of each report with or without their identities
// (protocol A). NO_EVENTS where it takes something else.
enum manner { NO_EVENTS, SLOTS, TRACKED, ANONYMOUS };
extern const enum manner peer_manner;
void peer_start(void);
// Measured.
void peer_report(const struct report *report);
// How much came of it so far, in the peer's own terms: it cannot be left out by the compiler, and tells whether it works.
long peer_outcomes(void);

// Of events.c.
void events_start(enum manner manner);
int events_of(const struct report *report, struct input_event *events);
enum { MOST_EVENTS = 6 * MOST_CONTACTS + 8 };

#endif
