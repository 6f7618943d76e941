#!/usr/bin/env bash
# Shows the daemon the Raspberry Pi's own I2C adapter, with the kernel's i2c-bcm2835 driver, and its GPIO lines: an emulated
# Raspberry Pi 3, or a Raspberry Pi 1.
#
#   tools/testbed/vm/raspi3b/test.bash [--gpiod1 | --armhf] [--keep FOLDER] TAPLINED
#
# With --armhf it is an A+ with its ARMv6 and a kernel of 32 bits, and TAPLINED is that of `tools/cross armhf`; it is shown an
# input device, too, whose events have 16 bytes there.
# TAPLINED is the static one for arm64 (tools/cross arm64). With --gpiod1 it is one that is linked to libgpiod 1.6 (`gpiod1`
# beside this), and the kernel is Debian 12's, which has the interface that this one speaks. qemu 9.1 and newer has the board's I2C (BSC); Debian 12's is
# older, so the one of its backports is unpacked into .cache/qemu-arm. No touch controller can be attached there, but a memory
# with addresses of two bytes can (at24c-eeprom): with a GT911's registers in it, it is one that somebody else has to write
# the reports into. So this shows which transfers the driver takes and what it says for the others, that ours are among
# the first, and a press that becomes a level. A line for each thing shown; what it leaves when it fails is in .build-vm.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tools/testbed/common.bash
source "$here/../../common.bash"
help_if_asked "$@"

# Seconds for everything, on a slow computer that does something else, too.
readonly limit=1800

keep=$root/.build-vm/failed/raspi3b kernel=arm64 processor=aarch64
board=raspi3b tree_of_devices=bcm2837-rpi-3-b.dtb serial=(-serial null -serial stdio) parameters='console=ttyS1,115200 mitigations=off'
modules='i2c-dev|i2c-bcm2835|bcm2835_wdt'
while [[ ${1:-} == -* ]]; do
    case $1 in
    --gpiod1) kernel=arm64-6.1 ;;
    --armhf)
        kernel=armhf processor=arm
        # (qemu lacks what switches the board's parts on and off.)
        board=raspi1ap tree_of_devices=bcm2835-rpi-a-plus.dtb serial=(-serial stdio)
        parameters='console=ttyAMA0,115200 initcall_blacklist=bcm2835_power_driver_init'
        modules='i2c-dev|evdev|uinput'
        ;;
    --keep)
        keep=${2:?}
        shift
        ;;
    *) refuse "$EX_USAGE" "what is '$1'? See ${BASH_SOURCE[0]##*/} --help" ;;
    esac
    shift
done
[[ -x ${1:-} ]] || refuse "$EX_USAGE" 'which taplined? See tools/testbed/vm/raspi3b/test.bash --help'
command -v "qemu-system-$processor" >/dev/null ||
    refuse "$EX_UNAVAILABLE" "qemu-system-$processor is missing: tools/setup vm-arm64 installs it"

# A qemu with the board's I2C: this system's, or one beside it.
emulator=("qemu-system-$processor")
version=$("${emulator[@]}" --version | sed -n 's/.*version \([0-9]*\.[0-9]*\).*/\1/p')
if [[ $(printf '%s\n' 9.1 "$version" | sort -V | head -n 1) != 9.1 ]]; then
    beside=$root/.cache/qemu-arm
    "$root/tools/fetch-suite" "$beside" qemu-system-{arm,common,data}/bookworm-backports >&2
    # (The older one's modules are none of its own.)
    emulator=(env "QEMU_MODULE_DIR=$beside" "$beside/usr/bin/qemu-system-$processor" -L "$beside/usr/share/qemu")
fi

started=$SECONDS
machine=$("$here/../build.bash" "$kernel")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree/shared
mkdir -p "$tree" "$work/tree/modules"
cp "$here"/{inside.sh,board.yaml,absent.yaml,config.yaml} "$tree"
cp "$1" "$tree/taplined"
if [[ $kernel == armhf ]]; then
    # (With what the daemon is made with: nothing else for this processor is needed.)
    mapfile -t compile < <(toolset_options "$root/.build-cross/armhf/toolset.json" cCompiler)
    mapfile -t link < <(toolset_options "$root/.build-cross/armhf/toolset.json" linker)
    toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
    "$toolchain/clang" "${compile[@]}" -Wall -Wextra -c "$here/probe.c" -o "$work/probe.o"
    "$toolchain/ld.lld" -static -o "$tree/probe" "$work/probe.o" "${link[@]}"
    cp "$here"/{evdev.sh,evdev.yaml,writer.yaml} "$tree"
else
    aarch64-linux-gnu-gcc -O1 -Wall -Wextra -static -o "$tree/probe" "$here/probe.c"
fi
printf 'sh /run/shared/inside.sh\n' >"$tree/command"
# (Of the modules only what this board has: a cpio's files take the places of those before it.)
grep -E "^($modules)\.ko" "$machine/order" >"$work/tree/modules/order"
(cd "$work/tree" && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) >"$work/more.cpio"
cat "$machine/initramfs.cpio" "$work/more.cpio" >"$work/initramfs.cpio"

# The memory: who it is ("911", firmware 1060, 800 x 480), and no news.
truncate -s 65536 "$work/memory"
printf '911\0\x60\x10\x20\x03\xe0\x01\0\0' | dd of="$work/memory" bs=1 seek=$((0x8140)) conv=notrunc status=none

console_bytes='\11\12\40-\176' emulated "$work/console" "$limit" "${emulator[@]}" \
    -M "$board" -accel tcg -display none -monitor none -audio none \
    -no-reboot "${serial[@]}" -kernel "$machine/vmlinuz" -dtb "$machine/$tree_of_devices" \
    -initrd "$work/initramfs.cpio" -append "$parameters quiet loglevel=3 panic=-1" \
    -drive "if=none,id=memory,format=raw,file=$work/memory" \
    -device at24c-eeprom,bus=i2c-bus.1,address=0x5d,rom-size=65536,drive=memory || true

passed=$(grep -c ' passed$' "$work/console" || true)
failed=$(grep -c ' FAILED$' "$work/console" || true)
printf '%d of %d things shown on %s, Linux %s, %s in all\n' "$passed" $((passed + failed)) "$board" "$(cat "$machine/version")" "$(clock $((SECONDS - started)))"
# (As many as the scripts have: one that is missing did not get so far.)
[[ $failed == 0 && $passed == $(cat "$tree"/*.sh | grep -Ec '^(verdict|shape) ') ]] || {
    mkdir -p "$keep"
    cp "$work/console" "$work/memory" "$keep"
    printf 'its console and the memory: %s\n' "$keep"
    exit 1
}
