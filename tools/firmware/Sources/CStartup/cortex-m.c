#if defined(__arm__)
#include "console.h"
#include "machine.h"

// ARMv6-M and ARMv7-M: the vector table, and the reset from it.

extern uint64_t stack_top[];

intptr_t semihosting(uintptr_t operation, const void *argument) {
    register uintptr_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return (intptr_t)r0;
}

// SysTick (ARMv6-M Architecture Reference Manual, B3.3) counts 24 bits down, here at 25 MHz: a tick is 40 ns.
uint64_t instructions_done(void) {
    volatile uint32_t *const control = (volatile uint32_t *)0xE000E010, *const reload = control + 1, *const value = control + 2;
    static uint32_t last, ticks;
    if (!*control) {
        *reload = 0xFFFFFF;
        *value = 0;
        *control = 5;  // enabled, on the processor's clock
    }
    const uint32_t now = *value;
    ticks += (last - now) & 0xFFFFFF;
    last = now;
    return (uint64_t)ticks * 40;
}

_Noreturn void reset(void);
_Noreturn void reset(void) {
#if defined(__ARM_FP)
    // CPACR: full access to the floating point unit.
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20;
    __asm__ volatile("dsb\n isb" ::: "memory");
#endif
    start();
}

typedef union {
    void *stack;
    void (*handler)(void);
} vector;

__attribute__((section(".vectors"), used)) static const vector vectors[16] = {
    {.stack = stack_top}, {.handler = reset}, {.handler = fault}, {.handler = fault}, {.handler = fault},
    {.handler = fault},   {.handler = fault}, {.handler = 0},     {.handler = 0},     {.handler = 0},
    {.handler = 0},       {.handler = fault}, {.handler = fault}, {.handler = 0},     {.handler = fault},
    {.handler = fault},
};
#endif
