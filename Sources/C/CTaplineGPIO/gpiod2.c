#include <gpiod.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES  // libgpiod 2 and later
#include "tapline_gpio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

// How many edges the kernel keeps, and how many one read brings: the library clears the memory for as many before each.
enum { EDGES_KEPT = 64, EDGES_AT_ONCE = 16 };

struct tapline_gpio_chip {
    struct gpiod_chip *chip;
    struct gpiod_chip_info *info;
    struct gpiod_line_info *look;
};

struct tapline_gpio_line {
    struct gpiod_line_request *held;
    struct gpiod_edge_event_buffer *edges;
    struct tapline_gpio_request request;
    int is_output;
    // The number of the last edge that was read; 0: no edge can be missing before the next.
    unsigned long last_edge;
};

static int failure(void) { return errno ? -errno : -EIO; }

int tapline_gpio_chip_open(const char *path, struct tapline_gpio_chip **chip) {
    struct tapline_gpio_chip *new = calloc(1, sizeof *new);
    if (!new) return -ENOMEM;
    if ((new->chip = gpiod_chip_open(path)) && (new->info = gpiod_chip_get_info(new->chip))) {
        *chip = new;
        return 0;
    }
    int error = failure();
    if (new->chip) gpiod_chip_close(new->chip);
    free(new);
    return error;
}

void tapline_gpio_chip_close(struct tapline_gpio_chip *chip) {
    if (chip->look) gpiod_line_info_free(chip->look);
    gpiod_chip_info_free(chip->info);
    gpiod_chip_close(chip->chip);
    free(chip);
}

const char *tapline_gpio_chip_name(struct tapline_gpio_chip *chip) { return gpiod_chip_info_get_name(chip->info); }

const char *tapline_gpio_chip_label(struct tapline_gpio_chip *chip) { return gpiod_chip_info_get_label(chip->info); }

uint32_t tapline_gpio_chip_line_count(struct tapline_gpio_chip *chip) {
    return gpiod_chip_info_get_num_lines(chip->info);
}

int tapline_gpio_chip_look(struct tapline_gpio_chip *chip, uint32_t offset) {
    if (chip->look) gpiod_line_info_free(chip->look);
    chip->look = gpiod_chip_get_line_info(chip->chip, offset);
    return chip->look ? 0 : failure();
}

static const char *text(const char *text) { return text ? text : ""; }

const char *tapline_gpio_look_name(struct tapline_gpio_chip *chip) {
    return text(chip->look ? gpiod_line_info_get_name(chip->look) : NULL);
}

const char *tapline_gpio_look_consumer(struct tapline_gpio_chip *chip) {
    return text(chip->look ? gpiod_line_info_get_consumer(chip->look) : NULL);
}

int tapline_gpio_look_is_used(struct tapline_gpio_chip *chip) {
    return chip->look && gpiod_line_info_is_used(chip->look);
}

int tapline_gpio_look_is_output(struct tapline_gpio_chip *chip) {
    return chip->look && gpiod_line_info_get_direction(chip->look) == GPIOD_LINE_DIRECTION_OUTPUT;
}

// What the line is to be, NULL where there is no memory. An output has its level from the same call of the kernel.
static struct gpiod_line_config *configuration(const struct tapline_gpio_line *line, int is_output, int is_active) {
    static const enum gpiod_line_drive drives[] = {GPIOD_LINE_DRIVE_PUSH_PULL, GPIOD_LINE_DRIVE_OPEN_DRAIN,
                                                   GPIOD_LINE_DRIVE_OPEN_SOURCE};
    static const enum gpiod_line_bias biases[] = {GPIOD_LINE_BIAS_AS_IS, GPIOD_LINE_BIAS_DISABLED,
                                                  GPIOD_LINE_BIAS_PULL_UP, GPIOD_LINE_BIAS_PULL_DOWN};
    const struct tapline_gpio_request *wish = &line->request;
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    struct gpiod_line_config *config = gpiod_line_config_new();
    int failed = !settings || !config;
    if (!failed) {
        gpiod_line_settings_set_active_low(settings, wish->is_active_low);
        failed |= gpiod_line_settings_set_bias(settings, biases[wish->bias]);
        if (is_output) {
            failed |= gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
            failed |= gpiod_line_settings_set_drive(settings, drives[wish->drive]);
            failed |= gpiod_line_settings_set_output_value(
                settings, is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
        } else {
            failed |= gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
            failed |= gpiod_line_settings_set_edge_detection(settings, wish->edge < 0    ? GPIOD_LINE_EDGE_FALLING
                                                                       : wish->edge == 1 ? GPIOD_LINE_EDGE_RISING
                                                                       : wish->edge > 1  ? GPIOD_LINE_EDGE_BOTH
                                                                                         : GPIOD_LINE_EDGE_NONE);
            failed |= gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
        }
        failed |= gpiod_line_config_add_line_settings(config, &wish->offset, 1, settings);
    }
    if (settings) gpiod_line_settings_free(settings);
    if (!failed) return config;
    if (config) gpiod_line_config_free(config);
    return NULL;
}

int tapline_gpio_hold(const char *chip_path, const char *consumer, struct tapline_gpio_request wish,
                      struct tapline_gpio_line **line) {
    struct tapline_gpio_line *new = calloc(1, sizeof *new);
    if (!new) return -ENOMEM;
    new->request = wish;
    new->is_output = wish.is_output;
    struct gpiod_chip *chip = gpiod_chip_open(chip_path);
    int error = chip ? 0 : failure();
    struct gpiod_line_config *config = configuration(new, wish.is_output, wish.is_active);
    struct gpiod_request_config *holder = gpiod_request_config_new();
    if (!config || !holder || (wish.edge && !(new->edges = gpiod_edge_event_buffer_new(EDGES_AT_ONCE))))
        error = error ? error : -ENOMEM;
    if (!error) {
        gpiod_request_config_set_consumer(holder, consumer);
        gpiod_request_config_set_event_buffer_size(holder, wish.edge ? EDGES_KEPT : 0);
        if (!(new->held = gpiod_chip_request_lines(chip, holder, config))) error = failure();
    }
    if (!error && wish.edge) {
        // A read of edges when there are none returns at once and says so.
        int fd = gpiod_line_request_get_fd(new->held);
        int flags = fcntl(fd, F_GETFL);
        if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK)) error = failure();
    }
    if (holder) gpiod_request_config_free(holder);
    if (config) gpiod_line_config_free(config);
    if (chip) gpiod_chip_close(chip);
    if (error)
        tapline_gpio_release(new);
    else
        *line = new;
    return error;
}

void tapline_gpio_release(struct tapline_gpio_line *line) {
    if (line->held) gpiod_line_request_release(line->held);
    if (line->edges) gpiod_edge_event_buffer_free(line->edges);
    free(line);
}

int tapline_gpio_descriptor(struct tapline_gpio_line *line) {
    return line->edges ? gpiod_line_request_get_fd(line->held) : -1;
}

// One read. Adds to *lost.
static int read_some(struct tapline_gpio_line *line, uint32_t *lost) {
    if (!line->edges) return 0;
    int count = gpiod_line_request_read_edge_events(line->held, line->edges, EDGES_AT_ONCE);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : failure();
    if (count == 0) return 0;
    // The kernel numbers a line's edges from 1 on, also those that it drops.
    struct gpiod_edge_event *newest = gpiod_edge_event_buffer_get_event(line->edges, (unsigned long)count - 1);
    unsigned long number = gpiod_edge_event_get_line_seqno(newest);
    unsigned long expected = line->last_edge + (unsigned long)count;
    if (number > expected) *lost += (uint32_t)(number - expected);
    line->last_edge = number;
    return count;
}

int tapline_gpio_read_changes(struct tapline_gpio_line *line, struct tapline_gpio_change *changes, int capacity,
                              uint32_t *lost) {
    int count, all = 0;
    *lost = 0;
    do {
        count = read_some(line, lost);
        for (int i = 0; i < count; i++) {
            struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->edges, (unsigned long)i);
            changes[all].time_us = (int64_t)(gpiod_edge_event_get_timestamp_ns(event) / 1000);
            changes[all++].is_high = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
        }
    } while (count == EDGES_AT_ONCE && all + EDGES_AT_ONCE <= capacity);
    return all > 0 ? all : count;
}

int tapline_gpio_read_edges(struct tapline_gpio_line *line, int64_t *newest_us, uint32_t *lost) {
    struct tapline_gpio_change changes[EDGES_KEPT];
    int count = tapline_gpio_read_changes(line, changes, EDGES_KEPT, lost);
    if (count > 0) *newest_us = changes[count - 1].time_us;
    return count;
}

int tapline_gpio_level(struct tapline_gpio_line *line) {
    enum gpiod_line_value level = gpiod_line_request_get_value(line->held, line->request.offset);
    return level == GPIOD_LINE_VALUE_ERROR ? failure() : level == GPIOD_LINE_VALUE_ACTIVE;
}

static int reconfigure(struct tapline_gpio_line *line, int is_output, int is_active) {
    struct gpiod_line_config *config = configuration(line, is_output, is_active);
    if (!config) return -ENOMEM;
    int error = gpiod_line_request_reconfigure_lines(line->held, config) ? failure() : 0;
    gpiod_line_config_free(config);
    if (!error) line->is_output = is_output;
    return error;
}

int tapline_gpio_set(struct tapline_gpio_line *line, int is_active) {
    if (!line->is_output) return reconfigure(line, 1, is_active);
    enum gpiod_line_value value = is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_value(line->held, line->request.offset, value) ? failure() : 0;
}

int tapline_gpio_listen(struct tapline_gpio_line *line) { return line->is_output ? reconfigure(line, 0, 0) : 0; }
#endif
