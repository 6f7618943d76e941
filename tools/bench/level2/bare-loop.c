// The least that a program can do between an interrupt line and an output: the same calls of the kernel as the daemon, in
// the same order, and nothing else.
//
// A GT911 at 0x5d of /dev/i2c-1 announces reports on GPIO4; GPIO25 is high while a finger is down. For each edge: wait, read
// the edge, read status and as many contacts as the last report had, acknowledge, set the line where it changes, look at
// the interrupt line's level. No reset, no retry, no table of touches, no gesture, one chip, one panel. The calls are those
// of libgpiod 1 (compiled with -DGPIO_V1) or 2, whichever the daemon is linked to.

#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INTERRUPT = 4, OUTPUT = 25, ADDRESS = 0x5d };

static int bus, interrupt_line, output_line;

static int must(int result, const char *what) {
    if (result >= 0) return result;
    perror(what);
    exit(70);
}

#ifdef GPIO_V1
static void request_lines(int chip) {
    struct gpioevent_request event = {
        .lineoffset = INTERRUPT, .handleflags = GPIOHANDLE_REQUEST_INPUT, .eventflags = GPIOEVENT_REQUEST_FALLING_EDGE,
        .consumer_label = "bare-loop"};
    struct gpiohandle_request output = {
        .lineoffsets = {OUTPUT}, .flags = GPIOHANDLE_REQUEST_OUTPUT, .lines = 1, .consumer_label = "bare-loop"};
    must(ioctl(chip, GPIO_GET_LINEEVENT_IOCTL, &event), "GPIO4");
    must(ioctl(chip, GPIO_GET_LINEHANDLE_IOCTL, &output), "GPIO25");
    interrupt_line = event.fd;
    output_line = output.fd;
}

static void read_edges(void) {
    struct gpioevent_data events[16];
    must(read(interrupt_line, events, sizeof events), "edge");
}

static int level(void) {
    struct gpiohandle_data data = {0};
    must(ioctl(interrupt_line, GPIOHANDLE_GET_LINE_VALUES_IOCTL, &data), "level");
    return data.values[0];
}

static void set_output(int level) {
    struct gpiohandle_data data = {{level}};
    must(ioctl(output_line, GPIOHANDLE_SET_LINE_VALUES_IOCTL, &data), "output");
}
#else
static int request_line(int chip, unsigned line, uint64_t flags) {
    struct gpio_v2_line_request request = {
        .offsets = {line}, .consumer = "bare-loop", .config = {.flags = flags}, .num_lines = 1};
    must(ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request), "line");
    return request.fd;
}

static void request_lines(int chip) {
    interrupt_line = request_line(chip, INTERRUPT, GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_EDGE_FALLING);
    output_line = request_line(chip, OUTPUT, GPIO_V2_LINE_FLAG_OUTPUT);
}

static void read_edges(void) {
    struct gpio_v2_line_event events[16];
    must(read(interrupt_line, events, sizeof events), "edge");
}

static int level(void) {
    struct gpio_v2_line_values values = {.mask = 1};
    must(ioctl(interrupt_line, GPIO_V2_LINE_GET_VALUES_IOCTL, &values), "level");
    return values.bits & 1;
}

static void set_output(int level) {
    struct gpio_v2_line_values values = {.mask = 1, .bits = level};
    must(ioctl(output_line, GPIO_V2_LINE_SET_VALUES_IOCTL, &values), "output");
}
#endif

// Status and contacts from 0x814E on: a write and a read in one transfer.
static void read_report(uint8_t *report, int length) {
    uint8_t where[2] = {0x81, 0x4E};
    struct i2c_msg messages[2] = {
        {.addr = ADDRESS, .len = 2, .buf = where}, {.addr = ADDRESS, .flags = I2C_M_RD, .len = length, .buf = report}};
    struct i2c_rdwr_ioctl_data transfer = {messages, 2};
    must(ioctl(bus, I2C_RDWR, &transfer), "report");
}

static void acknowledge(void) {
    uint8_t bytes[3] = {0x81, 0x4E, 0};
    struct i2c_msg message = {.addr = ADDRESS, .len = 3, .buf = bytes};
    struct i2c_rdwr_ioctl_data transfer = {&message, 1};
    must(ioctl(bus, I2C_RDWR, &transfer), "acknowledge");
}

static void end(int signal) {
    (void)signal;
    _exit(0);
}

int main(void) {
    signal(SIGTERM, end);
    bus = must(open("/dev/i2c-1", O_RDWR | O_CLOEXEC), "/dev/i2c-1");
    int chip = must(open("/dev/gpiochip0", O_RDWR | O_CLOEXEC), "/dev/gpiochip0");
    request_lines(chip);
    int waits = must(epoll_create1(EPOLL_CLOEXEC), "epoll");
    struct epoll_event wanted = {.events = EPOLLIN};
    must(epoll_ctl(waits, EPOLL_CTL_ADD, interrupt_line, &wanted), "epoll");

    uint8_t report[1 + 8 * 5];
    int fingers = 0, shown = 0;
    for (;;) {
        struct epoll_event ready;
        if (epoll_wait(waits, &ready, 1, -1) < 1) continue;
        read_edges();
        do {
            // (The first record is always read: a finger that lands is the usual news.)
            int known = fingers > 0 ? fingers : 1;
            read_report(report, 8 * known);
            if (!(report[0] & 0x80)) break;
            int now = report[0] & 0x0F;
            if (now > known && now <= 5) read_report(report, 8 * now);
            acknowledge();
            fingers = now;
            if (shown != (fingers > 0)) set_output(shown = fingers > 0);
        } while (level() == 0);
    }
}
