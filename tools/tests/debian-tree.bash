#!/usr/bin/env bash
# Unpacks a clean Debian beside the system: what a person has who installs the packages there.
#
#   tools/tests/debian-tree.bash FOLDER [RELEASE [PROCESSOR]]
#
# It is of this system's release, or of RELEASE (trixie), and of this processor, from the mirror that this system uses, has systemd as its first program,
# and the libraries that the packages want, so that installing them needs no network. Made once, in minutes, and kept in
# .cache/tree. Needs root and mmdebstrap (tools/setup package).
#
# One of another PROCESSOR (arm64, armhf) has only what its static programs want, and is made, and used, in
# tools/tests/emulated.bash.

set -euo pipefail
# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"

[[ $# -ge 1 && $# -le 3 && $1 != -* ]] || { usage "${BASH_SOURCE[0]}"; exit "$EX_USAGE"; }
[[ $(id -u) == 0 ]] || refuse "$EX_NOPERM" 'a Debian tree has files of several users: run this as root'
packages=(
    systemd systemd-sysv libpam-systemd dbus-user-session udev dbus kmod man-db bash-completion libyaml-0-2 libstdc++6 i2c-tools libmosquitto1 libmpdclient2
)
own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
release=${2:-$own}
# (Debian 13 has it under another name.)
[[ $release == bookworm ]] && packages+=(libmicrohttpd12) || packages+=(libmicrohttpd12t64)
processor=${3:-$(dpkg --print-architecture)} run=()
[[ $processor == "$(dpkg --print-architecture)" ]] || run=("$root/tools/tests/emulated.bash") packages=(systemd udev)
kept=$root/.cache/tree/$release-$processor
wanted="${packages[*]}"
if [[ ! -r $kept.tar || $(cat "$kept.packages" 2>/dev/null) != "$wanted" ]]; then
    # shellcheck disable=SC2016  # apt-get fills the format in
    mirror=$(apt-get indextargets --format '$(REPO_URI)' \
        'Created-By: Packages' 'Label: Debian' 'Component: main' "Codename: $own" | head -n 1)
    [[ -n $mirror ]] || refuse "$EX_UNAVAILABLE" "apt knows no Debian mirror for '$own': run apt-get update"
    mkdir -p "${kept%/*}"
    printf 'making a tree of Debian %s for %s (minutes)\n' "$release" "$processor"
    # (Manual pages are wanted: a small tree would leave them out.)
    "${run[@]}" mmdebstrap --quiet --variant=minbase --architectures="$processor" --skip=check/qemu --skip=chroot/mount/sys --include="$(IFS=, && printf '%s' "${packages[*]}")" \
        "$release" "$kept.new.tar" "$mirror" >"$kept.log" 2>&1 ||
        refuse_showing "$kept.log" "$EX_UNAVAILABLE" 'mmdebstrap could not make the tree'
    mv "$kept.new.tar" "$kept.tar"
    printf '%s\n' "$wanted" >"$kept.packages"
fi
mkdir -p "$1"
tar -C "$1" -xpf "$kept.tar" --numeric-owner
