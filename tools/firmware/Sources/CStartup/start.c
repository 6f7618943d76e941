#include "console.h"
#include "machine.h"

// The linker script's borders, all at multiples of 8.
extern uint64_t data_start[], data_end[], data_load[], bss_start[], bss_end[], stack_bottom[], stack_top[];

// What unused stack is filled with, so that what was used can be told.
static const uint64_t unused = 0x5AA55AA55AA55AA5;

int main(int argc, char **argv);

void start(void) {
    const uint64_t *from = data_load;
    for (uint64_t *to = data_start; to < data_end; to++) *to = *from++;
    for (uint64_t *to = bss_start; to < bss_end; to++) *to = 0;
    // Up to this function's own frame.
    for (uint64_t *to = stack_bottom; to < (uint64_t *)__builtin_frame_address(0) - 32; to++) *to = unused;
    image_exit(main(0, 0));
}

uint32_t stack_used(void) {
    const uint64_t *lowest = stack_bottom;
    while (lowest < stack_top && *lowest == unused) lowest++;
    return (uint32_t)((uintptr_t)stack_top - (uintptr_t)lowest);
}

void fault(void) {
    static const char message[] = "\nfault: an exception that nobody expects\n";
    for (const char *c = message; *c; c++) console_put((uint8_t)*c);
    image_exit(70);  // EX_SOFTWARE
}
