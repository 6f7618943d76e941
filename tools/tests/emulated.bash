#!/usr/bin/env bash
# Runs a command for whose programs it does not matter which processor they are for: those of arm64 and armhf go to qemu.
#
#   tools/tests/emulated.bash COMMAND…
#
# The kernel is told so in a namespace of users of its own (binfmt_misc): nothing outside of the command notices. Trees of
# another Debian run in there as ours do (tools/tests/debian-tree.bash). Needs root, Linux 6.7 or newer, and qemu-user-static
# (tools/setup cross); exit code 69 where one is missing.

set -euo pipefail
# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
[[ $# -gt 0 && $1 != -* ]] || { usage "${BASH_SOURCE[0]}"; exit "$EX_USAGE"; }

[[ $(id -u) == 0 ]] || refuse "$EX_NOPERM" 'a tree has files of several users: run this as root'
unshare --user true 2>/dev/null || refuse "$EX_UNAVAILABLE" 'no namespace of users to be had here'

# mapped: as soon as this process has a namespace of users: all keep their numbers there.
mapped() {
    until [[ $(readlink "/proc/$$/ns/user") != "$1" ]]; do sleep 0.01; done
    echo '0 0 65536' >"/proc/$$/uid_map"
    echo '0 0 65536' >"/proc/$$/gid_map"
    echo mapped
}
own=$(readlink "/proc/$$/ns/user")
exec 3< <(mapped "$own")
exec unshare --user bash -c 'read -r _ <&3; exec 3<&-; exec unshare --mount --pid --fork --kill-child bash -c "$@"' emulated '
    set -eu
    missing=$1
    shift
    mount -t proc proc /proc
    handlers=/proc/sys/fs/binfmt_misc
    mount -t binfmt_misc none "$handlers" 2>/dev/null || { echo "emulated: this kernel has no binfmt_misc of its own in a namespace" >&2; exit "$missing"; }
    # handler NAME CLASS MACHINE INTERPRETER: programs with this class (1: 32 bits) and number of the processor in their ELF header.
    # (F: the interpreter is opened now, and so is there in every tree.)
    handler() {
        [ -x "$4" ] || { echo "emulated: there is no $4: tools/setup cross" >&2; exit "$missing"; }
        printf "%s" ":$1:M::\\x7fELF\\x0$2\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\x$3\\x00:\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff:$4:F" >"$handlers/register"
    }
    handler aarch64 2 b7 /usr/bin/qemu-aarch64-static
    handler arm 1 28 /usr/bin/qemu-arm-static
    exec "$@"' emulated "$EX_UNAVAILABLE" "$@"
