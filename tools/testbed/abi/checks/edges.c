// Edges that wait when they are read, with libgpiod 2: how many, which is the newest, how many were lost, for numbers around those of one
// read and of what the kernel keeps. The library's functions that read edges are these here; all else is the shim as it is.

#include "../../../../Sources/C/CTaplineGPIO/gpiod2.c"

#include <stdio.h>

struct gpiod_edge_event {
    unsigned long number;
};
static struct gpiod_edge_event pending[200];
static int count_pending, taken, reads, fails_at;

int gpiod_line_request_read_edge_events(struct gpiod_line_request *request, struct gpiod_edge_event_buffer *buffer, size_t most) {
    (void)request, (void)buffer;
    if (++reads == fails_at) return errno = ENODEV, -1;
    if (taken == count_pending) return errno = EAGAIN, -1;
    int count = count_pending - taken < (int)most ? count_pending - taken : (int)most;
    taken += count;
    return count;
}
// (A buffer has the events of the last read, all before `taken`.)
struct gpiod_edge_event *gpiod_edge_event_buffer_get_event(struct gpiod_edge_event_buffer *buffer, unsigned long index) {
    (void)buffer;
    return &pending[(taken - 1) / EDGES_AT_ONCE * EDGES_AT_ONCE + (int)index];
}
uint64_t gpiod_edge_event_get_timestamp_ns(struct gpiod_edge_event *event) { return event->number * 1000; }
unsigned long gpiod_edge_event_get_line_seqno(struct gpiod_edge_event *event) { return event->number; }
enum gpiod_edge_event_type gpiod_edge_event_get_event_type(struct gpiod_edge_event *event) {
    return event->number % 2 ? GPIOD_EDGE_EVENT_RISING_EDGE : GPIOD_EDGE_EVENT_FALLING_EDGE;
}

static int failed;
static void expect(int is_right, const char *what, int count) {
    if (is_right) return;
    printf("FAIL %s, %d edges\n", what, count);
    failed = 1;
}

// So many edges wait after the 100th; of those from the tenth on, `gap` were dropped before.
static struct tapline_gpio_line line_with(int count, unsigned gap) {
    count_pending = count;
    taken = reads = fails_at = 0;
    for (int i = 0; i < count; i++) pending[i].number = 101 + (unsigned)i + (i < 10 ? 0 : gap);
    return (struct tapline_gpio_line){.edges = (struct gpiod_edge_event_buffer *)pending, .last_edge = 100};
}

int main(void) {
    static const int counts[] = {0, 1, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        for (unsigned gap = 0; gap < 6; gap += 5) {
            int count = counts[i], expected = count < EDGES_KEPT ? count : EDGES_KEPT;
            unsigned lost = 99, missing = expected > 10 ? gap : 0;
            int64_t newest = -1;
            struct tapline_gpio_line line = line_with(count, gap);
            expect(tapline_gpio_read_edges(&line, &newest, &lost) == expected, "read", count);
            expect(newest == (expected ? 100 + expected + (int)missing : -1) && lost == missing, "the newest, and lost ones", count);
            struct tapline_gpio_change changes[EDGES_KEPT];
            line = line_with(count, gap);
            expect(tapline_gpio_read_changes(&line, changes, EDGES_KEPT, &lost) == expected && lost == missing, "changes", count);
            for (int k = 0; k < expected; k++) {
                int number = 101 + k + (k < 10 ? 0 : (int)gap);
                expect(changes[k].time_us == number && changes[k].is_high == number % 2, "in their order", count);
            }
        }
    // What went before a failure counts; the failure is told by the next read.
    for (int at = 1; at <= 3; at++) {
        unsigned lost;
        int64_t newest;
        struct tapline_gpio_line line = line_with(40, 0);
        fails_at = at;
        expect(tapline_gpio_read_edges(&line, &newest, &lost) == (at == 1 ? -ENODEV : 16 * (at - 1)), "a failure", 40);
    }
    if (!failed) puts("passed");
    return failed;
}
