#!/usr/bin/env bash
# Builds what plays the panel in the virtual machine, and prints where it is. Says more only when it fails.
#
#   tools/testbed/vm/bench/build.bash [amd64|arm64]
#
# For arm64 it is one static file of Embedded Swift, as the daemon is (tools/cross).

set -euo pipefail
# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../../../common.bash"

readonly scratch=$root/.build-vm
mkdir -p "$scratch"
case ${1:-amd64} in
amd64)
    built=$root/.build/release/Bench
    export TOOLS=1
    build=(release_build --package-path "$root" --product Bench)
    ;;
arm64)
    built=$root/.build-cross/arm64/Bench
    build=("$root/tools/cross" --build arm64 Bench)
    ;;
*) refuse "$EX_USAGE" "no processor '$1'; there are amd64 and arm64" ;;
esac
"${build[@]}" >"$scratch/build.log" 2>&1 || refuse_showing "$scratch/build.log" "$EX_SOFTWARE" 'the bench does not build'
printf '%s\n' "$built"
