#define _GNU_SOURCE
#include "tapline_devices.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/i2c-dev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int put(const char *text, char *buffer, size_t size) {
    size_t length = strlen(text);
    if (length >= size) return -ERANGE;
    memcpy(buffer, text, length + 1);
    return 0;
}

int tapline_real_path(const char *path, char *buffer, size_t size) {
    char *real = realpath(path, NULL);
    if (!real) return -errno;
    int error = put(real, buffer, size);
    free(real);
    return error;
}

int tapline_open_without_waiting(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int tapline_write_setting(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_TRUNC);
    if (fd < 0) return -errno;
    int error = write(fd, text, strlen(text)) < 0 ? -errno : 0;
    close(fd);
    return error;
}

int tapline_group(const char *path, char *buffer, size_t size) {
    struct stat file;
    if (stat(path, &file)) return -errno;
    // (Not getgrgid: a static program would need the shared libraries of the C library's name services.)
    FILE *groups = fopen("/etc/group", "re");
    if (!groups) return -errno;
    int error = -ENOENT;
    for (struct group *group; error == -ENOENT && (group = fgetgrent(groups));)
        if (group->gr_gid == file.st_gid) error = put(group->gr_name, buffer, size);
    fclose(groups);
    return error;
}

int tapline_i2c_select(int fd, uint8_t address) { return ioctl(fd, I2C_SLAVE, (long)address) < 0 ? -errno : 0; }

int tapline_i2c_set_timeout(int fd, uint32_t tens_of_ms) {
    return ioctl(fd, I2C_TIMEOUT, (long)tens_of_ms) < 0 ? -errno : 0;
}
