#if defined(__riscv)
#include "console.h"

uint64_t instructions_done(void) {
    uint32_t low, high, again;
    do __asm__ volatile("csrr %0, minstreth\n csrr %1, minstret\n csrr %2, minstreth" : "=r"(high), "=r"(low), "=r"(again));
    while (high != again);
    return (uint64_t)high << 32 | low;
}

// RISC-V in machine mode, one hart. The semihosting call must be exactly these three instructions, uncompressed and on
// one page.
__asm__(
    ".section .vectors, \"ax\", @progbits\n"
    ".global reset\n"
    "reset:\n"
    "    la sp, stack_top\n"
    "    la t0, exceptions\n"
    "    csrw mtvec, t0\n"
    "    j start\n"
    ".balign 4\n"
    "exceptions:\n"
    "    la sp, stack_top\n"
    "    j fault\n"
    ".balign 16\n"
    ".global semihosting\n"
    "semihosting:\n"
    "    .option push\n"
    "    .option norvc\n"
    "    slli x0, x0, 0x1f\n"
    "    ebreak\n"
    "    srai x0, x0, 7\n"
    "    .option pop\n"
    "    ret\n");
#endif
