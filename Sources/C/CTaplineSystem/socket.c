#define _GNU_SOURCE
#include "tapline_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Whether nobody listens at the socket any more: 0, or an error. */
static int is_stale(const struct sockaddr_un *address) {
    struct stat file;
    if (lstat(address->sun_path, &file)) return errno == ENOENT ? 0 : -errno;
    if (!S_ISSOCK(file.st_mode)) return -ENOTSOCK;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    int status = connect(fd, (const struct sockaddr *)address, sizeof *address) == 0 ? -EADDRINUSE
                 : errno == ECONNREFUSED || errno == ENOENT                          ? 0
                 /* (A living one whose queue is full.) */
                 : errno == EAGAIN ? -EADDRINUSE
                                   : -errno;
    close(fd);
    return status;
}

/* The folder of `path`, locked: of two programs that start at once with the same socket one waits, and then finds a living
 * one. Waits for a second at most, so that nobody can hold up a start for ever. A folder that cannot be opened or locked
 * (on some file systems) goes without: -1. */
static int lock_folder(const char *path) {
    char folder[sizeof((struct sockaddr_un *)0)->sun_path];
    strcpy(folder, path);
    char *stroke = strrchr(folder, '/');
    if (stroke) stroke[stroke == folder] = 0;
    int fd = open(stroke ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -1;
    for (int i = 0; i < 100 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; i++) poll(NULL, 0, 10);
    return fd;
}

/* Gives the socket to its folder's group. (A service may not be of that group, and then keeps its own; one that is shut in
 * is killed for the mere call, so there is none where the group is right already.) */
static void share(const char *path) {
    char folder[sizeof((struct sockaddr_un *)0)->sun_path];
    struct stat above, own;
    strcpy(folder, path);
    char *stroke = strrchr(folder, '/');
    if (!stroke) return;
    stroke[stroke == folder] = 0;
    if (stat(folder, &above) || lstat(path, &own) || own.st_gid == above.st_gid) return;
    if (lchown(path, (uid_t)-1, above.st_gid)) return;
}

static int listen_at(const struct sockaddr_un *address) {
    const char *path = address->sun_path;
    int status = is_stale(address);
    if (status) return status;
    unlink(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    /* (Nobody can connect before listen().) */
    if (bind(fd, (const struct sockaddr *)address, sizeof *address) == 0) {
        share(path);
        if (chmod(path, 0660) == 0 && listen(fd, 8) == 0) return fd;
        status = -errno;
        unlink(path);
    } else {
        status = -errno;
    }
    close(fd);
    return status;
}

int tapline_socket_listen(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int lock = lock_folder(path);
    int status = listen_at(&address);
    if (lock >= 0) close(lock);
    return status;
}

int tapline_socket_accept(int fd) {
    int connection = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return connection < 0 ? -errno : connection;
}

void tapline_socket_remove(const char *path) { unlink(path); }
