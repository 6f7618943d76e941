#!/usr/bin/env bash
# Tests a static daemon from outside: its messages and exit codes, up to the bus that is not there.
#
#   tools/tests/cross.bash PATH-OF-TAPLINED [EMULATOR]

set -euo pipefail
[[ $# == 1 || $# == 2 ]] || {
    echo "usage: tools/tests/cross.bash PATH-OF-TAPLINED [EMULATOR]" >&2
    exit 64
}
taplined=$(realpath "$1")
emulator=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=tools/tests/assert.bash
source tools/tests/assert.bash
files=$assert_folder

daemon=(${emulator:+"$emulator"} "$taplined")

expect_exit 0 "${daemon[@]}" --help
expect_stdout usage:
expect_stderr_empty

expect_refused 64 "${daemon[@]}" --no-such-option

expect_message 74 'missing.yaml: No such file or directory' "${daemon[@]}" --config "$files/missing.yaml"

# libyaml is in it, with its marks; so is the nearest name.
printf 'tapline: config/1\nboard: simulated\ngestures:\n  poke: {kind: tapp}\n' >"$files/wrong.yaml"
expect_refused 78 "${daemon[@]}" --config "$files/wrong.yaml"
expect_stderr "wrong.yaml:4:" 'tap'

# A real board, whose bus is missing here.
cat >"$files/board.yaml" <<'YAML'
tapline: board/1
name: no bus
source: ["a test"]
controller: gt911
bus: /dev/i2c-250
addresses: [0x5d]
size: [800, 480]
kernel_driver: none
YAML
expect_refused 69 "${daemon[@]}" --board "$files/board.yaml"
expect_stderr '/dev/i2c-250: No such file or directory'

summarize
