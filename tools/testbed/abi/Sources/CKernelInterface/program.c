#define _GNU_SOURCE
#include "kernel_interface.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

int abi_exit_code(int pid) {
    int status;
    if (waitpid(pid, &status, 0) != pid) return -errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// (Always the current address space: a /proc/PID/mem that was opened before an execve would show the old one.)
int abi_peek(int pid, uint64_t address, void *bytes, size_t count) {
    struct iovec ours = {bytes, count}, theirs = {(void *)address, count};
    return process_vm_readv(pid, &ours, 1, &theirs, 1, 0) == (ssize_t)count ? 0 : -EFAULT;
}

int abi_poke(int pid, uint64_t address, const void *bytes, size_t count) {
    struct iovec ours = {(void *)bytes, count}, theirs = {(void *)address, count};
    return process_vm_writev(pid, &ours, 1, &theirs, 1, 0) == (ssize_t)count ? 0 : -EFAULT;
}

// Descriptors are told apart by what they are, not by their number: they may be duplicated or inherited.
static uint64_t identity(const struct stat *file) { return (uint64_t)file->st_dev << 40 ^ file->st_ino; }

uint64_t abi_file_of(int pid, int fd) {
    char path[48];
    struct stat file;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
    return stat(path, &file) ? 0 : identity(&file);
}

uint64_t abi_own_file(int fd) {
    struct stat file;
    return fstat(fd, &file) ? 0 : identity(&file);
}

int abi_folder_of(int pid, int fd, char *path, size_t size) {
    char link[48];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", pid, fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return -errno;
    path[length] = 0;
    return 0;
}

int abi_pair(int *ours, int *theirs) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return -errno;
    *ours = pair[0];
    *theirs = pair[1];
    return 0;
}

int abi_send(int fd, const void *bytes, size_t count) {
    return send(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)count ? 0 : -EAGAIN;
}

void abi_end_of_file(int fd) { shutdown(fd, SHUT_WR); }
