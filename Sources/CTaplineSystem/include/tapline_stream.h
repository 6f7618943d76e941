#pragma once
/* Byte streams that never hold up whoever writes: serial ports, and the standard output. Every function that can fail
 * returns a negative error number. */
#include <stddef.h>
#include <stdint.h>

/** Opens a serial port for raw bytes, 8 data bits, no parity, 1 stop bit, no flow control, without waiting for a
 * carrier and without becoming the process's terminal. EINVAL for a rate that termios does not have; ENOTTY for what
 * is no serial port. The file descriptor. */
int tapline_serial_open(const char *path, uint32_t baud);
/** Whether termios has the rate. */
int tapline_serial_has_rate(uint32_t baud);
/** A descriptor for what the open file `fd` writes to that does not block: its own where that is possible, so that
 * others who share `fd` see no change, else a copy of `fd`. */
int tapline_stream_open(int fd);
/** Whether `fd` is a socket: it cannot be opened anew, so it is told not to block with each write. */
int tapline_stream_is_socket(int fd);
/** Writes what fits now: the number of bytes, which may be 0. */
int64_t tapline_stream_write(int fd, int is_socket, const void *bytes, size_t count);
/** Waits until `fd` takes bytes, at most until `until_us` on the monotonic clock. Whether it does. */
int tapline_stream_wait(int fd, int64_t until_us);
