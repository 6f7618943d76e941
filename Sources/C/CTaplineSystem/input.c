#include "tapline_input.h"

#include "tapline_system.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

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
