#include "console.h"
#include "machine.h"

// The linker script's borders, all at multiples of 8.
extern uint64_t data_start[], data_end[], data_load[], bss_start[], bss_end[];

int main(int argc, char **argv);

void start(void) {
    const uint64_t *from = data_load;
    for (uint64_t *to = data_start; to < data_end; to++) *to = *from++;
    for (uint64_t *to = bss_start; to < bss_end; to++) *to = 0;
    image_exit(main(0, 0));
}

void fault(void) {
    static const char message[] = "\nfault: an exception that nobody expects\n";
    for (const char *c = message; *c; c++) console_put((uint8_t)*c);
    image_exit(70);  // EX_SOFTWARE
}
