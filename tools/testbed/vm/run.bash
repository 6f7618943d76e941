#!/usr/bin/env bash
# Starts a virtual machine and runs a command in it, with the host's files read-only around it.
#
#   tools/testbed/vm/run.bash [--machine amd64|arm64] [--limit SECONDS] [--shared FOLDER] [--] COMMAND [ARGUMENT…]
#
# The command is run by root in a machine that has gpio-sim, vhci-hcd, i2c-tiny-usb, and serial ports that are connected
# outside of it: what is written to ttyS1 is read from ttyS2, and so are ttyUSB0 and ttyS3. FOLDER is /run/shared in the
# machine, the only place where it can leave something; the console goes to standard output and to FOLDER/console, what
# left ttyS1 to FOLDER/serial. The arm64 machine has no files of the host but FOLDER, and no programs but busybox's and
# what FOLDER has. Everything is emulated (no KVM), and the machine's clock counts instructions (two
# nanoseconds each) while it is busy: a slow computer makes a run longer, but nothing in it late. That of the arm64 machine
# does not stand still while the computer has other things to do, as it never waits for it. The exit code is the
# command's; 69 when the machine did not start, 124 when the limit (300 s) was over.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tools/testbed/common.bash
source "$here/../common.bash"
help_if_asked "$@"

limit=300 shared='' arch=amd64
while [[ ${1:-} == -* ]]; do
    case $1 in
    --limit)
        limit=${2:?}
        shift
        ;;
    --shared)
        mkdir -p "${2:?}"
        shared=$(cd "$2" && pwd)
        shift
        ;;
    --machine)
        arch=${2:?}
        shift
        ;;
    --)
        shift
        break
        ;;
    *) refuse "$EX_USAGE" "what is '$1'? See ${BASH_SOURCE[0]##*/} --help" ;;
    esac
    shift
done
[[ $# -ge 1 ]] || refuse "$EX_USAGE" 'which command? See tools/testbed/vm/run.bash --help'
case $arch in
amd64) emulator=qemu-system-x86_64 ;;
arm64) emulator=qemu-system-aarch64 ;;
*) refuse "$EX_USAGE" "no machine '$arch'; there are amd64 and arm64" ;;
esac
command -v "$emulator" >/dev/null || refuse "$EX_UNAVAILABLE" "$emulator is missing: tools/setup vm installs it"

machine=$("$here/build.bash" "$arch")
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
: "${shared:=$temporary}"
{
    # (The command as it is, word by word; its exit code comes back in a file.)
    [[ $arch != amd64 ]] || printf 'cd %q\n' "$PWD"
    printf '%q ' "$@"
    printf '\nstatus=$?\nprintf "%%s\\n" "$status" >/run/shared/status\nexit "$status"\n'
} >"$shared/command"
rm -f "$shared/status"

# (Without `rodata=off` it looks at every page's rights when it starts, for a second of its time.)
options='quiet loglevel=3 panic=-1 mitigations=off rodata=off 8250.nr_uarts=4'
qemu=(
    "$emulator" -accel tcg -smp 1 -nodefaults -display none -monitor none -no-reboot
    -kernel "$machine/vmlinuz" -initrd "$machine/initramfs.cpio"
    -virtfs "local,path=$shared,mount_tag=shared,security_model=none"
    -serial stdio
    # The second port, its wire, and the third one at the wire's other end.
    -chardev "socket,id=near,path=$temporary/wire,server=on,wait=off,logfile=$shared/serial"
    -chardev "socket,id=far,path=$temporary/wire"
    # An adapter from USB to serial, which can be pulled out; the fourth port is the other end of its wire.
    -device qemu-xhci
    -chardev "socket,id=usb,path=$temporary/usb,server=on,wait=off" -device usb-serial,chardev=usb
    -chardev "socket,id=usb-far,path=$temporary/usb"
)
case $arch in
amd64)
    # (A processor without AVX: a quarter less to emulate.)
    qemu+=(
        -icount shift=1 -cpu Nehalem -m 1024 -append "console=ttyS0 $options"
        -device isa-debug-exit,iobase=0xf4,iosize=0x04
        -virtfs "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"
        -serial chardev:near -serial chardev:far -serial chardev:usb-far
    )
    ;;
arm64)
    # (Its own serial port is no ttyS: those are the four of a card, the first of which nobody uses. All its files are in
    # memory: where it has nothing to do, its clock goes on to the next timer at once.)
    qemu+=(
        -icount shift=1,sleep=off -M virt -cpu cortex-a53 -m 512 -append "console=ttyAMA0 $options"
        -chardev null,id=unused
        -device pci-serial-4x,chardev1=unused,chardev2=near,chardev3=far,chardev4=usb-far
    )
    ;;
esac
status=0
emulated "$shared/console" "$limit" "${qemu[@]}" || status=$?
[[ $status != 124 ]] || refuse 124 "the machine did not end within $limit s"
[[ -s $shared/status ]] || refuse "$EX_UNAVAILABLE" 'the machine did not run the command; its console is above'
exit "$(cat "$shared/status")"
