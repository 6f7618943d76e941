#!/usr/bin/env bash
# Links the static daemon for arm64 once more, with libgpiod 1.6 in place of 2, and prints where it is. Says more only when
# it fails.
#
#   tools/testbed/vm/raspi3b/gpiod1.bash
#
# The daemon is the one of `tools/cross --build arm64`, object by object; only CTaplineGPIO, the page of C that speaks to the
# library, is compiled anew, against Debian 12's libgpiod-dev.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tools/testbed/common.bash
source "$here/../../common.bash"

readonly built=$root/.build-cross/arm64 scratch=$root/.build-cross/arm64-gpiod1 library=$root/.cache/gpiod1-arm64
readonly toolset=$built/toolset.json objects=$built/aarch64-none-none-elf/release/taplined.product/Objects.LinkFileList

[[ -r $toolset && -r $objects ]] ||
    refuse "$EX_USAGE" 'there is no daemon for arm64: tools/cross --build arm64 builds it'
mkdir -p "$scratch"
"$root/tools/fetch-suite" --arch arm64 "$library" libgpiod-dev/bookworm >&2
mapfile -t compile < <(toolset_options "$toolset" cCompiler)
mapfile -t link < <(toolset_options "$toolset" linker)
toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
for source in "$root"/Sources/C/CTaplineGPIO/gpiod{1,2}.c "$here/glibc.c"; do
    name=${source##*/}
    "$toolchain/clang" -I "$root/Sources/C/CTaplineGPIO/include" -I "$library/usr/include" "${compile[@]}" \
        -c "$source" -o "$scratch/${name%.c}.o"
done
{
    grep -v '/CTaplineGPIO\.build/' "$objects"
    printf '%s\n' "$scratch"/{gpiod1,gpiod2,glibc}.o "$library"/usr/lib/*/libgpiod.a
} >"$scratch/objects"
# (SwiftPM's entry point has a name of its own.)
"$toolchain/ld.lld" -static --strip-all --defsym main=taplined_main -o "$scratch/taplined" "@$scratch/objects" \
    "${link[@]}" -lyaml >"$scratch/log" 2>&1 || refuse_showing "$scratch/log" "$EX_SOFTWARE" 'the daemon cannot be linked to libgpiod 1.6'
printf '%s\n' "$scratch/taplined"
