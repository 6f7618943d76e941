#include "trace.h"

// Written by tools/firmware/embed-trace.py, found through the toolset: `panel`, `lines`, `contacts`, `line_count`,
// `contact_count`.
#include "embedded-trace.inc"

trace_panel trace_get_panel(void) { return panel; }

uint32_t trace_line_count(void) { return line_count; }

trace_line trace_get_line(uint32_t index) {
    if (index >= line_count) __builtin_trap();
    return lines[index];
}

trace_contact trace_get_contact(uint32_t index) {
    if (index >= contact_count) __builtin_trap();
    return contacts[index];
}
