#include "tapline_input.h"

#include "tapline_system.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* The kernel's own, whatever the C library thinks of times: EvdevEvent.Layout reads the same bytes. */
_Static_assert(sizeof(struct input_event) == 2 * sizeof(long) + 8, "an event has the times of another C library");

int tapline_input_open(const char *path, int grab) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -errno;
    int version, clock = CLOCK_MONOTONIC;
    if (ioctl(fd, EVIOCGVERSION, &version) == 0 && ioctl(fd, EVIOCSCLOCKID, &clock) == 0 &&
        (!grab || ioctl(fd, EVIOCGRAB, 1) == 0))
        return fd;
    int error = errno;
    close(fd);
    return -error;
}

int tapline_input_abilities(int fd, unsigned type, void *bits, size_t size) {
    memset(bits, 0, size);
    return ioctl(fd, EVIOCGBIT(type, size), bits) < 0 ? -errno : 0;
}

int tapline_input_keys(int fd, void *bits, size_t size) {
    memset(bits, 0, size);
    return ioctl(fd, EVIOCGKEY(size), bits) < 0 ? -errno : 0;
}

int tapline_input_axis(int fd, unsigned code, int32_t axis[6]) {
    struct input_absinfo info;
    if (ioctl(fd, EVIOCGABS(code), &info) < 0) return -errno;
    memcpy(axis, (int32_t[]){info.value, info.minimum, info.maximum, info.fuzz, info.flat, info.resolution},
           6 * sizeof *axis);
    return 0;
}

int tapline_input_slots(int fd, unsigned code, int32_t *values, size_t count) {
    memset(values, 0xff, count * sizeof *values);
    values[0] = (int32_t)code;
    return ioctl(fd, EVIOCGMTSLOTS(count * sizeof *values), values) < 0 ? -errno : 0;
}

int tapline_input_name(int fd, char *name, size_t size) {
    memset(name, 0, size);
    return ioctl(fd, EVIOCGNAME(size - 1), name) < 0 ? -errno : 0;
}

void tapline_input_place(int fd, char *place, size_t size) {
    memset(place, 0, size);
    ioctl(fd, EVIOCGPHYS(size - 1), place);
}

int tapline_input_is_cec(int fd) {
    struct input_id identity;
    return ioctl(fd, EVIOCGID, &identity) == 0 && identity.bustype == BUS_CEC;
}

int tapline_input_mask(int fd, const void *bits, size_t size) {
    /* (The codes of EV_SYN are the types. The kernel takes masks in words of 64 bits only, also of a 32-bit program.) */
    uint64_t types = 1 << EV_KEY;
    struct input_mask only_keys = {.type = EV_SYN, .codes_size = sizeof types, .codes_ptr = (uintptr_t)&types};
    struct input_mask these = {.type = EV_KEY, .codes_size = (uint32_t)size, .codes_ptr = (uintptr_t)bits};
    if (ioctl(fd, EVIOCSMASK, &these) < 0 || ioctl(fd, EVIOCSMASK, &only_keys) < 0) return -errno;
    struct input_event before[64];
    while (read(fd, before, sizeof before) > 0) {}
    return 0;
}

int tapline_input_grab(int fd) { return ioctl(fd, EVIOCGRAB, 1) < 0 ? -errno : 0; }

int tapline_input_read_keys(int fd, struct tapline_input_key keys[32]) {
    struct input_event events[32];
    for (int count = 0;;) {
        ssize_t length = read(fd, events, sizeof events);
        if (length == 0) return -ENODEV;
        if (length < 0) return errno == EAGAIN || errno == EINTR ? 0 : -errno;
        for (size_t i = 0; i < (size_t)length / sizeof *events; i++) {
            const struct input_event *event = &events[i];
            int are_missing = event->type == EV_SYN && event->code == SYN_DROPPED;
            if (event->type != EV_KEY && !are_missing) continue;
            keys[count++] = (struct tapline_input_key){
                .time_us = (int64_t)event->input_event_sec * 1000000 + (int64_t)event->input_event_usec,
                .value = event->value, .code = event->code, .are_missing = (uint8_t)are_missing};
        }
        if (count > 0) return count;
    }
}

int tapline_changes_open(void) {
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int tapline_changes_watch(int fd, const char *path) {
    return inotify_add_watch(fd, path, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR) < 0 ? -errno : 0;
}

void tapline_changes_take(int fd) {
    char events[4096];
    while (read(fd, events, sizeof events) > 0) {}
}

int tapline_uinput_open(void) {
    int fd = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int tapline_uinput_key(int fd, uint16_t code) {
    return ioctl(fd, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(fd, UI_SET_KEYBIT, code) < 0 ? -errno : 0;
}

int tapline_uinput_axis(int fd, uint16_t code, int32_t maximum, int32_t resolution) {
    struct uinput_abs_setup axis = {.code = code, .absinfo = {.maximum = maximum, .resolution = resolution}};
    return ioctl(fd, UI_SET_EVBIT, EV_ABS) < 0 || ioctl(fd, UI_ABS_SETUP, &axis) < 0 ? -errno : 0;
}

int tapline_uinput_direct(int fd) { return ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0 ? -errno : 0; }

int tapline_uinput_create(int fd, const char *name, const char *place) {
    struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .version = 1}};
    strncpy(setup.name, name, sizeof setup.name - 1);
    return ioctl(fd, UI_SET_PHYS, place) < 0 || ioctl(fd, UI_DEV_SETUP, &setup) < 0 || ioctl(fd, UI_DEV_CREATE) < 0
               ? -errno
               : 0;
}

int tapline_uinput_write(int fd, const struct tapline_input_event *events, size_t count) {
    struct input_event told[64];
    for (size_t done = 0; done < count;) {
        size_t next = 0;
        memset(told, 0, sizeof told);
        for (; next < sizeof told / sizeof *told && done < count; next++, done++) {
            told[next].type = events[done].type;
            told[next].code = events[done].code;
            told[next].value = events[done].value;
        }
        int error = tapline_write_all(fd, told, next * sizeof *told);
        if (error) return error;
    }
    return 0;
}
