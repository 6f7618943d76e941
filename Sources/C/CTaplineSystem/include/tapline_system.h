#pragma once
/* The few calls of the operating system that Tapline makes, in a form that Swift imports without Glibc or Foundation:
 * no macros, no varargs. Every function that can fail returns a negative error number. */
#include <stddef.h>
#include <stdint.h>

/** The monotonic clock, µs. */
int64_t tapline_now_us(void);
/** Sleeps until the monotonic clock shows `until_us`, or a signal comes. */
void tapline_wait_until(int64_t until_us);

/** Opens a file for reading. */
int tapline_open(const char *path);
/** Reads at most `count` bytes; 0 at the end. */
int64_t tapline_read(int fd, void *buffer, size_t count);
/** Opens a file that is there for writing. */
int tapline_open_for_writing(const char *path);
/** Writes all bytes from the start of a file, which sysfs takes for its new value; 0, or an error. */
int tapline_write_value(int fd, const void *buffer, size_t count);
/** Writes all bytes; 0, or an error. */
int tapline_write_all(int fd, const void *buffer, size_t count);
void tapline_close(int fd);
/** Whether the path is a file that can be read again, no pipe and no terminal. */
int tapline_is_file(const char *path);
/** Whether the path is a pipe, which an open may wait for. */
int tapline_is_pipe(const char *path);
/** Whether the path can be read: 0, or an error. */
int tapline_access(const char *path);
/** Whether the path can be read and written: 0, or an error. Nothing is opened. */
int tapline_access_both(const char *path);
/** Whether the file at `path` can be replaced: 0, or an error. */
int tapline_can_replace_file(const char *path);
/** Puts a new content in the place of the file at `path`, whole or not at all: a file beside it is written, brought to the
 * disk and renamed. Links stay links, the permissions stay. 0, or an error. */
int tapline_replace_file(const char *path, const void *bytes, size_t count);
/** Makes the folder at `path` and those above it that are missing; 0 also where it is there. */
int tapline_folder_make(const char *path);
/** Makes an empty file at `path`; 0, or an error: -EEXIST where something is there. */
int tapline_claim_file(const char *path);
/** Removes a file; 0, or an error. */
int tapline_remove(const char *path);
/** Puts `bytes` in the place of what the file at `path` holds, whole, readable for all; `beside` is a path in the same folder
 * that is written and renamed. Nothing is brought to a disk: such files do not outlive a start. 0, or an error. */
int tapline_put_file(const char *path, const char *beside, const void *bytes, size_t count);
/** The file names of a folder, one at a time: opens, gives the next name or NULL, closes. */
void *tapline_folder_open(const char *path);
/** Why the folder at `path` cannot be read, a number of the kernel; 0: it can. */
int tapline_folder_refusal(const char *path);
const char *tapline_folder_next(void *folder);
void tapline_folder_close(void *folder);
/** Whether a file descriptor is a terminal. */
int tapline_is_terminal(int fd);
/** A variable of the environment, or NULL. */
const char *tapline_environment(const char *name);
/** The user that this process counts as. */
uint32_t tapline_user(void);
/** The message of an error number. */
const char *tapline_error_text(int error);

/** An argument of the process, 0 being its name, or NULL. (Embedded Swift has no CommandLine.) */
const char *tapline_argument(int index);
/** Ends the process. */
_Noreturn void tapline_exit(int code);

/** Lets SIGINT, SIGTERM and SIGHUP set a mark instead of ending the process; SIGPIPE is ignored. */
void tapline_catch_stop(void);
/** Whether one of them has come. */
int tapline_stop_requested(void);

/** Opens an I2C adapter and checks that it can do plain transfers; the file descriptor. */
int tapline_i2c_open(const char *path);
/** One write, then one read, in one I2C_RDWR with at most one read message, which is the last. 0, or an error. */
int tapline_i2c_transfer(int fd, uint8_t address, const uint8_t *written, uint16_t write_count, uint8_t *read,
                         uint16_t read_count);
