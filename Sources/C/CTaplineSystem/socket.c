#define _GNU_SOURCE
#include "tapline_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
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

/* Whether the folder of `path` is another user's, or anybody may take from it what others put there: then something else may come
   in the socket's place. 0, or an error. */
static int is_foreign(const char *path) {
    char folder[sizeof((struct sockaddr_un *)0)->sun_path];
    struct stat above;
    strcpy(folder, path);
    char *stroke = strrchr(folder, '/');
    if (stroke) stroke[stroke == folder] = 0;
    if (stat(stroke ? folder : ".", &above)) return -errno;
    bool is_own = above.st_uid == 0 || above.st_uid == geteuid();
    bool is_open = (above.st_mode & S_IWOTH) && !(above.st_mode & S_ISVTX);
    return is_own && !is_open ? 0 : -EPERM;
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
    /* (Nobody can connect before listen(). A link that took the socket's place meanwhile is not followed.) */
    if (bind(fd, (const struct sockaddr *)address, sizeof *address) == 0) {
        share(path);
        if (fchmodat(AT_FDCWD, path, 0660, AT_SYMLINK_NOFOLLOW) == 0 && listen(fd, 8) == 0) return fd;
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
    int foreign = is_foreign(path);
    if (foreign) return foreign;
    int lock = lock_folder(path);
    int status = listen_at(&address);
    if (lock >= 0) close(lock);
    return status;
}

int tapline_socket_accept(int fd) {
    int connection = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return connection < 0 ? -errno : connection;
}

/* (Not getgrnam: see tapline_group.) */
static int group_number(const char *name, gid_t *number) {
    FILE *groups = fopen("/etc/group", "re");
    if (!groups) return 0;
    int found = 0;
    for (struct group *group; !found && (group = fgetgrent(groups));)
        if ((found = !strcmp(group->gr_name, name))) *number = group->gr_gid;
    fclose(groups);
    return found;
}

bool tapline_socket_is_trusted(int fd, const char *group) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size)) return false;
    if (peer.uid == 0 || peer.uid == geteuid()) return true;
    gid_t wanted, groups[256];
    if (!group_number(group, &wanted)) return false;
    if (peer.gid == wanted) return true;
    size = sizeof groups;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size)) return false;
    for (size_t i = 0; i < size / sizeof *groups; i++)
        if (groups[i] == wanted) return true;
    return false;
}

void tapline_socket_remove(const char *path) { unlink(path); }
