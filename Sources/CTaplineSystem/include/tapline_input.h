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
