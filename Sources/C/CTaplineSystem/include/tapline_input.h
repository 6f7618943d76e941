#pragma once
/* The kernel's input devices, /dev/input/event*. Every function that can fail returns a negative error number. */
#include <stddef.h>
#include <stdint.h>

/** Opens an input device for reading without waiting, with times of the monotonic clock. `grab`: from now on nobody else
 * gets its events; -EBUSY where somebody else has done so. ENOTTY for what is no input device. The file descriptor. */
int tapline_input_open(const char *path, int grab);
/** Which codes of `type` the device has, a bit each: EVIOCGBIT. */
int tapline_input_abilities(int fd, unsigned type, void *bits, size_t size);
/** Which keys are down, a bit each: EVIOCGKEY. */
int tapline_input_keys(int fd, void *bits, size_t size);
/** Value, minimum, maximum, fuzz, flat and resolution of an axis: EVIOCGABS. */
int tapline_input_axis(int fd, unsigned code, int32_t axis[6]);
/** The axis, then the value of each slot: EVIOCGMTSLOTS. Slots that the device does not have are -1. */
int tapline_input_slots(int fd, unsigned code, int32_t *values, size_t count);
/** What the device calls itself, zero-terminated: EVIOCGNAME. */
int tapline_input_name(int fd, char *name, size_t size);

/** Where the device is, zero-terminated: EVIOCGPHYS; empty where it does not say. */
void tapline_input_place(int fd, char *place, size_t size);
/** Whether it is the remote control of a television, through HDMI: EVIOCGID says BUS_CEC. */
int tapline_input_is_cec(int fd);
/** From now on nothing of the device reaches this process but the keys in `bits`, a bit each: EVIOCSMASK. What came before is
 * thrown away. 0, or an error. */
int tapline_input_mask(int fd, const void *bits, size_t size);
/** From now on nobody else gets its events: EVIOCGRAB. 0, or -EBUSY where somebody else has done so. */
int tapline_input_grab(int fd);

/** What a key has done, by the monotonic clock. */
struct tapline_input_key {
    int64_t time_us;
    /** Pressed 1, let go 0, repeated 2. */
    int32_t value;
    uint16_t code;
    /** The reader was too slow, and events are missing: SYN_DROPPED. The rest says nothing then. */
    uint8_t are_missing;
};
/** Reads what keys have done, at most 32 of them: how many, 0 where there is nothing more, -ENODEV where the device has gone. */
int tapline_input_read_keys(int fd, struct tapline_input_key keys[32]);

/** Something that becomes readable when files of a folder come, go, or may be used by others than before: inotify. */
int tapline_changes_open(void);
/** Has it watch the folder at `path`, too. 0, or an error: -ENOENT. */
int tapline_changes_watch(int fd, const char *path);
/** Takes what has come, which only says that something has. */
void tapline_changes_take(int fd);

/** An event for a device of one's own; the kernel gives it the time. */
struct tapline_input_event {
    uint16_t type, code;
    int32_t value;
};

/** Opens uinput, through which input devices are made: describe it, then tapline_uinput_create. Closing the file
 * descriptor takes the device away. */
int tapline_uinput_open(void);
/** It has the key `code`: UI_SET_KEYBIT. */
int tapline_uinput_key(int fd, uint16_t code);
/** It has the axis `code` from 0 to `maximum`, with so many units a mm (0: nobody knows): UI_ABS_SETUP. */
int tapline_uinput_axis(int fd, uint16_t code, int32_t maximum, int32_t resolution);
/** One touches what one sees: INPUT_PROP_DIRECT. */
int tapline_uinput_direct(int fd);
/** The device is there from now on, with this name (at most 79 bytes) and place. */
int tapline_uinput_create(int fd, const char *name, const char *place);
/** The device reports these events. 0, or an error. */
int tapline_uinput_write(int fd, const struct tapline_input_event *events, size_t count);
