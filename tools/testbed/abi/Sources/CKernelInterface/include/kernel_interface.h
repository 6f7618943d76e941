#pragma once
/* The kernel interface, seen from outside: a program runs under a filter that asks the supervisor about every call that
 * could reach a device. What C alone can do is here: the filter, the program's memory, descriptors put into it, the
 * structures of ioctls. What the answers are is decided in Swift.
 *
 * Functions that can fail return a negative error number. */
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* filter.c: starting a program under the filter, its requests and their answers. */

struct abi_program {
    int pid;
    /** Becomes readable when the program has ended. */
    int pidfd;
    /** Where its requests come from. */
    int listener;
};

/** Starts a program under the filter; descriptors below 0 are inherited. It dies with the supervisor. */
int abi_start(char *const arguments[], int input, int output, int errors, struct abi_program *program);

/** Waits for the ended program: its exit code, or 128 and its signal. */
int abi_exit_code(int pid);

enum abi_kind { ABI_OTHER, ABI_OPEN, ABI_STAT, ABI_READLINK, ABI_ACCESS, ABI_WATCH, ABI_IOCTL };

/** One system call that waits for an answer. */
struct abi_request {
    uint64_t id;
    /** The thread that asks. */
    int pid;
    enum abi_kind kind;
    /** The descriptor of an ioctl or a watch; the folder that a relative path starts from. */
    int fd;
    /** Valid until the next request. */
    const char *path;
    /** O_… of open, AT_… of stat and access. */
    unsigned flags;
    /** The ioctl's number; the mode of access, the mask of a watch. */
    unsigned command;
    /** The ioctl's argument; where stat and readlink want their answer. */
    uint64_t argument;
    /** The size of readlink's buffer. */
    uint64_t size;
    /** The call is statx. */
    bool is_statx;
};

/** The next request. Fails when its program has been interrupted or has ended meanwhile. */
int abi_receive(int listener, struct abi_request *request);
/** The call returns `value`, or fails with the negative error number. */
void abi_answer(int listener, uint64_t id, int64_t value);
/** The kernel carries the call out itself. */
void abi_continue(int listener, uint64_t id);
/** Puts a descriptor into the program; its number there. */
int abi_give(int listener, uint64_t id, int fd, bool closes_on_exec);

/* program.c: the program's memory and descriptors. */

int abi_peek(int pid, uint64_t address, void *bytes, size_t count);
int abi_poke(int pid, uint64_t address, const void *bytes, size_t count);
/** Which file a descriptor of the program is: the same number for the same file, 0 when there is none. */
uint64_t abi_file_of(int pid, int fd);
/** Which file one of our own descriptors is. */
uint64_t abi_own_file(int fd);
/** The folder behind a descriptor of the program. */
int abi_folder_of(int pid, int fd, char *path, size_t size);
/** A connected pair; `theirs` goes to the program, `ours` shows when it is closed. */
int abi_pair(int *ours, int *theirs);
/** Sends at once, or not at all. */
int abi_send(int fd, const void *bytes, size_t count);
void abi_end_of_file(int fd);

/* paths.c: answers about files. */

/** A device node's numbers; `is_device` false: the file is what it is. */
struct abi_node {
    bool is_device;
    unsigned major;
    unsigned minor;
};
/** Answers stat or statx with what is known of `path`. */
int abi_put_stat(struct abi_request request, const char *path, bool follows, struct abi_node node);
/** Answers a readlink. */
int64_t abi_put_link(struct abi_request request, const char *path);
/** Adds a watch for `path` to the program's inotify descriptor. */
int abi_watch(struct abi_request request, const char *path);

/* i2c.c */

enum abi_i2c_kind { ABI_I2C_UNKNOWN, ABI_I2C_FUNCTIONS, ABI_I2C_ADDRESS, ABI_I2C_ADDRESS_FORCED, ABI_I2C_OPTION,
                    ABI_I2C_TRANSFER, ABI_I2C_SMBUS };
enum abi_i2c_kind abi_i2c_classify(unsigned command);

struct abi_i2c_message {
    uint16_t address;
    bool is_read;
    uint16_t count;
    uint8_t *bytes;
    uint64_t remote;
};
/** A transfer; an SMBus command becomes the messages that it is on the wires. */
struct abi_i2c_transfer {
    unsigned count;
    struct abi_i2c_message *messages;
    bool is_smbus;
    uint64_t remote;
    unsigned smbus_size;
    bool smbus_read;
};
int abi_i2c_fetch(struct abi_request request, uint16_t address, struct abi_i2c_transfer *transfer);
/** Gives the program what was read. */
int abi_i2c_store(struct abi_request request, const struct abi_i2c_transfer *transfer);
int abi_i2c_put_functions(struct abi_request request, bool has_plain_transfers);

/* gpio.c: both versions of the interface, as the second one says it. */

static const uint64_t ABI_LINE_USED = 1 << 0, ABI_LINE_ACTIVE_LOW = 1 << 1, ABI_LINE_INPUT = 1 << 2,
                      ABI_LINE_OUTPUT = 1 << 3, ABI_LINE_RISING = 1 << 4, ABI_LINE_FALLING = 1 << 5,
                      ABI_LINE_OPEN_DRAIN = 1 << 6, ABI_LINE_OPEN_SOURCE = 1 << 7, ABI_LINE_PULL_UP = 1 << 8,
                      ABI_LINE_PULL_DOWN = 1 << 9, ABI_LINE_NO_BIAS = 1 << 10;

enum abi_gpio_kind { ABI_GPIO_UNKNOWN, ABI_GPIO_CHIP_INFO, ABI_GPIO_LINE_INFO, ABI_GPIO_REQUEST, ABI_GPIO_GET,
                     ABI_GPIO_SET, ABI_GPIO_CONFIGURE };
struct abi_gpio_command {
    enum abi_gpio_kind kind;
    /** 1 or 2. */
    int version;
    /** Version 1 asks for the events of one line. */
    bool is_event_request;
};
struct abi_gpio_command abi_gpio_classify(unsigned command);

/** What is asked of lines; arrays have one entry a line and are valid until the next request. */
struct abi_gpio_lines {
    unsigned count;
    uint32_t *offsets;
    uint64_t *flags;
    /** Bit i: the level of line i, as the program sees it (active is 1). */
    uint64_t values;
    const char *consumer;
};
int abi_gpio_put_chip(struct abi_request request, const char *name, const char *label, unsigned lines);
/** The line that an information is asked about. */
int abi_gpio_fetch_offset(struct abi_request request, int version);
int abi_gpio_put_line(struct abi_request request, int version, unsigned offset, const char *name,
                      const char *consumer, uint64_t flags);
int abi_gpio_fetch_request(struct abi_request request, struct abi_gpio_command command,
                           struct abi_gpio_lines *lines);
/** Names the descriptor through which the requested lines are used. */
int abi_gpio_put_request(struct abi_request request, struct abi_gpio_command command, int fd);
/** A new configuration for `count` lines that were requested. */
int abi_gpio_fetch_configuration(struct abi_request request, int version, unsigned count,
                                 struct abi_gpio_lines *lines);
/** Which lines a call is about, and the levels it sets. */
int abi_gpio_fetch_values(struct abi_request request, int version, unsigned count, uint64_t *mask,
                          uint64_t *values);
int abi_gpio_put_values(struct abi_request request, int version, unsigned count, uint64_t mask,
                        uint64_t values);
/** An edge as the program reads it; its length in bytes, at most 48. */
size_t abi_gpio_event(int version, uint64_t time_ns, bool is_rising, unsigned offset, unsigned sequence,
                      unsigned line_sequence, uint8_t *bytes);

/* input.c: /dev/input/event*. */

enum abi_input_kind { ABI_INPUT_UNKNOWN, ABI_INPUT_VERSION, ABI_INPUT_CLOCK, ABI_INPUT_GRAB, ABI_INPUT_NAME,
                      ABI_INPUT_ABILITIES, ABI_INPUT_KEYS, ABI_INPUT_AXIS, ABI_INPUT_SLOTS };
struct abi_input_command {
    enum abi_input_kind kind;
    /** The type of EVIOCGBIT, the axis of EVIOCGABS. */
    unsigned code;
    /** How much the program has room for. */
    size_t size;
};
struct abi_input_command abi_input_classify(unsigned command);
/** The number that an argument points to: a clock, an axis. */
int abi_input_fetch(struct abi_request request, int *value);
/** Answers with as much as the program has room for. */
int abi_input_put(struct abi_request request, const void *bytes, size_t count, size_t size);
int abi_input_put_version(struct abi_request request);

/* uinput.c: /dev/uinput. */

enum abi_uinput_kind { ABI_UINPUT_UNKNOWN, ABI_UINPUT_TYPE, ABI_UINPUT_KEY, ABI_UINPUT_PROPERTY, ABI_UINPUT_AXIS,
                       ABI_UINPUT_PLACE, ABI_UINPUT_SETUP, ABI_UINPUT_CREATE };
struct abi_uinput_command {
    enum abi_uinput_kind kind;
    /** What is set: a type, a key, a property. */
    unsigned number;
};
struct abi_uinput_axis {
    unsigned code;
    int minimum, maximum, resolution;
};
struct abi_uinput_command abi_uinput_classify(struct abi_request request);
int abi_uinput_fetch_axis(struct abi_request request, struct abi_uinput_axis *axis);
/** The text of UI_SET_PHYS, or the name of UI_DEV_SETUP. */
int abi_uinput_fetch_text(struct abi_request request, enum abi_uinput_kind kind, char *text, size_t size);

/* loop.c: waiting. */

/** poll, with a timeout in µs; below 0: none. */
int abi_wait(struct pollfd *polled, unsigned count, int64_t timeout_us);
/** A descriptor that becomes readable at SIGINT, SIGTERM or SIGHUP, which do nothing else from now on. */
int abi_stop_signals(void);
/** Reads from a socket what nobody wants; how much. */
int64_t abi_discard(int fd);
/** Reads from a socket what is there. */
int64_t abi_receive_bytes(int fd, void *bytes, size_t size);

/* terminal.c */

/** Makes a pseudo-terminal: the end to read from, and the path of the other one. */
int abi_terminal(char *path, size_t size);
/** Speed and mode of a terminal as text: "115200 8N1 raw". */
void abi_terminal_settings(int fd, char *text, size_t size);
