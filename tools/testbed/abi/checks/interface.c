// What a program finds under the supervisor, asked with the kernel's own structures: both versions of the GPIO
// interface, I2C, a serial port. tools/testbed/abi/check.bash builds and runs it; each line it prints is a fact.
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int failures;

static void fact(int holds, const char *text) {
    printf("%s %s\n", holds ? "ok  " : "FAIL", text);
    fflush(stdout);
    failures += !holds;
}

// Tells the script that something should happen now.
static void ask(const char *text) {
    printf("ask %s\n", text);
    fflush(stdout);
}

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static int comes(int fd, int milliseconds) {
    struct pollfd polled = {fd, POLLIN, 0};
    return poll(&polled, 1, milliseconds) == 1 && polled.revents == POLLIN;
}

// I2C

static int adapter, address = 0x5d;

static int transfer(const uint8_t *written, int write_count, uint8_t *read, int read_count) {
    struct i2c_msg messages[2] = {
        {.addr = address, .len = write_count, .buf = (uint8_t *)written},
        {.addr = address, .flags = I2C_M_RD, .len = read_count, .buf = read}};
    struct i2c_rdwr_ioctl_data data = {messages, read_count ? 2 : 1};
    return ioctl(adapter, I2C_RDWR, &data);
}

static void check_i2c(void) {
    adapter = open("/dev/i2c-1", O_RDWR | O_CLOEXEC);
    unsigned long functions = 0;
    fact(adapter >= 0 && !ioctl(adapter, I2C_FUNCS, &functions) && functions & I2C_FUNC_I2C, "plain transfers");
    uint8_t id[4] = {0};
    fact(transfer((uint8_t[]){0x81, 0x40}, 2, id, 4) == 2 && !memcmp(id, "911", 4), "the chip says that it is a 911");
    address = 0x33;
    fact(transfer((uint8_t[]){0x81, 0x40}, 2, id, 4) < 0 && errno == EREMOTEIO, "nobody at 0x33: EREMOTEIO");
    address = 0x5d;
    struct i2c_msg twice[4] = {
        {.addr = 0x5d, .len = 2, .buf = (uint8_t[]){0x81, 0x40}}, {.addr = 0x5d, .flags = I2C_M_RD, .len = 1, .buf = id},
        {.addr = 0x5d, .len = 2, .buf = (uint8_t[]){0x81, 0x40}}, {.addr = 0x5d, .flags = I2C_M_RD, .len = 1, .buf = id}};
    struct i2c_rdwr_ioctl_data data = {twice, 4};
    fact(ioctl(adapter, I2C_RDWR, &data) < 0 && errno == EOPNOTSUPP, "two reads in one transfer: EOPNOTSUPP");
    data = (struct i2c_rdwr_ioctl_data){twice, 43};
    fact(ioctl(adapter, I2C_RDWR, &data) < 0 && errno == EINVAL, "43 messages: EINVAL");
    data = (struct i2c_rdwr_ioctl_data){(void *)8, 2};
    fact(ioctl(adapter, I2C_RDWR, &data) < 0 && errno == EFAULT, "messages nowhere: EFAULT");
    fact(ioctl(adapter, I2C_SLAVE, 0x80) < 0 && errno == EINVAL, "address 0x80: EINVAL");
    fact(ioctl(adapter, I2C_SLAVE, 0x5d) < 0 && errno == EBUSY, "a kernel driver has the address: EBUSY");
    fact(!ioctl(adapter, I2C_SLAVE_FORCE, 0x5d), "which can be forced");
    fact(!ioctl(adapter, I2C_TIMEOUT, 5) && !ioctl(adapter, I2C_RETRIES, 1), "timeout and retries");
    union i2c_smbus_data data_byte = {.byte = 0x40};
    struct i2c_smbus_ioctl_data command = {I2C_SMBUS_WRITE, 0x81, I2C_SMBUS_BYTE_DATA, &data_byte};
    fact(!ioctl(adapter, I2C_SMBUS, &command), "an SMBus write of one byte of data");
    command = (struct i2c_smbus_ioctl_data){I2C_SMBUS_READ, 0, I2C_SMBUS_BYTE, &data_byte};
    fact(!ioctl(adapter, I2C_SMBUS, &command) && data_byte.byte == '9', "and a read of one byte: the id begins with 9");
    fact(ioctl(adapter, TCGETS, &data) < 0 && errno == ENOTTY, "an adapter is no terminal");
    struct stat file;
    fact(!stat("/dev/i2c-1", &file) && S_ISCHR(file.st_mode) && major(file.st_rdev) == 89, "a device node 89:1");
    fact(!fstat(adapter, &file) && S_ISCHR(file.st_mode) && major(file.st_rdev) == 89, "and so is its descriptor");
    int copy = dup(adapter);
    close(adapter);
    adapter = copy;
    fact(transfer((uint8_t[]){0x81, 0x40}, 2, id, 4) == 2, "a copy of the descriptor serves as well");
}

// GPIO, second version

static int request2(int chip, unsigned offset, uint64_t flags, int value) {
    struct gpio_v2_line_request request = {.offsets = {offset}, .num_lines = 1, .consumer = "check"};
    request.config.flags = flags;
    if (value >= 0) {
        request.config.num_attrs = 1;
        request.config.attrs[0].attr.id = GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES;
        request.config.attrs[0].attr.values = value;
        request.config.attrs[0].mask = 1;
    }
    return ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request) < 0 ? -errno : request.fd;
}

static int get2(int line) {
    struct gpio_v2_line_values values = {.mask = 1};
    return ioctl(line, GPIO_V2_LINE_GET_VALUES_IOCTL, &values) < 0 ? -errno : (int)values.bits;
}

static int set2(int line, int value) {
    struct gpio_v2_line_values values = {.mask = 1, .bits = value};
    return ioctl(line, GPIO_V2_LINE_SET_VALUES_IOCTL, &values) < 0 ? -errno : 0;
}

static void configure2(int line, uint64_t flags, int value) {
    struct gpio_v2_line_config config = {.flags = flags};
    if (value >= 0) {
        config.num_attrs = 1;
        config.attrs[0].attr.id = GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES;
        config.attrs[0].attr.values = value;
        config.attrs[0].mask = 1;
    }
    fact(!ioctl(line, GPIO_V2_LINE_SET_CONFIG_IOCTL, &config), "2: a new configuration");
}

static void check_edges2(int chip) {
    int interrupt = request2(chip, 4, GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_EDGE_FALLING, -1);
    fact(interrupt >= 0, "2: the interrupt line with falling edges");
    fact(request2(chip, 4, GPIO_V2_LINE_FLAG_INPUT, -1) == -EBUSY, "2: a second time: EBUSY");
    struct gpio_v2_line_info info = {.offset = 4};
    fact(!ioctl(chip, GPIO_V2_GET_LINEINFO_IOCTL, &info) && !strcmp(info.name, "GPIO4") &&
             !strcmp(info.consumer, "check") && info.flags & GPIO_V2_LINE_FLAG_USED &&
             info.flags & GPIO_V2_LINE_FLAG_EDGE_FALLING,
         "2: the line's information names its user");
    fact(get2(interrupt) == 1, "2: the interrupt line is high at rest");
    fact(!comes(interrupt, 0), "2: no edge before anything happens");
    int64_t before = now_ns();
    ask("finger");
    fact(comes(interrupt, 10000), "2: an edge comes");
    struct gpio_v2_line_event events[16];
    ssize_t got = read(interrupt, events, sizeof events);
    fact(got >= (ssize_t)sizeof *events && events[0].id == GPIO_V2_LINE_EVENT_FALLING_EDGE && events[0].offset == 4 &&
             events[0].seqno == 1 && events[0].line_seqno == 1,
         "2: falling, the first one");
    fact((int64_t)events[0].timestamp_ns >= before && (int64_t)events[0].timestamp_ns <= now_ns(),
         "2: with the time of the monotonic clock");
    uint8_t report[9];
    fact(transfer((uint8_t[]){0x81, 0x4e}, 2, report, 9) == 2 && report[0] == 0x81, "the report is ready");
    fact(report[2] + 256 * report[3] == 100 && report[4] + 256 * report[5] == 200, "the finger is at 100, 200");
    fact(transfer((uint8_t[]){0x81, 0x4e, 0}, 3, NULL, 0) == 1, "the report is acknowledged");
    // Edges that wait are read together.
    ask("lift");
    while (comes(interrupt, 200) && got > 0) {
        got = read(interrupt, events, sizeof events);
        for (int i = 0; i < got / (int)sizeof *events; i++) {
            transfer((uint8_t[]){0x81, 0x4e}, 2, report, 1);
            transfer((uint8_t[]){0x81, 0x4e, 0}, 3, NULL, 0);
        }
    }
    fact(report[0] == 0x80 || report[0] == 0, "the lift is reported");

    // Reset with the interrupt line high: the other address.
    int reset = request2(chip, 17, GPIO_V2_LINE_FLAG_OUTPUT, 0);
    fact(reset >= 0, "2: the reset line as an output");
    configure2(interrupt, GPIO_V2_LINE_FLAG_OUTPUT, 1);
    fact(set2(reset, 1) == 0, "2: the reset line goes high");
    configure2(interrupt, GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_EDGE_FALLING, -1);
    address = 0x14;
    uint8_t id[4];
    int64_t patience = now_ns() + 2000000000ll;
    int done;
    do {
        done = transfer((uint8_t[]){0x81, 0x40}, 2, id, 4);
    } while (done < 0 && now_ns() < patience);
    fact(done == 2, "after a reset with the interrupt line high the chip is at 0x14");
    fact(set2(interrupt, 1) == -EPERM, "2: an input cannot be set");
    close(interrupt);
    close(reset);
    interrupt = request2(chip, 4, GPIO_V2_LINE_FLAG_INPUT, -1);
    fact(interrupt >= 0, "2: a line that was let go can be asked for again");
    close(interrupt);
}

static void check_gpio2(void) {
    int chip = open("/dev/gpiochip0", O_RDWR | O_CLOEXEC);
    struct gpiochip_info info;
    fact(chip >= 0 && !ioctl(chip, GPIO_GET_CHIPINFO_IOCTL, &info) && info.lines == 28 &&
             !strcmp(info.label, "pinctrl-bcm2711"),
         "2: a chip with 28 lines and its label");
    const uint64_t in = GPIO_V2_LINE_FLAG_INPUT, out = GPIO_V2_LINE_FLAG_OUTPUT;
    fact(request2(chip, 28, in, -1) == -EINVAL, "2: line 28: EINVAL");
    fact(request2(chip, 5, in | out, -1) == -EINVAL, "2: input and output: EINVAL");
    fact(request2(chip, 5, out | GPIO_V2_LINE_FLAG_EDGE_RISING, -1) == -EINVAL, "2: edges of an output: EINVAL");
    fact(request2(chip, 5, in | GPIO_V2_LINE_FLAG_OPEN_DRAIN, -1) == -EINVAL, "2: drive of an input: EINVAL");
    fact(request2(chip, 5, in | GPIO_V2_LINE_FLAG_BIAS_PULL_UP | GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN, -1) == -EINVAL,
         "2: two resistors: EINVAL");
    fact(request2(chip, 22, in, -1) == -EBUSY, "2: a line that somebody else has: EBUSY");
    int line = request2(chip, 23, out | GPIO_V2_LINE_FLAG_ACTIVE_LOW, 0);
    fact(line >= 0 && get2(line) == 0, "2: an active-low output at rest");
    fact(set2(line, 1) == 0 && get2(line) == 1, "2: and active");
    int button = request2(chip, 5, in | GPIO_V2_LINE_FLAG_EDGE_RISING | GPIO_V2_LINE_FLAG_EDGE_FALLING, -1);
    ask("button");
    struct gpio_v2_line_event events[4] = {0};
    fact(comes(button, 10000), "2: an edge of a button");
    size_t count = 0;
    while (count < 2 * sizeof *events && comes(button, 10000))
        count += read(button, (char *)events + count, sizeof events - count);
    fact(events[0].id == GPIO_V2_LINE_EVENT_RISING_EDGE && events[1].id == GPIO_V2_LINE_EVENT_FALLING_EDGE &&
             events[1].seqno == 2,
         "2: both edges, in order");
    close(button);
    close(line);
    check_edges2(chip);
    close(chip);
}

// GPIO, first version

static int request1(int chip, unsigned offset, uint32_t flags, int value) {
    struct gpiohandle_request request = {
        .lineoffsets = {offset}, .lines = 1, .flags = flags, .default_values = {value}, .consumer_label = "check"};
    return ioctl(chip, GPIO_GET_LINEHANDLE_IOCTL, &request) < 0 ? -errno : request.fd;
}

static int get1(int line) {
    struct gpiohandle_data data;
    return ioctl(line, GPIOHANDLE_GET_LINE_VALUES_IOCTL, &data) < 0 ? -errno : data.values[0];
}

static void check_gpio1(void) {
    int chip = open("/dev/gpiochip0", O_RDWR | O_CLOEXEC);
    fact(request1(chip, 22, GPIOHANDLE_REQUEST_INPUT, 0) == -EBUSY, "1: a line that somebody else has: EBUSY");
    fact(request1(chip, 5, GPIOHANDLE_REQUEST_INPUT | GPIOHANDLE_REQUEST_OUTPUT, 0) == -EINVAL,
         "1: input and output: EINVAL");
    struct gpioline_info info = {.line_offset = 22};
    fact(!ioctl(chip, GPIO_GET_LINEINFO_IOCTL, &info) && info.flags & GPIOLINE_FLAG_KERNEL &&
             info.flags & GPIOLINE_FLAG_IS_OUT && !strcmp(info.consumer, "other"),
         "1: the information names who has it");
    int line = request1(chip, 24, GPIOHANDLE_REQUEST_OUTPUT | GPIOHANDLE_REQUEST_ACTIVE_LOW, 1);
    fact(line >= 0 && get1(line) == 1, "1: an active-low output that is active");
    struct gpiohandle_data data = {{0}};
    fact(!ioctl(line, GPIOHANDLE_SET_LINE_VALUES_IOCTL, &data) && get1(line) == 0, "1: and at rest");
    struct gpiohandle_config config = {.flags = GPIOHANDLE_REQUEST_INPUT | GPIOHANDLE_REQUEST_BIAS_PULL_UP};
    fact(!ioctl(line, GPIOHANDLE_SET_CONFIG_IOCTL, &config) && get1(line) == 1, "1: and an input with a pull-up");
    close(line);
    struct gpioevent_request request = {
        .lineoffset = 5, .handleflags = GPIOHANDLE_REQUEST_INPUT, .eventflags = GPIOEVENT_REQUEST_BOTH_EDGES,
        .consumer_label = "check"};
    fact(!ioctl(chip, GPIO_GET_LINEEVENT_IOCTL, &request), "1: events of a line");
    ask("button");
    struct gpioevent_data events[2] = {0};
    for (size_t count = 0; count < sizeof events && comes(request.fd, 10000);)
        count += read(request.fd, (char *)events + count, sizeof events - count);
    fact(events[0].id == GPIOEVENT_EVENT_RISING_EDGE && events[1].id == GPIOEVENT_EVENT_FALLING_EDGE &&
             events[1].timestamp >= events[0].timestamp,
         "1: both edges, in order");
    close(request.fd);
    close(chip);
}

// A serial port

static void check_terminal(void) {
    int port = open("/dev/ttyGS0", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    struct termios settings;
    fact(port >= 0 && isatty(port) && !tcgetattr(port, &settings), "a serial port is a terminal");
    cfmakeraw(&settings);
    cfsetspeed(&settings, B115200);
    fact(!tcsetattr(port, TCSANOW, &settings), "raw, 115200 baud");
    fact(write(port, "hello\r\n", 7) == 7, "a line is written");
    char line[64];
    fact(comes(port, 10000) && read(port, line, sizeof line) > 0, "a byte comes in");
    ask("full");
    fact(comes(port, 10000) && read(port, line, sizeof line) > 0, "and another one");
    memset(line, 'x', sizeof line);
    line[63] = '\n';
    int64_t total = 0;
    ssize_t put;
    while ((put = write(port, line, sizeof line)) > 0 && total < 1 << 20) total += put;
    fact(put < 0 && errno == EAGAIN, "a port that nobody reads is full in the end");
    ask("hang up");
    struct pollfd polled = {port, 0, 0};
    fact(poll(&polled, 1, 10000) == 1 && polled.revents & POLLHUP, "a port that is pulled out hangs up");
    fact(open("/dev/ttyGS0", O_RDWR | O_NOCTTY) < 0 && errno == ENOENT, "and its name is gone");
    close(port);
    ask("return");
    int64_t patience = now_ns() + 10000000000ll;
    do {
        port = open("/dev/ttyGS0", O_RDWR | O_NOCTTY | O_CLOEXEC);
    } while (port < 0 && now_ns() < patience);
    fact(port >= 0 && write(port, "again\n", 6) == 6, "it comes back");
    close(port);
}

int main(void) {
    check_i2c();
    check_gpio2();
    check_gpio1();
    check_terminal();
    printf("%s\n", failures ? "failed" : "passed");
    return failures != 0;
}
