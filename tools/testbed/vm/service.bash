#!/usr/bin/env bash
# The whole way of a person with a new panel, in the virtual machine: a Debian with systemd starts, the package is
# installed, the lamp of Documentation/Install.md is written, a finger swipes on the panel, the lamp's line is read.
#
#   tools/testbed/vm/service.bash [--init] [--keep FOLDER] TAPLINE.deb [TAPLINE-MQTT.deb] [TAPLINE-MEDIA.deb]
#
# A headset is plugged in, too, which the unit's option for input devices makes heard, and a display, which its option for backlights
# lets be dimmed.
# --init: the person types `tapline init` instead, on three boards, without a panel, and with a full disk (init-scenario).
# With tapline-mqtt its service starts, too, with a key that only root can read. (There is no broker.) With tapline-media a user's
# service of it hands the headset's commands to a player of that user's session, and nobody is logged in.
#
# Debian is that of tools/tests/debian-tree.bash: as clean as a computer that never saw Swift. The kernel, the panel and the
# words of the script (service-scenario/script) are those of tools/testbed/vm/test.bash. What a failure leaves is kept in
# .build-vm/failed-service or failed-init, or in FOLDER. Needs root.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tools/testbed/common.bash
source "$here/../common.bash"
help_if_asked "$@"

# Seconds for everything, on a slow computer that does something else, too: whatever hangs in the machine ends by the machine's own
# clock, and only a machine that hangs itself takes as long.
readonly limit=1800

keep='' keeps=no scenario=service
success='the service, installed from its package, switched the lamp' failure='the lamp did not follow the swipe'
while [[ ${1:-} == -* ]]; do
    case $1 in
    --init)
        scenario=init
        success='tapline init made three lamps, and took them back' failure='tapline init has not made three lamps, or left something'
        ;;
    --keep)
        keep=${2:?} keeps=yes
        shift
        ;;
    *) refuse "$EX_USAGE" "what is '$1'? See ${BASH_SOURCE[0]##*/} --help" ;;
    esac
    shift
done
: "${keep:=$root/.build-vm/failed-$scenario}"
[[ $# -ge 1 ]] || refuse "$EX_USAGE" 'which package? See tools/testbed/vm/service.bash --help'
packages=()
for file in "$@"; do packages+=("$(realpath "$file")"); done

machine=$("$here/build.bash")
bench=$("$here/bench/build.bash")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree shared=$work/shared
mkdir -p "$shared"
"$root/tools/tests/debian-tree.bash" "$tree"

# The lamp as Documentation/Install.md has it: the first YAML after the heading, with the board of the bench.
awk '/^## A lamp on a Raspberry Pi/ { here = 1 } here && /^```yaml/ { inside = 1; next } inside && /^```/ { exit } inside' \
    "$root/Documentation/Install.md" | sed 's/^board: [^ ]*/board: bench/' >"$shared/lamp.yaml"
grep -q '^board: bench' "$shared/lamp.yaml" || refuse "$EX_SOFTWARE" "Documentation/Install.md has no lamp of its own any more"
[[ $(wc -l <"$shared/lamp.yaml") == 6 ]] || refuse "$EX_SOFTWARE" "the lamp of Documentation/Install.md has not six lines any more"
for file in "${packages[@]}"; do cp "$file" "$shared/$(dpkg-deb -f "$file" Package).deb"; done
[[ -e $shared/tapline.deb ]] || refuse "$EX_USAGE" 'the package tapline is missing'
if [[ -e $shared/tapline-mqtt.deb ]]; then
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$shared/own.key" -out "$shared/own.pem" -days 2 -subj /CN=panel \
        2>/dev/null
fi
cp "$here"/service-scenario/* "$shared"
cp "$here/$scenario-scenario"/* "$shared"
cp "$root/tools/testbed/abi/scenarios/common/board.yaml" "$shared/bench.yaml"
cc -static -O1 -Wall -Wextra -Werror -o "$shared/headset" "$here/service-scenario/headset.c"
if [[ -e $shared/tapline-media.deb ]]; then
    # shellcheck disable=SC2046 # (Words.)
    cc -O1 -o "$shared/player" "$root/tools/tests/media-player.c" $(pkg-config --cflags --libs libsystemd)
else
    # (Nothing ever plays.)
    sed -i '/GPIO26/,+1d' "$shared/script"
fi
install -m 755 "$bench" "$shared/bench"
# (The bench is a program of this computer's: it comes with the libraries that it wants.)
mkdir -p "$shared/lib"
ldd "$bench" | awk '$3 ~ /\/swift\// { print $3 }' | xargs -r cp -L -t "$shared/lib"

# Debian's first start is not its first: no questions, no waiting for what is not there.
printf '%032d\n' 1 >"$tree/etc/machine-id"
mkdir -p "$tree/shared"
cat >"$tree/etc/systemd/system/scenario.service" <<'UNIT'
[Unit]
After=basic.target dbus.service
DefaultDependencies=no
[Service]
Type=oneshot
Environment=HOME=/root
ExecStart=/bin/bash /shared/inside
StandardOutput=tty
StandardError=inherit
TTYPath=/dev/ttyS0
UNIT
mkdir -p "$tree/etc/systemd/system/multi-user.target.wants"
ln -s ../scenario.service "$tree/etc/systemd/system/multi-user.target.wants/scenario.service"
# (Nobody logs in, nothing is tidied up, nobody searches manual pages: their index takes as long as all else of an installation.)
rm -f "$tree/var/lib/man-db/auto-update"
for unit in serial-getty@ttyS0 getty@tty1 apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_reap \
    fstrim.timer man-db.timer systemd-update-utmp systemd-random-seed; do
    [[ $unit == *.timer ]] || unit+=.service
    ln -sf /dev/null "$tree/etc/systemd/system/$unit"
done
# The machine starts as the other one does, and goes on with Debian's own first program.
mkdir -p "$work/initramfs"
install -m 755 "$here/service-scenario/init" "$work/initramfs/init"
{
    cat "$machine/initramfs.cpio"
    cd "$work/initramfs" && printf 'init\n' | cpio --quiet -o -H newc -R 0:0
} >"$work/initramfs.cpio"

qemu=(
    qemu-system-x86_64 -accel tcg -cpu Nehalem -m 1024 -smp 1 -icount shift=1 -nodefaults -display none -monitor none -no-reboot
    -kernel "$machine/vmlinuz" -initrd "$work/initramfs.cpio"
    -append 'console=ttyS0 quiet loglevel=3 panic=-1 mitigations=off rodata=off systemd.show_status=no systemd.unit=multi-user.target'
    -device isa-debug-exit,iobase=0xf4,iosize=0x04
    -virtfs "local,path=$tree,mount_tag=tree,security_model=none,readonly=on,multidevs=remap"
    -virtfs "local,path=$shared,mount_tag=shared,security_model=none"
    -serial stdio -device qemu-xhci
)
status=0
emulated "$shared/console" "$limit" "${qemu[@]}" || status=$?
# (A folder that somebody named is not emptied.)
[[ $keeps == yes ]] || rm -rf "$keep"
if [[ $keeps == yes || ! -e $shared/passed ]]; then
    mkdir -p "$keep"
    (cd "$shared" && cp -r console trace stdout stderr journal lamp.yaml "$keep" 2>/dev/null) || true
fi
[[ $status != 124 ]] || refuse 124 "the machine did not end within $limit s; what it left: $keep"
[[ -e $shared/passed ]] || refuse 1 "$failure; what the machine left: $keep"
printf '%s\n' "$success"
