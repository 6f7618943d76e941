#pragma once
/* What the bench needs of the kernel and cannot say in Swift. Functions that can fail return a negative error number. */
#include <stdbool.h>
#include <stddef.h>

/** Starts a program whose output goes to these descriptors (below 0: ours). It dies with the bench. */
int bench_start(char *const arguments[], int output, int errors);
/** A descriptor that becomes readable when the process has ended. */
int bench_watch_process(int pid);

enum bench_line_event { BENCH_LINE_REQUESTED = 1, BENCH_LINE_RELEASED, BENCH_LINE_CONFIGURED };
struct bench_line_change {
    enum bench_line_event event;
    unsigned offset;
    bool is_output;
    char consumer[32];
};
/** The chip of lines tells from now on who takes and leaves its first `count` lines. */
int bench_watch_lines(int chip, unsigned count);
/** The next such news; -EAGAIN: there is none. */
int bench_read_change(int chip, struct bench_line_change *change);
/** Takes a line as an input: its descriptor. */
int bench_take_line(int chip, unsigned offset, const char *consumer);

/** Makes a serial port pass bytes as they are, at 115200 bits a second. */
int bench_make_raw(int terminal);
/** A connected pair of sockets. */
int bench_pair(int ends[2]);
/** The wall clock jumps. */
int bench_step_clock(long seconds);
