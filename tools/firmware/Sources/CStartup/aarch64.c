#if defined(__aarch64__)
#include "console.h"
#include "machine.h"

// AArch64 at EL1, one core.
__asm__(
    ".section .vectors, \"ax\", @progbits\n"
    ".global reset\n"
    "reset:\n"
    "    adrp x0, stack_top\n"
    "    add x0, x0, :lo12:stack_top\n"
    "    mov sp, x0\n"
    // CPACR_EL1: floating point does not trap.
    "    mov x0, #(3 << 20)\n"
    "    msr cpacr_el1, x0\n"
    "    adr x0, exceptions\n"
    "    msr vbar_el1, x0\n"
    "    isb\n"
    "    bl map_memory\n"
    "    b start\n"
    ".balign 2048\n"
    "exceptions:\n"
    "    .rept 16\n"
    "    .balign 128\n"
    "    adrp x0, stack_top\n"
    "    add x0, x0, :lo12:stack_top\n"
    "    mov sp, x0\n"
    "    b fault\n"
    "    .endr\n"
    ".global semihosting\n"
    "semihosting:\n"
    "    hlt #0xF000\n"
    "    ret\n");

// The generic timer, at 62.5 MHz: a tick is 16 ns.
uint64_t instructions_done(void) {
    uint64_t ticks;
    __asm__ volatile("isb\n mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks * 16;
}

// Without an MMU all memory counts as a device's, where an unaligned access faults. A table with an entry per gigabyte
// maps every address onto itself, the second gigabyte (the machine's RAM) as normal memory.
enum { BLOCK = 1, DEVICE = 0 << 2, NORMAL = 1 << 2, INNER_SHAREABLE = 3 << 8, ACCESSED = 1 << 10 };
static const uint64_t translation[512] __attribute__((aligned(4096))) = {
    BLOCK | DEVICE | ACCESSED,
    0x40000000 | BLOCK | NORMAL | INNER_SHAREABLE | ACCESSED,
};

void map_memory(void);
void map_memory(void) {
    // 39 address bits through TTBR0, 4 KB granules, write-back tables; no TTBR1; 40 bits of physical address.
    const uint64_t control = 25 | 1 << 8 | 1 << 10 | 3 << 12 | 1 << 23 | 2ull << 32;
    const uint64_t mmu = 1, data_cache = 1 << 2, instruction_cache = 1 << 12;
    __asm__ volatile(
        "msr mair_el1, %0\n"
        "msr tcr_el1, %1\n"
        "msr ttbr0_el1, %2\n"
        "dsb sy\n"
        "isb\n"
        "mrs x9, sctlr_el1\n"
        "orr x9, x9, %3\n"
        "msr sctlr_el1, x9\n"
        "isb" ::"r"(0xFF00ull), "r"(control), "r"(translation), "r"(mmu | data_cache | instruction_cache)
        : "x9", "memory");
}
#endif
