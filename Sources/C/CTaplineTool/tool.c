#define _GNU_SOURCE
#include "tapline_tool.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

extern char **environ;

static void check_printed(void) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return;
    fprintf(stderr, "%s: standard output: %s\n", program_invocation_short_name, strerror(errno));
    fflush(stderr);
    _exit(74);
}

int tapline_tool_check_printed(void) { return atexit(check_printed) == 0 ? 0 : -ENOMEM; }

int tapline_file_kind(const char *path) {
    struct stat status;
    if (stat(path, &status) < 0) return -errno;
    if (S_ISDIR(status.st_mode)) return TAPLINE_FILE_FOLDER;
    if (S_ISSOCK(status.st_mode)) return TAPLINE_FILE_SOCKET;
    if (S_ISCHR(status.st_mode)) return TAPLINE_FILE_DEVICE;
    if (S_ISFIFO(status.st_mode)) return TAPLINE_FILE_PIPE;
    return TAPLINE_FILE_PLAIN;
}

int tapline_unix_connect(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    /* (Where nobody accepts and the queue is full, connect() would wait for ever.) */
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    int error = errno;
    close(fd);
    return -error;
}

int tapline_unix_ask(int fd, const void *bytes, size_t count) {
    const char *rest = bytes;
    while (count > 0) {
        ssize_t put = send(fd, rest, count, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return errno == EPIPE || errno == ECONNRESET ? 0 : -errno;
        rest += put;
        count -= (size_t)put;
    }
    return 0;
}

int tapline_create(const char *path, bool is_new) {
    int fd = open(path, O_WRONLY | O_CREAT | (is_new ? O_EXCL : 0) | O_CLOEXEC | O_NOCTTY, 0666);
    if (fd < 0) return -errno;
    struct stat status;
    if (fstat(fd, &status) || !S_ISREG(status.st_mode)) return fd;
    /* (Who writes a file that somebody else makes writes into his.) */
    int error = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK ? EBUSY : ftruncate(fd, 0) ? errno : 0;
    if (!error) return fd;
    close(fd);
    return -error;
}

static int write_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t put = write(fd, bytes, count);
        if (put < 0 && errno != EINTR) return errno;
        if (put > 0) bytes += put, count -= (size_t)put;
    }
    return 0;
}

/* A file on the disk of `path` that has no name yet, so that nothing is left of it where this process is killed; -1 where the
 * file system has none. */
static int open_unnamed(const char *path) {
    const char *stroke = strrchr(path, '/');
    char *folder = !stroke ? strdup(".") : stroke > path ? strndup(path, (size_t)(stroke - path)) : strdup("/");
    int fd = folder ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
    free(folder);
    return fd;
}

int tapline_put_new(const char *path, const void *bytes, size_t count) {
    char *beside = NULL, unnamed[32];
    int fd = open_unnamed(path);
    if (fd >= 0) {
        snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", fd);
    } else {
        /* (A name beside it, so that it is on the same disk.) */
        if (asprintf(&beside, "%s.%ld.new", path, (long)getpid()) < 0) return -ENOMEM;
        fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    int error = fd < 0 ? errno : write_all(fd, bytes, count);
    if (!error && linkat(AT_FDCWD, beside ? beside : unnamed, AT_FDCWD, path, AT_SYMLINK_FOLLOW)) error = errno;
    /* (FAT knows no second name; nor musl this function.) */
    if (error == EPERM && beside)
        error = syscall(SYS_renameat2, AT_FDCWD, beside, AT_FDCWD, path, RENAME_NOREPLACE) ? errno : 0;
    if (fd >= 0 && close(fd) && !error) error = errno;
    if (fd >= 0 && beside) unlink(beside);
    free(beside);
    return -error;
}

void tapline_let_others_read(void) { umask(022); }

int tapline_put_into(const char *path, const void *bytes, size_t count) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return -errno;
    int error = write_all(fd, bytes, count);
    if (close(fd) && !error) error = errno;
    return -error;
}

int tapline_cut(int fd, int64_t length) { return ftruncate(fd, length) < 0 ? -errno : 0; }

/* Starts a program as tapline_spawn does; `output` is its standard output, unless that is negative. */
static int spawn(const char *const *arguments, bool is_clean, int output) {
    static const char *const clean[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", NULL};
    char *const *environment = is_clean ? (char *const *)(uintptr_t)clean : environ;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    if (output >= 0) posix_spawn_file_actions_adddup2(&files, output, 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    /* (A group of its own: what it starts can be ended with it.) */
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    int error = posix_spawnp(&child, arguments[0], &files, &attributes, (char *const *)(uintptr_t)arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error ? -error : child;
}

int tapline_spawn(const char *const *arguments, bool is_clean) { return spawn(arguments, is_clean, -1); }

int tapline_spawn_reading(const char *const *arguments, int *output) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return -errno;
    int child = spawn(arguments, false, ends[1]);
    close(ends[1]);
    if (child > 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) *output = ends[0];
    else close(ends[0]);
    return child;
}

void tapline_kill(int child) { kill(-child, SIGKILL); }

int tapline_only_root_writes(const char *path, char real[4096]) {
    char *place = realpath(path, NULL);
    if (!place) return -errno;
    snprintf(real, 4096, "%s", place);
    int error = 0;
    bool is_root = false;
    while (!error && !is_root) {
        struct stat is;
        is_root = !*place;
        if (stat(is_root ? "/" : place, &is)) error = -errno;
        else if (is.st_uid != 0 || (is.st_mode & (S_IWGRP | S_IWOTH))) error = -EPERM;
        if (!is_root) *strrchr(place, '/') = 0;
    }
    free(place);
    return error;
}

int tapline_reap(int *code) {
    int status;
    pid_t child = waitpid(-1, &status, WNOHANG);
    if (child <= 0) return 0;
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return child;
}

int tapline_await(int child) {
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int tapline_is_root(void) { return geteuid() == 0; }

int64_t tapline_calendar_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void tapline_calendar_text(int64_t us, int is_local, char text[40]) {
    time_t seconds = (time_t)(us / 1000000);
    struct tm parts;
    char day[24];
    if (is_local) localtime_r(&seconds, &parts);
    else gmtime_r(&seconds, &parts);
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text, 40, "%s.%06d%s", day, (int)(us % 1000000), is_local ? "" : "Z");
}

int tapline_temporary_folder(char path[256]) {
    const char *folder = getenv("TMPDIR");
    int length = snprintf(path, 256, "%s/tapline-XXXXXX", folder && *folder ? folder : "/tmp");
    if (length < 0 || length >= 256) return -ENAMETOOLONG;
    return mkdtemp(path) ? 0 : -errno;
}

int tapline_make_folder(const char *path) { return mkdir(path, 0700) < 0 ? -errno : 0; }

int tapline_remove_folder(const char *path) { return rmdir(path) < 0 ? -errno : 0; }

/* The first line of a file, without its end. */
static void first_line(const char *path, char text[256]) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    ssize_t count = read(fd, text, 255);
    close(fd);
    text[count > 0 ? count : 0] = 0;
    text[strcspn(text, "\r\n")] = 0;
}

void tapline_private_text(enum tapline_private what, char text[256]) {
    struct passwd *user = getpwuid(getuid());
    text[0] = 0;
    switch (what) {
    case TAPLINE_PRIVATE_HOST:
        if (gethostname(text, 255) < 0) text[0] = 0;
        break;
    case TAPLINE_PRIVATE_USER:
        if (user) snprintf(text, 256, "%s", user->pw_name);
        break;
    case TAPLINE_PRIVATE_HOME:
        if (user) snprintf(text, 256, "%s", user->pw_dir);
        break;
    case TAPLINE_PRIVATE_NAME:
        /* (Commas divide it from rooms and telephones.) */
        if (user) snprintf(text, 256, "%.*s", (int)strcspn(user->pw_gecos, ","), user->pw_gecos);
        break;
    case TAPLINE_PRIVATE_SERIAL: first_line("/proc/device-tree/serial-number", text); break;
    case TAPLINE_PRIVATE_MACHINE: first_line("/etc/machine-id", text); break;
    }
    text[255] = 0;
}

void tapline_kernel_text(char text[256]) {
    struct utsname name;
    if (uname(&name) < 0) text[0] = 0;
    else snprintf(text, 256, "%s %s %s", name.sysname, name.release, name.machine);
}
