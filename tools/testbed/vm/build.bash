#!/usr/bin/env bash
# Builds a virtual machine: a Debian kernel with gpio-sim, and an initramfs with the modules that the scenarios need.
#
#   tools/testbed/vm/build.bash [--fresh] [amd64|arm64|arm64-6.1|armhf]
#
# The kernel comes from Debian's backports, where it changes every few weeks: its name is looked up, nothing is installed.
# That of arm64-6.1 is Debian 12's own, the last one with the GPIO interface that libgpiod 1 speaks; it has no gpio-sim, but
# the lines of a Raspberry Pi. That of armhf is Debian 12's for the Raspberry Pi 1 and Zero (Debian calls their processor armel),
# whose kernel of 32 bits has the board's adapter in it. What is needed of a kernel (20 MB of 130; 60 for arm64, whose kernel is not compressed) is kept
# in .cache/vm/amd64 and so on, and built again only with --fresh, or when `init` has changed. Prints the folder. Needs cpio,
# kmod and xz-utils (tools/setup vm).

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tools/common.bash
source "$here/../../common.bash"
help_if_asked "$@"

# The first suite whose kernel has gpio-sim.
suite=trixie-backports

fresh=no machine=amd64
while [[ $# -gt 0 ]]; do
    case $1 in
    --fresh) fresh=yes ;;
    amd64 | arm64 | arm64-6.1 | armhf) machine=$1 ;;
    *) refuse "$EX_USAGE" "what is '$1'? See ${BASH_SOURCE[0]##*/} --help" ;;
    esac
    shift
done

# A module a line, with its parameters. i2c-stub is an adapter that speaks SMBus only; vivid is an HDMI input and an output,
# which speak CEC with each other; hid-picolcd drives a display on USB with a backlight. The arm64 machine has none of them, and
# has the adapter of a Raspberry Pi and what turns one off. `packages_of` are the packages of the kernel that are needed.
packages_of='image|binary|modules'
modules=(
    virtio_pci 9pnet_virtio 9p overlay gpio-sim i2c-dev i2c-tiny-usb vhci-hcd
    'i2c-stub chip_addr=0x50' xhci-pci ftdi_sio evdev goodix_ts uinput ir-nec-decoder rc-loopback
    st_accel_i2c mma8452 inv-mpu6050-i2c iio-trig-hrtimer usbhid hid-picolcd
    'vivid node_types=0x101 num_inputs=1 input_types=3 num_outputs=1 output_types=1'
)
arch=${machine%%-*} flavor=${machine%%-*}
if [[ $machine == armhf ]]; then
    arch=armel flavor=rpi suite=bookworm
    modules=(i2c-dev evdev uinput)
elif [[ $machine == arm64-6.1 ]]; then
    suite=bookworm
    modules=(i2c-dev i2c-bcm2835 bcm2835_wdt)
elif [[ $arch == arm64 ]]; then
    packages_of+='|base'
    modules=(
        virtio_pci 9pnet_virtio 9p gpio-sim i2c-dev i2c-tiny-usb vhci-hcd xhci-pci ftdi_sio evdev goodix_ts
        i2c-bcm2835 bcm2835_wdt
    )
fi

alone "vm-$machine"
kept=$root/.cache/vm/$machine
folder=$kept
packages=$kept.packages
tell() { printf '%s\n' "$*" >&2; }

# unpack_kernel: kernel, modules with what they need, and busybox, into $folder.
unpack_kernel() {
    local unpacked modules_of version module file
    tell "fetching the $arch kernel of $suite (about 150 MB)"
    rm -rf "$folder" "$packages"
    "$root/tools/fetch-suite" --arch "$arch" --with "^linux-($packages_of)-[0-9]" \
        "$packages/kernel" "linux-image-$flavor/$suite" >&2
    "$root/tools/fetch-suite" --arch "$arch" "$packages/busybox" busybox-static >&2
    mkdir -p "$folder"
    unpacked=$(find "$packages/kernel" -type d -path '*/lib/modules/*' -prune | head -n 1)
    version=${unpacked##*/}
    modules_of=$folder/lib/modules/$version
    mkdir -p "$modules_of"
    mv "$unpacked"/* "$modules_of"
    depmod -b "$folder" "$version" 2>/dev/null
    : >"$folder/order"
    for module in "${modules[@]}"; do
        # (Several need the same ones: the first time counts.)
        modprobe -S "$version" -d "$folder" --show-depends "${module%% *}" >"$folder/needs" 2>/dev/null || {
            tell "${module%% *} is no module of $version: taken to be built in"
            continue
        }
        sed -n 's/^insmod \([^ ]*\).*/\1/p' "$folder/needs" | while read -r file; do
            grep -qF "/${file##*/}" "$folder/order" && continue
            if [[ $module == *' '* && ${file##*/} == "${module%% *}".ko* ]]; then file+=" ${module#* }"; fi
            printf '%s\n' "$file" >>"$folder/order"
        done
    done
    mkdir -p "$folder/modules"
    while read -r file _; do
        case $file in
        *.xz) xz -dc "$file" ;;
        *) cat "$file" ;;
        esac >"$folder/modules/$(basename "$file" .xz)"
    done <"$folder/order"
    # (Debian 12's are not compressed.)
    sed -i -E 's|.*/([^/]*\.ko)(\.xz)?|\1|' "$folder/order"
    # (What a Raspberry Pi 3 has, and a 1 A+, for their kernels.)
    find "$folder" "$packages" \( -name bcm2837-rpi-3-b.dtb -o -name bcm2835-rpi-a-plus.dtb \) -exec cp {} "$folder" \;
    mv "$(find "$folder" "$packages" -name "vmlinuz*" -type f | head -n 1)" "$folder/vmlinuz"
    cp "$packages/busybox/bin/busybox" "$folder/busybox" 2>/dev/null ||
        cp "$packages/busybox/usr/bin/busybox" "$folder/busybox"
    rm -rf "$packages" "$folder/lib" "$folder/needs"
    printf '%s\n' "$version" >"$folder/version"
}

# without_signature MODULE: takes the signature from its end. (To check it takes an emulated machine as long as everything else
# of its start.)
without_signature() {
    local length
    [[ $(tail -c 28 "$1") == '~Module signature appended~' ]] || return 0
    length=$(tail -c 32 "$1" | head -c 4 | od -A n -t x1 | tr -d ' ')
    truncate -s $(($(stat -c %s "$1") - 28 - 12 - 16#$length)) "$1"
}

# pack_initramfs: what the machine starts with.
pack_initramfs() {
    local tree=$folder/initramfs module
    rm -rf "$tree"
    mkdir -p "$tree"/{bin,dev,host,proc,sys,modules,tmp}
    cp "$folder/busybox" "$tree/bin/busybox"
    ln -s busybox "$tree/bin/sh"
    cp "$folder"/modules/* "$folder/order" "$tree/modules"
    install -m 755 "$here/init" "$tree/init"
    for module in "$tree"/modules/*.ko; do without_signature "$module"; done
    (cd "$tree" && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) >"$folder/initramfs.new"
    mv "$folder/initramfs.new" "$folder/initramfs.cpio"
    rm -rf "$tree"
}

for tool in cpio modprobe depmod xz; do
    PATH=$PATH:/usr/sbin:/sbin command -v "$tool" >/dev/null ||
        refuse "$EX_UNAVAILABLE" "$tool is missing: tools/setup vm installs it"
done
export PATH=$PATH:/usr/sbin:/sbin
mkdir -p "$root/.cache/vm"
# (Another list of modules is another machine.)
wanted=$(printf '%s\n' "$suite" "${modules[@]}")
if [[ $fresh == yes || $(cat "$kept/made" 2>/dev/null) != "$wanted" ]]; then
    # (What is there stays until there is something else.)
    folder=$kept.new
    unpack_kernel
    printf '%s\n' "$wanted" >"$folder/made"
    rm -rf "$kept"
    mv "$folder" "$kept"
    folder=$kept
fi
if [[ $here/init -nt $folder/initramfs.cpio || $here/build.bash -nt $folder/initramfs.cpio ]]; then
    pack_initramfs
    tell "the $machine machine: Linux $(cat "$folder/version"), $(du -sh "$folder" | cut -f 1)"
fi
printf '%s\n' "$folder"
