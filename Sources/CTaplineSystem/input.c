#include "tapline_input.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
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
