#!/usr/bin/env bash
# Tests a static daemon from outside: its messages and exit codes, up to the bus that is not there.
#
#   tools/tests/cross.bash PATH-OF-TAPLINED [EMULATOR]

set -euo pipefail
# shellcheck source=tools/tests/assert.bash
source "$(dirname "${BASH_SOURCE[0]}")/assert.bash"
[[ $# == 1 || $# == 2 ]] || misused 'PATH-OF-TAPLINED [EMULATOR]'
taplined=$(realpath "$1")
emulator=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
files=$assert_folder

daemon=(${emulator:+"$emulator"} "$taplined")

expect_output usage: "${daemon[@]}" --help
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
expect_refusal 69 '/dev/i2c-250: No such file or directory' "${daemon[@]}" --board "$files/board.yaml"

summarize
