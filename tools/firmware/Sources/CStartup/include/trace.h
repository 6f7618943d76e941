#pragma once
#include <stdint.h>

// The `trace/1` recording that lies beside the image in memory, as tools/firmware/pack-trace.py writes it.

/// What a line of the trace says.
typedef enum {
    /// The complete set of contacts.
    TRACE_CONTACTS = 0,
    /// A failed read: no news about fingers.
    TRACE_FAULT = 1,
    /// An interruption from outside: every touch is cancelled.
    TRACE_CANCEL = 2
} trace_kind;

/// The panel of the header: its size in px, the points (1/160 inch) in a px and the px in a point, along x and y; these are 0
/// where the header has no size in mm.
typedef struct {
    float width;
    float height;
    float points_per_pixel[2];
    float pixels_per_point[2];
} trace_panel;

/// One line. Its contacts are `first_contact` and the `count - 1` that follow.
typedef struct {
    uint64_t microseconds;
    uint32_t first_contact;
    uint16_t count;
    uint16_t kind;
} trace_line;

/// One finger, in panel pixels before any transform.
typedef struct {
    float x;
    float y;
    float pressure;
    int16_t id;
} trace_contact;

/// The panel.
trace_panel trace_get_panel(void);
/// How many lines follow the header.
uint32_t trace_line_count(void);
/// Line `index`; the image ends with a fault when there is none.
trace_line trace_get_line(uint32_t index);
/// Contact `index`; the image ends with a fault when there is none.
trace_contact trace_get_contact(uint32_t index);
