#pragma once
/* GPIO lines through libgpiod 1.6 (gpiod1.c) or 2 (gpiod2.c): the header that is installed decides. No macros, no
 * varargs. Every function that can fail returns a negative error number. */
#include <stdint.h>

/** A GPIO chip that is looked at. */
struct tapline_gpio_chip;
/** One line that is held. */
struct tapline_gpio_line;

/** How a line is asked for. */
struct tapline_gpio_request {
    /** The line's number on its chip. */
    uint32_t offset;
    /** Whether it is an output, and whether that is active from the first moment. */
    int is_output;
    int is_active;
    /** The edge that an input reports, 0 for an output: -1 falling, 1 rising, 2 both, 0 none. */
    int edge;
    /** Whether an output says "active" with 0 V; 0 for an input, which is always read as it is. */
    int is_active_low;
    /** Push-pull 0, open drain 1, open source 2. */
    int drive;
    /** The resistor at the line: as it is 0, none 1, pull-up 2, pull-down 3. */
    int bias;
};

/** Opens a chip to look at it. */
int tapline_gpio_chip_open(const char *path, struct tapline_gpio_chip **chip);
void tapline_gpio_chip_close(struct tapline_gpio_chip *chip);
/** The kernel's name of the chip (`gpiochip0`), its label (`pinctrl-rp1`) and the number of its lines. */
const char *tapline_gpio_chip_name(struct tapline_gpio_chip *chip);
const char *tapline_gpio_chip_label(struct tapline_gpio_chip *chip);
uint32_t tapline_gpio_chip_line_count(struct tapline_gpio_chip *chip);
/** Looks at one line; what the next four functions say is about it, until the next look. */
int tapline_gpio_chip_look(struct tapline_gpio_chip *chip, uint32_t offset);
/** The line's name, empty where it has none. */
const char *tapline_gpio_look_name(struct tapline_gpio_chip *chip);
/** Who uses the line, empty where that is not known. */
const char *tapline_gpio_look_consumer(struct tapline_gpio_chip *chip);
int tapline_gpio_look_is_used(struct tapline_gpio_chip *chip);
int tapline_gpio_look_is_output(struct tapline_gpio_chip *chip);

/** Holds a line. An input's edges are reported with the monotonic clock's time, without debounce. (Kernels before
 * 5.7 know only the wall clock when they are asked through libgpiod 1.) */
int tapline_gpio_hold(const char *chip_path, const char *consumer, struct tapline_gpio_request request,
                      struct tapline_gpio_line **line);
/** Lets go of the line. What an output does then is the chip's concern. */
void tapline_gpio_release(struct tapline_gpio_line *line);

/** What becomes readable when an edge has come; -1 for a line that reports none, and, with libgpiod 1, while it is an
 * output. With libgpiod 1 it is a new one, perhaps of the same number, after every tapline_gpio_listen. */
int tapline_gpio_descriptor(struct tapline_gpio_line *line);
/** Takes the edges that have come: how many (up to 64, with libgpiod 1 up to 16), 0 for none. `newest_us`
 * is the time of the last one on the monotonic clock, `lost` how many the kernel had to drop before it; libgpiod 1
 * does not know, and says 0. */
int tapline_gpio_read_edges(struct tapline_gpio_line *line, int64_t *newest_us, uint32_t *lost);
/** A level that has come, at that time on the monotonic clock. */
struct tapline_gpio_change {
    int64_t time_us;
    int is_high;
};
/** The same edges one by one, the oldest first, at most `capacity` of them, 64 or more: how many, 0 for none. */
int tapline_gpio_read_changes(struct tapline_gpio_line *line, struct tapline_gpio_change *changes, int capacity,
                              uint32_t *lost);
/** The level, 0 or 1; of an output that is active-low the opposite. */
int tapline_gpio_level(struct tapline_gpio_line *line);
/** Makes the line active or inactive, and an output if it is none. libgpiod 2 reconfigures the one request. libgpiod 1
 * cannot do that to a line that reports edges: it lets go of it and asks for it again. */
int tapline_gpio_set(struct tapline_gpio_line *line, int is_active);
/** Makes the line an input again, that reports edges if it was asked for so. */
int tapline_gpio_listen(struct tapline_gpio_line *line);
