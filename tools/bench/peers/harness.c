// Plays a file of reports to a peer, and measures what it costs. See harness.h.

#define _GNU_SOURCE
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// So many reports are prepared, then measured: one look at the clock for all of them.
enum { CHUNK = 2048 };

static long requests;
static int is_counting;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
    requests += is_counting;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    requests += is_counting;
    return __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
    requests += is_counting;
    return __libc_realloc(block, size);
}

// Of this process alone, so that a busy machine shows less. (Not through clock_gettime: some peers are given another.)
static int64_t cpu_time_ns(void) {
    struct timespec time;
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// (getrusage also remembers the program that started this one.)
static long peak_memory_kb(void) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long peak = 0;
    while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %ld", &peak);
    return peak;
}

static int prepare(FILE *file, struct report *report) {
    uint8_t bytes[8 + REPORT_LENGTH];
    if (fread(bytes, sizeof bytes, 1, file) != 1) return 0;
    report->time_us = 0;
    for (int i = 7; i >= 0; i--) report->time_us = report->time_us << 8 | bytes[i];
    memcpy(report->registers, bytes + 8, REPORT_LENGTH);
    report->count = bytes[8] & 0x0F;
    if (report->count > MOST_CONTACTS) report->count = 0;
    for (int i = 0; i < report->count; i++) {
        const uint8_t *record = bytes + 9 + 6 * i;
        report->contacts[i] = (struct contact){
            .id = record[2] >> 4, .x = (record[0] & 0x0F) << 8 | record[1], .y = (record[2] & 0x0F) << 8 | record[3]};
    }
    report->event_count = peer_manner == NO_EVENTS ? 0 : events_of(report, report->events);
    return 1;
}

__attribute__((noinline)) void measured_report(const struct report *report) { peer_report(report); }

int main(int argc, char **argv) {
    static struct report reports[CHUNK];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    long most = argc > 2 ? atol(argv[2]) : 1L << 40, done = 0;
    if (!file) {
        fprintf(stderr, "%s: REGISTERS [REPORTS]: which file of `Mix registers`?\n", argv[0]);
        return 66;
    }
    struct input_event *events = malloc(sizeof *events * MOST_EVENTS * CHUNK);
    for (int i = 0; i < CHUNK; i++) reports[i].events = events + MOST_EVENTS * i;
    if (peer_manner != NO_EVENTS) events_start(peer_manner);
    peer_start();

    int64_t spent_ns = 0;
    for (int count = CHUNK; count == CHUNK && done < most; done += count) {
        count = 0;
        while (count < CHUNK && done + count < most && prepare(file, &reports[count])) count++;
        is_counting = 1;
        int64_t start = cpu_time_ns();
        for (int i = 0; i < count; i++) measured_report(&reports[i]);
        spent_ns += cpu_time_ns() - start;
        is_counting = 0;
    }
    printf("%ld %ld %ld %ld %ld\n", done, peer_outcomes(), (long)spent_ns, requests, peak_memory_kb());
    return 0;
}
