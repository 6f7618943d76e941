#include "kernel_interface.h"

#include <errno.h>
#include <linux/gpio.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct abi_gpio_command abi_gpio_classify(unsigned command) {
    switch (command) {
    case GPIO_GET_CHIPINFO_IOCTL: return (struct abi_gpio_command){.kind = ABI_GPIO_CHIP_INFO};
    case GPIO_GET_LINEINFO_IOCTL: return (struct abi_gpio_command){ABI_GPIO_LINE_INFO, 1, false};
    case GPIO_GET_LINEHANDLE_IOCTL: return (struct abi_gpio_command){ABI_GPIO_REQUEST, 1, false};
    case GPIO_GET_LINEEVENT_IOCTL: return (struct abi_gpio_command){ABI_GPIO_REQUEST, 1, true};
    case GPIOHANDLE_GET_LINE_VALUES_IOCTL: return (struct abi_gpio_command){ABI_GPIO_GET, 1, false};
    case GPIOHANDLE_SET_LINE_VALUES_IOCTL: return (struct abi_gpio_command){ABI_GPIO_SET, 1, false};
    case GPIOHANDLE_SET_CONFIG_IOCTL: return (struct abi_gpio_command){ABI_GPIO_CONFIGURE, 1, false};
    case GPIO_V2_GET_LINEINFO_IOCTL: return (struct abi_gpio_command){ABI_GPIO_LINE_INFO, 2, false};
    case GPIO_V2_GET_LINE_IOCTL: return (struct abi_gpio_command){ABI_GPIO_REQUEST, 2, false};
    case GPIO_V2_LINE_GET_VALUES_IOCTL: return (struct abi_gpio_command){ABI_GPIO_GET, 2, false};
    case GPIO_V2_LINE_SET_VALUES_IOCTL: return (struct abi_gpio_command){ABI_GPIO_SET, 2, false};
    case GPIO_V2_LINE_SET_CONFIG_IOCTL: return (struct abi_gpio_command){ABI_GPIO_CONFIGURE, 2, false};
    default: return (struct abi_gpio_command){.kind = ABI_GPIO_UNKNOWN};
    }
}

// Of every ioctl the arrays of the last one.
static uint32_t offsets[GPIO_V2_LINES_MAX];
static uint64_t flags[GPIO_V2_LINES_MAX];
static char consumer[GPIO_MAX_NAME_SIZE];

static void set_consumer(const char *name) {
    memcpy(consumer, name, sizeof consumer);
    consumer[sizeof consumer - 1] = 0;
}

// The first version has the same flags in other places.
static const struct {
    uint64_t now;
    unsigned request, info;
} flag_pairs[] = {
    {ABI_LINE_USED, 0, GPIOLINE_FLAG_KERNEL},
    {ABI_LINE_INPUT, GPIOHANDLE_REQUEST_INPUT, 0},
    {ABI_LINE_OUTPUT, GPIOHANDLE_REQUEST_OUTPUT, GPIOLINE_FLAG_IS_OUT},
    {ABI_LINE_ACTIVE_LOW, GPIOHANDLE_REQUEST_ACTIVE_LOW, GPIOLINE_FLAG_ACTIVE_LOW},
    {ABI_LINE_OPEN_DRAIN, GPIOHANDLE_REQUEST_OPEN_DRAIN, GPIOLINE_FLAG_OPEN_DRAIN},
    {ABI_LINE_OPEN_SOURCE, GPIOHANDLE_REQUEST_OPEN_SOURCE, GPIOLINE_FLAG_OPEN_SOURCE},
    {ABI_LINE_PULL_UP, GPIOHANDLE_REQUEST_BIAS_PULL_UP, GPIOLINE_FLAG_BIAS_PULL_UP},
    {ABI_LINE_PULL_DOWN, GPIOHANDLE_REQUEST_BIAS_PULL_DOWN, GPIOLINE_FLAG_BIAS_PULL_DOWN},
    {ABI_LINE_NO_BIAS, GPIOHANDLE_REQUEST_BIAS_DISABLE, GPIOLINE_FLAG_BIAS_DISABLE},
};
enum { flag_pair_count = sizeof flag_pairs / sizeof *flag_pairs };

static uint64_t flags_of_request(unsigned old) {
    uint64_t result = old & ~0xffu ? 1ull << 63 : 0;  // unknown ones stay unknown
    for (int i = 0; i < flag_pair_count; i++)
        if (old & flag_pairs[i].request) result |= flag_pairs[i].now;
    return result;
}

static unsigned flags_of_info(uint64_t now) {
    unsigned result = 0;
    for (int i = 0; i < flag_pair_count; i++)
        if (now & flag_pairs[i].now) result |= flag_pairs[i].info;
    return result;
}

// Information

int abi_gpio_put_chip(struct abi_request request, const char *name, const char *label, unsigned lines) {
    struct gpiochip_info info = {.lines = lines};
    snprintf(info.name, sizeof info.name, "%s", name);
    snprintf(info.label, sizeof info.label, "%s", label);
    return abi_poke(request.pid, request.argument, &info, sizeof info);
}

int abi_gpio_fetch_offset(struct abi_request request, int version) {
    uint32_t offset;
    uint64_t place =
        version == 1 ? offsetof(struct gpioline_info, line_offset) : offsetof(struct gpio_v2_line_info, offset);
    if (abi_peek(request.pid, request.argument + place, &offset, sizeof offset)) return -EFAULT;
    return offset > 0xffff ? -EINVAL : (int)offset;
}

int abi_gpio_put_line(struct abi_request request, int version, unsigned offset, const char *name,
                      const char *user, uint64_t line_flags) {
    if (version == 1) {
        struct gpioline_info info = {.line_offset = offset, .flags = flags_of_info(line_flags)};
        snprintf(info.name, sizeof info.name, "%s", name);
        snprintf(info.consumer, sizeof info.consumer, "%s", user);
        return abi_poke(request.pid, request.argument, &info, sizeof info);
    }
    struct gpio_v2_line_info info = {.offset = offset, .flags = line_flags};
    snprintf(info.name, sizeof info.name, "%s", name);
    snprintf(info.consumer, sizeof info.consumer, "%s", user);
    return abi_poke(request.pid, request.argument, &info, sizeof info);
}

// Requests and configurations

// The kernel takes the first attribute of a kind that names the line.
static int apply(const struct gpio_v2_line_config *config, unsigned count, struct abi_gpio_lines *lines) {
    if (config->num_attrs > GPIO_V2_LINE_NUM_ATTRS_MAX) return -EINVAL;
    for (int i = 0; i < 5; i++)
        if (config->padding[i]) return -EINVAL;
    uint64_t values = 0;
    for (unsigned line = 0; line < count; line++) {
        bool has_flags = false, has_value = false;
        flags[line] = config->flags;
        for (unsigned a = 0; a < config->num_attrs; a++) {
            if (!(config->attrs[a].mask >> line & 1)) continue;
            const struct gpio_v2_line_attribute *attribute = &config->attrs[a].attr;
            if (attribute->id == GPIO_V2_LINE_ATTR_ID_FLAGS && !has_flags) {
                flags[line] = attribute->flags;
                has_flags = true;
            } else if (attribute->id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES && !has_value) {
                values |= (attribute->values >> line & 1) << line;
                has_value = true;
            }
        }
    }
    lines->values = values;
    return 0;
}

static uint64_t packed(const uint8_t *levels, unsigned count) {
    uint64_t values = 0;
    for (unsigned i = 0; i < count; i++) values |= (uint64_t)!!levels[i] << i;
    return values;
}

int abi_gpio_fetch_request(struct abi_request request, struct abi_gpio_command command,
                           struct abi_gpio_lines *lines) {
    *lines = (struct abi_gpio_lines){.offsets = offsets, .flags = flags, .consumer = consumer};
    if (command.version == 2) {
        struct gpio_v2_line_request r;
        if (abi_peek(request.pid, request.argument, &r, sizeof r)) return -EFAULT;
        if (r.num_lines == 0 || r.num_lines > GPIO_V2_LINES_MAX) return -EINVAL;
        for (int i = 0; i < 5; i++)
            if (r.padding[i]) return -EINVAL;
        lines->count = r.num_lines;
        memcpy(offsets, r.offsets, sizeof offsets);
        set_consumer(r.consumer);
        return apply(&r.config, r.num_lines, lines);
    }
    if (command.is_event_request) {
        struct gpioevent_request r;
        if (abi_peek(request.pid, request.argument, &r, sizeof r)) return -EFAULT;
        if (r.eventflags & ~GPIOEVENT_REQUEST_BOTH_EDGES || r.handleflags & GPIOHANDLE_REQUEST_OUTPUT) return -EINVAL;
        lines->count = 1;
        offsets[0] = r.lineoffset;
        flags[0] = flags_of_request(r.handleflags) | ABI_LINE_INPUT |
                   (r.eventflags & GPIOEVENT_REQUEST_RISING_EDGE ? ABI_LINE_RISING : 0) |
                   (r.eventflags & GPIOEVENT_REQUEST_FALLING_EDGE ? ABI_LINE_FALLING : 0);
        set_consumer(r.consumer_label);
        return 0;
    }
    struct gpiohandle_request r;
    if (abi_peek(request.pid, request.argument, &r, sizeof r)) return -EFAULT;
    if (r.lines == 0 || r.lines > GPIOHANDLES_MAX) return -EINVAL;
    lines->count = r.lines;
    memcpy(offsets, r.lineoffsets, sizeof offsets);
    for (unsigned i = 0; i < r.lines; i++) flags[i] = flags_of_request(r.flags);
    lines->values = packed(r.default_values, r.lines);
    set_consumer(r.consumer_label);
    return 0;
}

int abi_gpio_put_request(struct abi_request request, struct abi_gpio_command command, int fd) {
    uint64_t place = command.version == 2        ? offsetof(struct gpio_v2_line_request, fd)
                     : command.is_event_request ? offsetof(struct gpioevent_request, fd)
                                                : offsetof(struct gpiohandle_request, fd);
    return abi_poke(request.pid, request.argument + place, &fd, sizeof fd);
}

int abi_gpio_fetch_configuration(struct abi_request request, int version, unsigned count,
                                 struct abi_gpio_lines *lines) {
    *lines = (struct abi_gpio_lines){.count = count, .offsets = offsets, .flags = flags, .consumer = consumer};
    if (version == 2) {
        struct gpio_v2_line_config config;
        if (abi_peek(request.pid, request.argument, &config, sizeof config)) return -EFAULT;
        return apply(&config, count, lines);
    }
    struct gpiohandle_config config;
    if (abi_peek(request.pid, request.argument, &config, sizeof config)) return -EFAULT;
    for (unsigned i = 0; i < count; i++) flags[i] = flags_of_request(config.flags);
    lines->values = packed(config.default_values, count);
    return 0;
}

// Levels

static uint64_t all(unsigned count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

int abi_gpio_fetch_values(struct abi_request request, int version, unsigned count, uint64_t *mask,
                          uint64_t *values) {
    if (version == 1) {
        struct gpiohandle_data data;
        if (abi_peek(request.pid, request.argument, &data, sizeof data)) return -EFAULT;
        *mask = all(count);
        *values = packed(data.values, count);
        return 0;
    }
    struct gpio_v2_line_values data;
    if (abi_peek(request.pid, request.argument, &data, sizeof data)) return -EFAULT;
    *mask = data.mask & all(count);
    *values = data.bits;
    return *mask == 0 ? -EINVAL : 0;
}

int abi_gpio_put_values(struct abi_request request, int version, unsigned count, uint64_t mask,
                        uint64_t values) {
    if (version == 1) {
        struct gpiohandle_data data = {0};
        for (unsigned i = 0; i < count; i++) data.values[i] = values >> i & 1;
        return abi_poke(request.pid, request.argument, &data, sizeof data);
    }
    struct gpio_v2_line_values data = {.bits = values & mask, .mask = mask};
    return abi_poke(request.pid, request.argument, &data, sizeof data);
}

size_t abi_gpio_event(int version, uint64_t time_ns, bool is_rising, unsigned offset, unsigned sequence,
                      unsigned line_sequence, uint8_t *bytes) {
    if (version == 1) {
        struct gpioevent_data event = {
            .timestamp = time_ns, .id = is_rising ? GPIOEVENT_EVENT_RISING_EDGE : GPIOEVENT_EVENT_FALLING_EDGE};
        memcpy(bytes, &event, sizeof event);
        return sizeof event;
    }
    struct gpio_v2_line_event event = {
        .timestamp_ns = time_ns, .id = is_rising ? GPIO_V2_LINE_EVENT_RISING_EDGE : GPIO_V2_LINE_EVENT_FALLING_EDGE,
        .offset = offset, .seqno = sequence, .line_seqno = line_sequence};
    memcpy(bytes, &event, sizeof event);
    return sizeof event;
}
