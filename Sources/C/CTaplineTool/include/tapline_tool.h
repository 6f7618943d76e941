#pragma once
/* What only the tool for people asks of the operating system: the terminal, sockets of a daemon, children, the calendar.
 * Every function that can fail returns a negative error number. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a view hears from the operating system. */
enum tapline_tool_signal {
    TAPLINE_TOOL_NONE,
    /** The process is to end: SIGINT, SIGTERM, SIGHUP. */
    TAPLINE_TOOL_STOP,
    /** The terminal has another size: SIGWINCH. */
    TAPLINE_TOOL_RESIZED,
    /** The process is to stop for a while: SIGTSTP. */
    TAPLINE_TOOL_PAUSE,
    /** A child has ended: SIGCHLD. */
    TAPLINE_TOOL_CHILD,
};
/** From now on these signals do nothing by themselves: they are read from the returned descriptor. SIGPIPE is ignored. */
int tapline_tool_signals_open(void);
/** The next signal that has come. */
enum tapline_tool_signal tapline_tool_signals_next(int fd);
/** Whether one has come while something was written: the descriptor does not show it any more. */
int tapline_tool_signals_kept(void);

/** From now on the process ends with exit code 74, and says why, where what was printed cannot be written. */
int tapline_tool_check_printed(void);
/** Writes all, but stops with -ECANCELED where a reader stands still and the process is asked to stop; `*written` says how
 * many bytes were taken. */
int tapline_tool_write(int fd, const void *bytes, size_t count, size_t *written);
/** Ends the process as a filter ends whose reader has gone: by SIGPIPE. */
void tapline_tool_end_by_pipe(void);

/** How many columns and rows the terminal `fd` has. */
int tapline_terminal_size(int fd, int *columns, int *rows);
/** Takes the terminal: the other screen, no cursor, on `output`; keys as they come and without echo, on `keys` (-1: no
 * keys). It is given back when the process exits, and when it crashes. */
int tapline_terminal_take(int output, int keys);
/** Leaves the terminal as it was. */
void tapline_terminal_give_back(void);
/** Stops the process as its parent expects after SIGTSTP; returns when it goes on. */
void tapline_terminal_stop(void);
/** Opens the terminal that the process belongs to, for its keys. */
int tapline_terminal_open(void);

/** What is at a path. */
enum tapline_file_kind {
    TAPLINE_FILE_PLAIN = 1,
    TAPLINE_FILE_FOLDER,
    TAPLINE_FILE_SOCKET,
    TAPLINE_FILE_DEVICE,
    TAPLINE_FILE_PIPE,
};
/** What is at `path`, an enum tapline_file_kind. */
int tapline_file_kind(const char *path);
/** Connects to the unix stream socket at `path`, without waiting: -EAGAIN where its owner accepts nobody any more. Reads
 * and writes do not block either. */
int tapline_unix_connect(const char *path);
/** Sends all of a question to a socket; 0, or an error. 0 also where the other side has closed: what it said before that is
 * there to be read, and then the end. */
int tapline_unix_ask(int fd, const void *bytes, size_t count);
/** Makes or empties a file for writing; the descriptor. One that `is_new` must not be there: else EEXIST. EBUSY where another process
 * has made it so and writes it still. */
int tapline_create(const char *path, bool is_new);
/** Makes a file of these bytes, whole or not at all; 0, or an error: EEXIST where there is one. */
int tapline_put_new(const char *path, const void *bytes, size_t count);
/** From now on others can read the files that this process makes, whatever the umask. */
void tapline_let_others_read(void);
/** Writes bytes into what is there; 0, or an error. */
int tapline_put_into(const char *path, const void *bytes, size_t count);
/** Leaves the first `length` bytes of a file; 0, or an error where it is none. */
int tapline_cut(int fd, int64_t length);

/** Starts a program, found as a shell finds it, with the words of `arguments` (ended by NULL) and the null device as its
 * input, in a group of its own; no shell sees them. Of a clean environment it has a PATH, a language and nothing else. Its
 * process number. */
int tapline_spawn(const char *const *arguments, bool is_clean);
/** The same with this process's environment, and what it writes is to be read from the descriptor `*output`, without waiting. */
int tapline_spawn_reading(const char *const *arguments, int *output);
/** Ends a child at once, and what it has started in its group. */
void tapline_kill(int child);
/** 0 where only root can write the file at `path` and every folder above it; -EPERM, or why that cannot be seen. `real` is its path
 * without links: who reads by another may get another file. */
int tapline_only_root_writes(const char *path, char real[4096]);
/** The process number of a child that has ended, and its exit code (128 + the signal's number for a killed one); 0 where
 * none has. */
int tapline_reap(int *code);

/** Waits for the end of `child`; its exit code, as of tapline_reap. */
int tapline_await(int child);
/** Whether the process may do what only root may. */
int tapline_is_root(void);

/** Makes a new folder for files that are needed for a moment; its path. */
int tapline_temporary_folder(char path[256]);
/** Makes a folder; 0, or an error. */
int tapline_make_folder(const char *path);
/** Removes an empty folder; 0, or an error. */
int tapline_remove_folder(const char *path);

/** What identifies a person or a computer, and is left out of what is given away. */
enum tapline_private {
    TAPLINE_PRIVATE_HOST,
    TAPLINE_PRIVATE_USER,
    TAPLINE_PRIVATE_HOME,
    /** The user's name as people say it. */
    TAPLINE_PRIVATE_NAME,
    /** The computer's serial number. */
    TAPLINE_PRIVATE_SERIAL,
    /** The installation's number: machine-id(5). */
    TAPLINE_PRIVATE_MACHINE,
};
/** That of this process, zero-terminated, empty where it has none. */
void tapline_private_text(enum tapline_private what, char text[256]);
/** The kernel's name, release and machine: `Linux 6.1.0 aarch64`, not the computer's name. */
void tapline_kernel_text(char text[256]);

/** Seconds since 1970, and µs beyond them. */
int64_t tapline_calendar_us(void);
/** That instant as `2026-11-22T02:10:03.123456`, in UTC with a Z at the end, or in local time. */
void tapline_calendar_text(int64_t us, int is_local, char text[40]);
