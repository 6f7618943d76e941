#define _GNU_SOURCE
#include "tapline_system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int64_t tapline_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void tapline_wait_until(int64_t until_us) {
    struct timespec until = {.tv_sec = until_us / 1000000, .tv_nsec = (until_us % 1000000) * 1000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

int tapline_open(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int64_t tapline_read(int fd, void *buffer, size_t count) {
    ssize_t got;
    do {
        got = read(fd, buffer, count);
    } while (got < 0 && errno == EINTR);
    return got < 0 ? -errno : got;
}

int tapline_open_for_writing(const char *path) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int tapline_write_value(int fd, const void *buffer, size_t count) {
    ssize_t written;
    do written = pwrite(fd, buffer, count, 0);
    while (written < 0 && errno == EINTR);
    return written < 0 ? -errno : (size_t)written == count ? 0 : -EIO;
}

int tapline_write_all(int fd, const void *buffer, size_t count) {
    const char *rest = buffer;
    while (count > 0) {
        ssize_t put = write(fd, rest, count);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return -errno;
        rest += put;
        count -= (size_t)put;
    }
    return 0;
}

void tapline_close(int fd) { close(fd); }

int tapline_is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

int tapline_is_pipe(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
}

int tapline_access(const char *path) { return access(path, R_OK) ? -errno : 0; }

int tapline_access_both(const char *path) { return access(path, R_OK | W_OK) ? -errno : 0; }

void *tapline_folder_open(const char *path) { return opendir(path); }

int tapline_folder_refusal(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return errno;
    closedir(folder);
    return 0;
}

const char *tapline_folder_next(void *folder) {
    struct dirent *entry = readdir(folder);
    return entry ? entry->d_name : NULL;
}

void tapline_folder_close(void *folder) { closedir(folder); }

int tapline_is_terminal(int fd) { return isatty(fd); }

const char *tapline_environment(const char *name) { return getenv(name); }

uint32_t tapline_user(void) { return geteuid(); }

const char *tapline_error_text(int error) {
#ifndef __GLIBC__
    /* What musl words otherwise than people know it and look for it. */
    switch (error) {
    case EIO: return "Input/output error";
    case EBUSY: return "Device or resource busy";
    case EMFILE: return "Too many open files";
    case ENFILE: return "Too many open files in system";
    case ENOMEM: return "Cannot allocate memory";
    case ENOTTY: return "Inappropriate ioctl for device";
    case ELOOP: return "Too many levels of symbolic links";
    case ENAMETOOLONG: return "File name too long";
    case EOPNOTSUPP: return "Operation not supported";
    case EADDRINUSE: return "Address already in use";
    case ETIMEDOUT: return "Connection timed out";
    default: break;
    }
#endif
    return strerror(error);
}

static int argument_count;
static char **arguments;

#ifdef __GLIBC__
/* glibc hands every constructor what it hands main. */
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    arguments = values;
}
#else
/* musl hands it nothing, but knows the environment. Below that, on every processor, the kernel has put NULL, the arguments
 * and their number (create_elf_tables in its fs/binfmt_elf.c). A static program is the first to run: nobody has moved it. */
__attribute__((constructor)) static void keep_arguments(void) {
    arguments = environ - 1;
    for (; (intptr_t)arguments[-1] != argument_count; argument_count++) arguments--;
}
#endif

const char *tapline_argument(int index) {
    return index >= 0 && index < argument_count ? arguments[index] : NULL;
}

void tapline_exit(int code) { exit(code); }

static volatile sig_atomic_t stop_requested;

static void request_stop(int signal) {
    (void)signal;
    stop_requested = 1;
}

void tapline_catch_stop(void) {
    struct sigaction action = {.sa_handler = request_stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    // (Nothing is counted that SIGUSR1 could ask for.)
    signal(SIGUSR1, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

int tapline_stop_requested(void) { return stop_requested; }

int tapline_i2c_open(const char *path) {
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return -errno;
    unsigned long functions = 0;
    int error = ioctl(fd, I2C_FUNCS, &functions) < 0 ? errno : functions & I2C_FUNC_I2C ? 0 : EOPNOTSUPP;
    if (!error) return fd;
    close(fd);
    return -error;
}

int tapline_i2c_transfer(int fd, uint8_t address, const uint8_t *written, uint16_t write_count, uint8_t *read,
                         uint16_t read_count) {
    struct i2c_msg messages[2];
    unsigned count = 0;
    if (write_count > 0)
        messages[count++] = (struct i2c_msg){.addr = address, .len = write_count, .buf = (uint8_t *)written};
    if (read_count > 0)
        messages[count++] = (struct i2c_msg){.addr = address, .flags = I2C_M_RD, .len = read_count, .buf = read};
    if (count == 0) return 0;
    struct i2c_rdwr_ioctl_data transfer = {.msgs = messages, .nmsgs = count};
    return ioctl(fd, I2C_RDWR, &transfer) < 0 ? -errno : 0;
}
