#define _GNU_SOURCE
#include "kernel_interface.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

int abi_put_stat(struct abi_request request, const char *path, bool follows, struct abi_node node) {
    if (request.is_statx) {
        struct statx file;
        if (statx(AT_FDCWD, path, follows ? 0 : AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &file)) return -errno;
        if (node.is_device) {
            file.stx_mode = S_IFCHR | 0660;
            file.stx_rdev_major = node.major;
            file.stx_rdev_minor = node.minor;
        }
        return abi_poke(request.pid, request.argument, &file, sizeof file);
    }
    struct stat file;
    if (follows ? stat(path, &file) : lstat(path, &file)) return -errno;
    if (node.is_device) {
        file.st_mode = S_IFCHR | 0660;
        file.st_rdev = makedev(node.major, node.minor);
    }
    return abi_poke(request.pid, request.argument, &file, sizeof file);
}

int64_t abi_put_link(struct abi_request request, const char *path) {
    char target[4096];
    ssize_t length = readlink(path, target, sizeof target);
    if (length < 0) return -errno;
    if ((uint64_t)length > request.size) length = request.size;
    int error = abi_poke(request.pid, request.argument, target, length);
    return error ? error : length;
}

int abi_watch(struct abi_request request, const char *path) {
    int process = syscall(SYS_pidfd_open, request.pid, 0);
    if (process < 0) return -errno;
    int notifier = syscall(SYS_pidfd_getfd, process, request.fd, 0);
    close(process);
    if (notifier < 0) return -errno;
    int watch = inotify_add_watch(notifier, path, request.command);
    if (watch < 0) watch = -errno;
    close(notifier);
    return watch;
}
