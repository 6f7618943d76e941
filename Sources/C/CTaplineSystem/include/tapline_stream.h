#pragma once
/* Byte streams that never hold up whoever writes: serial ports, sockets and the standard output. Every function that can fail
 * returns a negative error number. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Opens a serial port for raw bytes, 8 data bits, no parity, 1 stop bit, no flow control, without waiting for a
 * carrier and without becoming the process's terminal. EINVAL for a rate that termios does not have; ENOTTY for what
 * is no serial port. The file descriptor. */
int tapline_serial_open(const char *path, uint32_t baud);
/** How a stream is kept from blocking. */
enum tapline_stream_manner {
    /** Its descriptor does not block. */
    TAPLINE_STREAM_OWN,
    /** A socket: non-blocking with each write. */
    TAPLINE_STREAM_SOCKET,
    /** Others share the descriptor, so it is asked for room before each write, and little is written at a time. */
    TAPLINE_STREAM_SHARED,
};

/** Opens what the open file `fd` writes to again so that it does not block, where that is possible: others who share `fd`
 * see no change. Else a copy of `fd`. `manner` says how to write to it. */
int tapline_stream_open(int fd, int *manner);
/** Writes what fits now: the number of bytes, which may be 0. */
int64_t tapline_stream_write(int fd, int manner, const void *bytes, size_t count);
/** Whether the open file is never waited for: files, the null device. */
int tapline_is_always_ready(int fd);
/** A descriptor that writes where `fd` does, without waiting where that is a terminal. (Another one, because whether an open
 * file waits concerns everybody who has it.) */
int tapline_output_open(int fd);
/** Writes as many bytes as are taken at once to a descriptor of any manner; how many, or an error: -EAGAIN where none are. */
int64_t tapline_output_put(int fd, const void *bytes, size_t count);
/** Writes all, but ends with -ECANCELED where the process is asked to stop (tapline_catch_stop) and a reader takes nothing for
 * a second; `*written` says how many bytes were taken. */
int tapline_output_write(int fd, const void *bytes, size_t count, size_t *written);
/** Waits until a serial port has sent what it has taken, at most until `until_us`, and forgets the rest: closing would
 * wait for it. */
void tapline_serial_settle(int fd, int64_t until_us);
/** Makes sure that the descriptors 0 to 2 are open, on /dev/null where they are not: no device must get one of them, and
 * then what is meant for people. */
void tapline_stream_fill_standard(void);
/** Waits until `fd` takes bytes, at most until `until_us` on the monotonic clock. Whether it does. */
int tapline_stream_wait(int fd, int64_t until_us);

/** Listens at `path`: a socket that its folder's group may use (0660), which never blocks. One where nobody listens any
 * more is replaced. EADDRINUSE: somebody listens there; ENOTSOCK: a file is there that is no socket; ENAMETOOLONG. */
int tapline_socket_listen(const char *path);
/** The next who connects: a descriptor that never blocks; EAGAIN: nobody. */
int tapline_socket_accept(int fd);
/** Whether who is at the other end of the connection may command: it was made by root, by the user of this process, or by a
 * member of `group`, as they were when it connected. */
bool tapline_socket_is_trusted(int fd, const char *group);
/** Removes the socket at `path`. */
void tapline_socket_remove(const char *path);
