#!/usr/bin/env bash
# Builds and tests in a clean Debian 13, which has another libgpiod, newer headers of the kernel and a newer C library: tools/test
# as a person runs it there, with this system's compiler.
#
#   tools/tests/debian13.bash               the README's test command
#   tools/tests/debian13.bash ARGUMENT…     tools/test with these arguments: --quick, --only STAGE
#
# The tree and what was built are kept in .cache/debian13, so that the next time takes less. Needs root, namespaces, the network,
# and mmdebstrap (tools/setup package).

set -euo pipefail
# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
help_if_asked "$@"

readonly kept=$root/.cache/debian13
tree=$kept/tree build=$kept/build
# What Swift's compiler is linked to.
libraries=(libcurl4t64 libncurses6 libsqlite3-0 libxml2 zlib1g)

# inside COMMAND…: in the tree, with this system's network and devices, these sources and folders to build in of its own.
inside() {
    # shellcheck disable=SC2016  # the inner shell's arguments
    unshare --mount --pid --fork --kill-child bash -euc '
        tree=$1 root=$2 build=$3 compiler=$4; shift 4
        mkdir -p "$tree$root" "$tree/opt/swift/usr"
        mount -t proc proc "$tree/proc"
        mount --rbind /dev "$tree/dev"
        mount --rbind /sys "$tree/sys"
        mount --rbind "$compiler" "$tree/opt/swift/usr"
        mount --bind "$root" "$tree$root"
        for folder in .build .build-embedded .build-abi .build-mutants .build-soak-plants; do
            mkdir -p "$build/$folder" "$tree$root/$folder"
            mount --bind "$build/$folder" "$tree$root/$folder"
        done
        # (Packages of Swift that are here need not be fetched again.)
        mkdir -p "$HOME/.cache/org.swift.swiftpm" "$tree/root/.cache/org.swift.swiftpm"
        mount --bind "$HOME/.cache/org.swift.swiftpm" "$tree/root/.cache/org.swift.swiftpm"
        exec chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/opt/swift/usr/bin HOME=/root LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive "$@"' \
        inside "$tree" "$root" "$build" "$(dirname "$(readlink -f "$(command -v swift)")")/.." "$@" </dev/null
}

cd "$root"
alone debian13
if [[ ! -e $tree/ready ]]; then
    rm -rf "$tree"
    mkdir -p "$tree"
    tools/tests/debian-tree.bash "$tree" trixie
    cp /etc/resolv.conf "$tree/etc/"
    mkdir -p "$build"
    inside apt-get -qq update
    inside apt-get -qq install -y --no-install-recommends "${libraries[@]}" >"$kept/log" 2>&1 ||
        refuse_showing "$kept/log" "$EX_UNAVAILABLE" 'what the compiler is linked to cannot be installed'
    touch "$tree/ready"
fi
inside "$root/tools/test" "$@"
[[ $(inside pkg-config --modversion libgpiod) == 2.* ]] || refuse "$EX_SOFTWARE" 'the libgpiod there is not the second'
