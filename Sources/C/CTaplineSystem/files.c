#define _GNU_SOURCE
#include "tapline_system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of `path`, which is absolute; to be freed. */
static char *folder_of(const char *path) {
    const char *stroke = strrchr(path, '/');
    return stroke && stroke > path ? strndup(path, (size_t)(stroke - path)) : strdup("/");
}

int tapline_can_replace_file(const char *path) {
    char *real = realpath(path, NULL);
    if (!real) return -errno;
    char *folder = folder_of(real);
    int error = !folder ? ENOMEM : access(real, W_OK) || access(folder, W_OK) ? errno : 0;
    free(folder);
    free(real);
    return -error;
}

/* The name beside the file at `path`, which is absolute, that its next content has until it is whole; to be freed. There is one
 * for each file: what a process has left there that was killed, the next one takes. */
static char *name_beside(const char *path) {
    const char *stroke = strrchr(path, '/');
    char *beside = NULL;
    return asprintf(&beside, "%.*s/.%s.tapline", (int)(stroke - path), path, stroke + 1) < 0 ? NULL : beside;
}

/* Opens the file at `path`, empty, for one writer at a time, who has it until it is closed. One that belongs neither to this user
 * nor to whom `like` belongs was not left by one of us. */
static int open_alone(const char *path, const struct stat *like) {
    for (;;) {
        struct stat opened, there;
        int fd = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
        if (fd < 0) return -errno;
        int error = flock(fd, LOCK_EX | LOCK_NB) ? errno == EWOULDBLOCK ? EBUSY : errno : fstat(fd, &opened) ? errno : 0;
        if (!error && (stat(path, &there) || there.st_ino != opened.st_ino || there.st_dev != opened.st_dev)) {
            /* (Its writer has just given it the other name.) */
            close(fd);
            continue;
        }
        if (!error && (!S_ISREG(opened.st_mode) || opened.st_nlink != 1 ||
                       (opened.st_uid != geteuid() && opened.st_uid != like->st_uid)))
            error = EEXIST;
        if (!error && ftruncate(fd, 0)) error = errno;
        if (!error) return fd;
        close(fd);
        return -error;
    }
}

/* Writes the bytes to a file that comes to belong to the same people as one with `like`. */
static int write_like(int fd, const struct stat *like, const void *bytes, size_t count) {
    int error = -tapline_write_all(fd, bytes, count);
    // (Only root may give a file away; whoever else edits it owns it then, as after an editor.)
    if (!error && fchown(fd, like->st_uid, like->st_gid) && errno != EPERM) error = errno;
    if (!error && fchmod(fd, like->st_mode & 07777)) error = errno;
    if (!error && fsync(fd)) error = errno;
    return -error;
}

/* Brings a folder's names to the disk. (Some file systems cannot; the new file is whole all the same.) */
static void sync_folder(const char *path) {
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

int tapline_replace_file(const char *path, const void *bytes, size_t count) {
    struct stat like;
    char *real = realpath(path, NULL);
    if (!real) return -errno;
    char *beside = name_beside(real);
    int error = !beside ? ENOMEM : stat(real, &like) ? errno : !S_ISREG(like.st_mode) ? EINVAL : 0;
    int fd = error ? -error : open_alone(beside, &like);
    if (fd < 0) error = -fd;
    if (!error) {
        error = -write_like(fd, &like, bytes, count);
        if (!error && rename(beside, real)) error = errno;
        if (error) unlink(beside);
        if (close(fd) && !error) error = errno;
    }
    if (!error) sync_folder(real);
    free(beside);
    free(real);
    return -error;
}

int tapline_folder_make(const char *path) {
    char part[4096];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) return -ENAMETOOLONG;
    for (size_t i = 1; i <= length; i++) {
        if (path[i] && path[i] != '/') continue;
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, 0755) && errno != EEXIST) return -errno;
    }
    struct stat folder;
    if (stat(path, &folder)) return -errno;
    return S_ISDIR(folder.st_mode) ? 0 : -ENOTDIR;
}

int tapline_claim_file(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return -errno;
    close(fd);
    return 0;
}

int tapline_remove(const char *path) { return unlink(path) ? -errno : 0; }

int tapline_put_file(const char *path, const char *beside, const void *bytes, size_t count) {
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0) return -errno;
    /* (Whoever gathers the figures is another user, whatever the umask.) */
    int error = fchmod(fd, 0644) ? errno : -tapline_write_all(fd, bytes, count);
    if (close(fd) && !error) error = errno;
    if (!error && rename(beside, path)) error = errno;
    if (error) unlink(beside);
    return -error;
}
