#include "trace.h"

// What tools/firmware/pack-trace.py has written: a header, the lines, the contacts of all lines.
typedef struct {
    uint32_t magic;
    uint32_t line_count;
    uint32_t contact_count;
    trace_panel panel;
    uint32_t reserved;
} trace_header;

// "TRC1"
enum { magic = 0x31435254 };

// Laid into memory beside the image; the linker knows where.
extern const trace_header trace_start;

static const trace_header *trace(void) {
    if (trace_start.magic != magic) __builtin_trap();
    return &trace_start;
}

static const trace_line *lines(void) { return (const trace_line *)(trace() + 1); }

trace_panel trace_get_panel(void) { return trace()->panel; }

uint32_t trace_line_count(void) { return trace()->line_count; }

trace_line trace_get_line(uint32_t index) {
    if (index >= trace()->line_count) __builtin_trap();
    return lines()[index];
}

trace_contact trace_get_contact(uint32_t index) {
    if (index >= trace()->contact_count) __builtin_trap();
    return ((const trace_contact *)(lines() + trace()->line_count))[index];
}
