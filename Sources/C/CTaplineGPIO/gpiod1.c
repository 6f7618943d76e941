#include <gpiod.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES  // libgpiod 1 only
#include "tapline_gpio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

// The library passes 16 edges of one read on, and the kernel keeps no more.
enum { EDGES_AT_ONCE = 16 };

struct tapline_gpio_chip {
    struct gpiod_chip *chip;
    struct gpiod_line *look;
};

struct tapline_gpio_line {
    struct gpiod_chip *chip;
    struct gpiod_line *line;
    struct tapline_gpio_request request;
    int is_output;
    int is_held;
    char consumer[32];
};

static int failure(void) { return errno ? -errno : -EIO; }

int tapline_gpio_chip_open(const char *path, struct tapline_gpio_chip **chip) {
    struct tapline_gpio_chip *new = calloc(1, sizeof *new);
    if (!new) return -ENOMEM;
    new->chip = gpiod_chip_open(path);
    if (!new->chip) {
        int error = failure();
        free(new);
        return error;
    }
    *chip = new;
    return 0;
}

void tapline_gpio_chip_close(struct tapline_gpio_chip *chip) {
    gpiod_chip_close(chip->chip);
    free(chip);
}

const char *tapline_gpio_chip_name(struct tapline_gpio_chip *chip) { return gpiod_chip_name(chip->chip); }

const char *tapline_gpio_chip_label(struct tapline_gpio_chip *chip) { return gpiod_chip_label(chip->chip); }

uint32_t tapline_gpio_chip_line_count(struct tapline_gpio_chip *chip) { return gpiod_chip_num_lines(chip->chip); }

int tapline_gpio_chip_look(struct tapline_gpio_chip *chip, uint32_t offset) {
    chip->look = gpiod_chip_get_line(chip->chip, offset);
    return chip->look ? 0 : failure();
}

static const char *text(const char *text) { return text ? text : ""; }

const char *tapline_gpio_look_name(struct tapline_gpio_chip *chip) {
    return text(chip->look ? gpiod_line_name(chip->look) : NULL);
}

const char *tapline_gpio_look_consumer(struct tapline_gpio_chip *chip) {
    return text(chip->look ? gpiod_line_consumer(chip->look) : NULL);
}

int tapline_gpio_look_is_used(struct tapline_gpio_chip *chip) { return chip->look && gpiod_line_is_used(chip->look); }

int tapline_gpio_look_is_output(struct tapline_gpio_chip *chip) {
    return chip->look && gpiod_line_direction(chip->look) == GPIOD_LINE_DIRECTION_OUTPUT;
}

static int flags_of(const struct tapline_gpio_line *line, int is_output) {
    static const int drives[] = {0, GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN, GPIOD_LINE_REQUEST_FLAG_OPEN_SOURCE};
    static const int biases[] = {0, GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE, GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
                                 GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN};
    int flags = biases[line->request.bias];
    if (is_output) flags |= drives[line->request.drive];
    if (line->request.is_active_low) flags |= GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW;
    return flags;
}

// Asks for the line, which must not be held.
static int hold(struct tapline_gpio_line *line, int is_output, int is_active) {
    int edge = is_output ? 0 : line->request.edge;
    struct gpiod_line_request_config config = {
        .consumer = line->consumer,
        .request_type = is_output  ? GPIOD_LINE_REQUEST_DIRECTION_OUTPUT
                        : edge < 0 ? GPIOD_LINE_REQUEST_EVENT_FALLING_EDGE
                        : edge == 1 ? GPIOD_LINE_REQUEST_EVENT_RISING_EDGE
                        : edge > 1 ? GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES
                                   : GPIOD_LINE_REQUEST_DIRECTION_INPUT,
        .flags = flags_of(line, is_output),
    };
    if (gpiod_line_request(line->line, &config, is_active)) return failure();
    line->is_held = 1;
    line->is_output = is_output;
    if (!edge) return 0;
    // A read of edges when there are none returns at once and says so.
    int fd = gpiod_line_event_get_fd(line->line);
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) ? failure() : 0;
}

static void let_go(struct tapline_gpio_line *line) {
    if (line->is_held) gpiod_line_release(line->line);
    line->is_held = 0;
}

int tapline_gpio_hold(const char *chip_path, const char *consumer, struct tapline_gpio_request request,
                      struct tapline_gpio_line **line) {
    struct tapline_gpio_line *new = calloc(1, sizeof *new);
    if (!new) return -ENOMEM;
    new->request = request;
    strncpy(new->consumer, consumer, sizeof new->consumer - 1);
    int error = 0;
    if (!(new->chip = gpiod_chip_open(chip_path)) || !(new->line = gpiod_chip_get_line(new->chip, request.offset)))
        error = failure();
    if (!error) error = hold(new, request.is_output, request.is_active);
    if (error)
        tapline_gpio_release(new);
    else
        *line = new;
    return error;
}

void tapline_gpio_release(struct tapline_gpio_line *line) {
    let_go(line);
    if (line->chip) gpiod_chip_close(line->chip);
    free(line);
}

int tapline_gpio_descriptor(struct tapline_gpio_line *line) {
    return line->is_held && !line->is_output && line->request.edge ? gpiod_line_event_get_fd(line->line) : -1;
}

int tapline_gpio_read_changes(struct tapline_gpio_line *line, struct tapline_gpio_change *changes, int capacity,
                              uint32_t *lost) {
    *lost = 0;
    int fd = tapline_gpio_descriptor(line);
    if (fd < 0) return 0;
    struct gpiod_line_event events[EDGES_AT_ONCE];
    int count = gpiod_line_event_read_fd_multiple(fd, events, (unsigned)(capacity < EDGES_AT_ONCE ? capacity : EDGES_AT_ONCE));
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : failure();
    for (int i = 0; i < count; i++) {
        changes[i].time_us = (int64_t)events[i].ts.tv_sec * 1000000 + events[i].ts.tv_nsec / 1000;
        changes[i].is_high = events[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
    }
    return count;
}

int tapline_gpio_read_edges(struct tapline_gpio_line *line, int64_t *newest_us, uint32_t *lost) {
    struct tapline_gpio_change changes[EDGES_AT_ONCE];
    int count = tapline_gpio_read_changes(line, changes, EDGES_AT_ONCE, lost);
    if (count > 0) *newest_us = changes[count - 1].time_us;
    return count;
}

int tapline_gpio_level(struct tapline_gpio_line *line) {
    if (!line->is_held) return -EBADF;
    int level = gpiod_line_get_value(line->line);
    return level < 0 ? failure() : level;
}

int tapline_gpio_set(struct tapline_gpio_line *line, int is_active) {
    if (line->is_held && line->is_output) return gpiod_line_set_value(line->line, is_active) ? failure() : 0;
    if (!line->is_held || line->request.edge) {
        let_go(line);
        return hold(line, 1, is_active);
    }
    int flags = flags_of(line, 1);
    if (gpiod_line_set_config(line->line, GPIOD_LINE_REQUEST_DIRECTION_OUTPUT, flags, is_active)) return failure();
    line->is_output = 1;
    return 0;
}

int tapline_gpio_listen(struct tapline_gpio_line *line) {
    if (line->is_held && !line->is_output) return 0;
    if (!line->is_held || line->request.edge) {
        let_go(line);
        return hold(line, 0, 0);
    }
    if (gpiod_line_set_config(line->line, GPIOD_LINE_REQUEST_DIRECTION_INPUT, flags_of(line, 0), 0)) return failure();
    line->is_output = 0;
    return 0;
}
#endif
