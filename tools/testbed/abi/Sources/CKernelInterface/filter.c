#define _GNU_SOURCE
#include "kernel_interface.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#else
#error "no filter for this processor yet"
#endif

// Every call that names a file or could be an ioctl of a device. Reading and writing is left alone: it costs nothing.
static const unsigned path_calls[] = {
    SYS_openat, SYS_newfstatat, SYS_statx, SYS_readlinkat, SYS_faccessat, SYS_faccessat2, SYS_inotify_add_watch,
#ifdef SYS_open
    SYS_open,   SYS_stat,       SYS_lstat, SYS_readlink,   SYS_access,
#endif
};
// The second byte of an ioctl's number: /dev/i2c-*, /dev/gpiochip*, /dev/input/event* and /dev/uinput.
static const unsigned ioctl_types[] = {0x0700, 0xb400, 0x4500, 0x5500};

#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { head = 4, tail = 9 };

static int install_filter(void) {
    struct sock_filter program[head + 2 * COUNT(path_calls) + tail] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    struct sock_filter *next = program + head;
    for (size_t i = 0; i < COUNT(path_calls); i++) {
        *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, path_calls[i], 0, 1);
        *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    const struct sock_filter ioctls[tail] = {
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 6),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xff00),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ioctl_types[0], 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ioctl_types[1], 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ioctl_types[2], 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ioctl_types[3], 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
    };
    memcpy(next, ioctls, sizeof ioctls);
    struct sock_fprog filter = {COUNT(program), program};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -errno;
    // Once a request has been received, a signal does not interrupt it: nothing is answered twice.
    unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
#ifdef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
    int listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                           flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &filter);
    if (listener >= 0) return listener;
#endif
    int fallback = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
    return fallback < 0 ? -errno : fallback;
}

// Passing the listener from the child to the supervisor.

static int send_descriptor(int socket, int fd) {
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr header;
    } control = {0};
    struct iovec data = {"", 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    control.header = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
    return sendmsg(socket, &message, 0) < 0 ? -errno : 0;
}

static int receive_descriptor(int socket) {
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr header;
    } control = {0};
    char byte;
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != 1 || control.header.cmsg_type != SCM_RIGHTS) return -ENOSYS;
    int fd;
    memcpy(&fd, CMSG_DATA(&control.header), sizeof fd);
    return fd;
}

static _Noreturn void become_program(char *const arguments[], const int standard[3], int socket) {
    // (The supervisor's death ends it; it must not end the supervisor's.)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    // (A program that is started again: the supervisor has blocked what it waits for itself.)
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int i = 0; i < 3; i++)
        if (standard[i] >= 0) dup2(standard[i], i);
    int listener = install_filter();
    if (listener < 0) {
        fprintf(stderr, "abi: the kernel offers no seccomp user notification: %s\n", strerror(-listener));
        _exit(126);
    }
    if (send_descriptor(socket, listener)) _exit(126);
    close(listener);
    char go;
    if (recv(socket, &go, 1, 0) != 1) _exit(126);
    close(socket);
    execvp(arguments[0], arguments);
    fprintf(stderr, "abi: %s: %s\n", arguments[0], strerror(errno));
    _exit(127);
}

int abi_start(char *const arguments[], int input, int output, int errors, struct abi_program *program) {
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) return -errno;
    int pid = fork();
    if (pid < 0) return -errno;
    if (pid == 0) become_program(arguments, (int[]){input, output, errors}, sockets[1]);
    close(sockets[1]);
    int listener = receive_descriptor(sockets[0]);
    if (listener < 0 || send(sockets[0], "", 1, MSG_NOSIGNAL) != 1) {
        close(sockets[0]);
        waitpid(pid, NULL, 0);
        return listener < 0 ? listener : -ECHILD;
    }
    close(sockets[0]);
    *program = (struct abi_program){.pid = pid, .pidfd = syscall(SYS_pidfd_open, pid, 0), .listener = listener};
    return program->pidfd < 0 ? -errno : 0;
}

// Requests

// Copies a path out of the program; pages behind its end may not exist.
static const char *fetch_path(int pid, uint64_t address) {
    static char path[4096];
    size_t length = 0;
    while (length + 1 < sizeof path) {
        size_t part = 256 - (address + length) % 256;
        if (part > sizeof path - 1 - length) part = sizeof path - 1 - length;
        if (abi_peek(pid, address + length, path + length, part)) break;
        const char *end = memchr(path + length, 0, part);
        if (end) return path;
        length += part;
    }
    path[length] = 0;
    return path;
}

int abi_receive(int listener, struct abi_request *request) {
    struct seccomp_notif got;
    memset(&got, 0, sizeof got);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &got)) return -errno;
    const __u64 *a = got.data.args;
    struct abi_request r = {.id = got.id, .pid = got.pid, .fd = AT_FDCWD, .path = ""};
    uint64_t path = 0;
    switch (got.data.nr) {
    case SYS_ioctl:
        r.kind = ABI_IOCTL, r.fd = a[0], r.command = a[1], r.argument = a[2];
        break;
    case SYS_openat:
        r.kind = ABI_OPEN, r.fd = a[0], path = a[1], r.flags = a[2];
        break;
    case SYS_newfstatat:
        r.kind = ABI_STAT, r.fd = a[0], path = a[1], r.argument = a[2], r.flags = a[3];
        break;
    case SYS_statx:
        r.kind = ABI_STAT, r.fd = a[0], path = a[1], r.flags = a[2], r.argument = a[4], r.is_statx = true;
        break;
    case SYS_readlinkat:
        r.kind = ABI_READLINK, r.fd = a[0], path = a[1], r.argument = a[2], r.size = a[3];
        break;
    case SYS_faccessat2:
        r.flags = a[3];
        // fallthrough
    case SYS_faccessat:
        r.kind = ABI_ACCESS, r.fd = a[0], path = a[1], r.command = a[2];
        break;
    case SYS_inotify_add_watch:
        r.kind = ABI_WATCH, r.fd = a[0], path = a[1], r.command = a[2];
        break;
#ifdef SYS_open
    case SYS_open:
        r.kind = ABI_OPEN, path = a[0], r.flags = a[1];
        break;
    case SYS_lstat:
        r.flags = AT_SYMLINK_NOFOLLOW;
        // fallthrough
    case SYS_stat:
        r.kind = ABI_STAT, path = a[0], r.argument = a[1];
        break;
    case SYS_readlink:
        r.kind = ABI_READLINK, path = a[0], r.argument = a[1], r.size = a[2];
        break;
    case SYS_access:
        r.kind = ABI_ACCESS, path = a[0], r.command = a[1];
        break;
#endif
    }
    if (path) r.path = fetch_path(r.pid, path);
    *request = r;
    return 0;
}

void abi_answer(int listener, uint64_t id, int64_t value) {
    struct seccomp_notif_resp answer = {.id = id};
    if (value < 0)
        answer.error = value;
    else
        answer.val = value;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

void abi_continue(int listener, uint64_t id) {
    struct seccomp_notif_resp answer = {.id = id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

int abi_give(int listener, uint64_t id, int fd, bool closes_on_exec) {
    struct seccomp_notif_addfd gift = {.id = id, .srcfd = fd, .newfd_flags = closes_on_exec ? O_CLOEXEC : 0};
    int number = ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &gift);
    return number < 0 ? -errno : number;
}
