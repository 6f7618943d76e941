#pragma once
/* What the files of devices say about them, and what is told to a whole I2C adapter. Every function that can fail
 * returns a negative error number. */
#include <stddef.h>
#include <stdint.h>

/** Where `path` leads when every link on the way is followed, zero-terminated; -ERANGE where there is no room. */
int tapline_real_path(const char *path, char *buffer, size_t size);
/** The name of the group that owns the file at `path`, from /etc/group, zero-terminated. */
int tapline_group(const char *path, char *buffer, size_t size);

/** Opens a device for reading; a read that would have to wait fails with -EAGAIN. */
int tapline_open_without_waiting(const char *path);
/** Writes `text` to a file of the kernel's settings, which must be there: 0, or an error. */
int tapline_write_setting(const char *path, const char *text);

/** Chooses the chip that one-register calls go to; -EBUSY where a driver of the kernel holds it. */
int tapline_i2c_select(int fd, uint8_t address);
/** How long the adapter waits for a transfer, in units of 10 ms; for everyone who uses it. */
int tapline_i2c_set_timeout(int fd, uint32_t tens_of_ms);
