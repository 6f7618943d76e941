// See device.h. A program's own functions go before those of libraries, so the libraries stay as Debian built them.

#define _GNU_SOURCE
#include "device.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int device = -1;
static enum manner manner;
static const struct input_event *pending;
static int pending_count;
static int64_t now_us = 1000000;
static epoll_data_t source;

void device_is(int fd, enum manner chosen) {
    device = fd;
    manner = chosen;
}

int device_open(enum manner chosen) {
    device_is(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), chosen);
    return device;
}

void device_send(const struct report *report) {
    pending = report->events;
    pending_count = report->event_count;
    now_us = report->time_us + 1000000;
}

// MARK: The kernel

static void set_bit(unsigned char *bits, size_t length, int bit) {
    if ((size_t)bit / 8 < length) bits[bit / 8] |= 1 << bit % 8;
}

static int answer(unsigned number, void *to, size_t length) {
    unsigned char *bytes = to;
    struct input_absinfo *axis = to;
    int has_slots = manner == SLOTS;
    if (number == _IOC_NR(EVIOCGVERSION)) return *(int *)to = EV_VERSION, 0;
    if (number == _IOC_NR(EVIOCGID)) return *(struct input_id *)to = (struct input_id){.bustype = BUS_I2C}, 0;
    if (number == _IOC_NR(EVIOCGNAME(0))) return strcpy(to, "simulated"), 10;
    if (number == _IOC_NR(EVIOCSCLOCKID) || number == _IOC_NR(EVIOCGRAB)) return 0;
    if (number >= _IOC_NR(EVIOCGABS(0)) && number <= _IOC_NR(EVIOCGABS(ABS_MAX))) {
        int code = number - _IOC_NR(EVIOCGABS(0));
        int is_x = code == ABS_X || code == ABS_MT_POSITION_X, is_y = code == ABS_Y || code == ABS_MT_POSITION_Y;
        memset(axis, 0, sizeof *axis);
        axis->maximum = is_x ? PANEL_WIDTH - 1 : is_y ? PANEL_HEIGHT - 1 : code == ABS_MT_SLOT ? MOST_CONTACTS - 1 : 0xFFFF;
        axis->resolution = is_x || is_y ? 6 : 0;
        return 0;
    }
    if (number == _IOC_NR(EVIOCGMTSLOTS(0))) {
        // The code comes first, then a value for each slot: no finger.
        int *values = to, is_identity = values[0] == ABS_MT_TRACKING_ID;
        for (size_t i = 1; i < length / sizeof *values; i++) values[i] = is_identity ? -1 : 0;
        return 0;
    }
    // Names, states and kinds of events: what is not set is not there.
    memset(to, 0, length);
    if (number == _IOC_NR(EVIOCGPROP(0))) set_bit(bytes, length, INPUT_PROP_DIRECT);
    if (number == _IOC_NR(EVIOCGBIT(0, 0))) {
        set_bit(bytes, length, EV_SYN);
        set_bit(bytes, length, EV_KEY);
        set_bit(bytes, length, EV_ABS);
    }
    if (number == _IOC_NR(EVIOCGBIT(EV_KEY, 0))) set_bit(bytes, length, BTN_TOUCH);
    if (number == _IOC_NR(EVIOCGBIT(EV_ABS, 0))) {
        set_bit(bytes, length, ABS_MT_POSITION_X);
        set_bit(bytes, length, ABS_MT_POSITION_Y);
        if (manner != ANONYMOUS) set_bit(bytes, length, ABS_MT_TRACKING_ID);
        if (has_slots) {
            set_bit(bytes, length, ABS_MT_SLOT);
            set_bit(bytes, length, ABS_X);
            set_bit(bytes, length, ABS_Y);
        }
    }
    return length;
}

int ioctl(int fd, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (fd == device && _IOC_TYPE(request) == 'E') return answer(_IOC_NR(request), argument, _IOC_SIZE(request));
    return syscall(SYS_ioctl, fd, request, argument);
}

ssize_t read(int fd, void *to, size_t size) {
    if (fd != device) return syscall(SYS_read, fd, to, size);
    int count = size / sizeof *pending;
    if (count > pending_count) count = pending_count;
    if (count == 0) {
        errno = EAGAIN;
        return -1;
    }
    memcpy(to, pending, count * sizeof *pending);
    pending += count;
    pending_count -= count;
    return count * sizeof *pending;
}

int epoll_ctl(int poll, int operation, int fd, struct epoll_event *event) {
    if (fd == device && event) source = event->data;
    return syscall(SYS_epoll_ctl, poll, operation, fd, event);
}

int epoll_wait(int poll, struct epoll_event *events, int most, int timeout_ms) {
    (void)poll, (void)most, (void)timeout_ms;
    if (pending_count == 0) return 0;
    events[0] = (struct epoll_event){.events = EPOLLIN, .data = source};
    return 1;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock != CLOCK_MONOTONIC && clock != CLOCK_MONOTONIC_RAW) return syscall(SYS_clock_gettime, clock, time);
    *time = (struct timespec){.tv_sec = now_us / 1000000, .tv_nsec = now_us % 1000000 * 1000};
    return 0;
}

// MARK: udev

static int one;
void *udev_new(void) { return &one; }
void *udev_ref(void *udev) { return udev; }
void *udev_unref(void *udev) { return (void)udev, NULL; }
void *udev_device_new_from_devnum(void *udev, char type, dev_t number) { return (void)type, (void)number, udev; }
void *udev_device_new_from_syspath(void *udev, const char *path) { return (void)path, udev; }
void *udev_device_ref(void *device) { return device; }
void *udev_device_unref(void *device) { return (void)device, NULL; }
void *udev_device_get_udev(void *device) { return device; }
void *udev_device_get_parent(void *device) { return (void)device, NULL; }
void *udev_device_get_parent_with_subsystem_devtype(void *device, const char *subsystem, const char *type) {
    return (void)device, (void)subsystem, (void)type, NULL;
}
int udev_device_get_is_initialized(void *device) { return (void)device, 1; }
const char *udev_device_get_devnode(void *device) { return (void)device, "/dev/null"; }
const char *udev_device_get_sysname(void *device) { return (void)device, "event0"; }
const char *udev_device_get_syspath(void *device) { return (void)device, "/sys/class/input/event0"; }
const char *udev_device_get_property_value(void *device, const char *key) {
    (void)device;
    return strcmp(key, "ID_INPUT") == 0 || strcmp(key, "ID_INPUT_TOUCHSCREEN") == 0 ? "1" : NULL;
}
