#!/usr/bin/env bash
# Tests the small tool from outside: commands, messages and exit codes, on a computer without a panel.
#
#   tools/tests/small-tool.bash PATH-OF-TAPLINE [EMULATOR]

set -euo pipefail
[[ $# == 1 || $# == 2 ]] || {
    echo "usage: tools/tests/small-tool.bash PATH-OF-TAPLINE [EMULATOR]" >&2
    exit 64
}
program=$(realpath "$1")
emulator=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=tools/tests/assert.bash
source tools/tests/assert.bash
files=$assert_folder

tool() { run ${emulator:+"$emulator"} "$program" "$@"; }

for asking in --help help ''; do
    # shellcheck disable=SC2086  # words
    tool $asking
    expect_exit 0
    expect_stdout '       tapline check'
    expect_stderr_empty
done
# Of a command: that one.
for command in board check detect doctor monitor status; do
    for asking in "$command --help" "$command -h" "help $command"; do
        # shellcheck disable=SC2086  # words
        tool $asking
        expect_exit 0
        expect_stdout "usage: tapline $command"
        assert_true 'expected no other command' test "$(grep -c '^usage: \|^       tapline' "$assert_folder/stdout")" = 1
        expect_stderr_empty
    done
done
tool monitor --help
for option in '-n, ' '-F, ' '-q, ' '--idle-timeout ' '%v (values as key=value)'; do expect_stdout "$option"; done
tool --version
expect_exit 0
expect_stdout "$(sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/Daemon/Support/TaplineVersion.swift)"

# What it has not, and what nobody has.
for wrong in 'replay x.jsonl' 'detect --no-such-option' 'doctor' 'check' 'check --board' 'monitor a b' 'monitor -n 0' \
    'detect --format yaml' 'monitor --idle-timeout 1h -' 'monitor -F %j -' 'monitor -F' 'status a b' 'board' \
    'board import x' 'board set' 'board set --board x' 'board set --board x bus' 'board set --board simulated bus 1'; do
    # shellcheck disable=SC2086  # words
    tool $wrong
    expect_exit 64
    expect_stdout_empty
    assert_true 'expected a line or two' test "$(wc -l <"$assert_folder/stderr")" -le 2
done
tool monitor --num
expect_stderr 'monitor: unknown argument "--num"' 'see tapline monitor --help'
tool replay x.jsonl
expect_stderr 'this small tool has no command "replay"' 'see tapline --help'

# The files that ship are right; a wrong one is told by its place, and the next is looked at all the same.
tool check boards/*.yaml boards/examples/*.yaml
expect_exit 0
expect_stdout 'boards/hyperpixel4.yaml: board'
printf 'tapline: config/1\nboard: simulated\ngestures:\n  poke: {kind: tapp}\n' >"$files/wrong.yaml"
tool check --board=simulated "$files/wrong.yaml" boards/goodix.yaml
expect_exit 78
expect_stderr 'wrong.yaml:4:'
expect_stdout 'boards/goodix.yaml: board'
tool check "$files/missing.yaml"
expect_exit 74

# No bus, no board, no daemon.
tool detect --bus /dev/i2c-250 --yes
expect_exit 69
expect_stderr '/dev/i2c-250'
tool doctor --board nowhere
expect_exit 78
tool status "$files/control"
expect_exit 69
tool monitor "$files/nothing"
expect_stdout_empty
assert_true 'nothing is no source' test "$assert_status" != 0

# A recording is told in lines.
printf '%s\n' '{"tapline":"events/1","board":"x"}' \
    '{"seq":1,"t":1000000,"gesture":"lamp","kind":"tap","state":"ended","touches":1,"x":10.5,"y":20.0}' >"$files/events.jsonl"
tool monitor --plain "$files/events.jsonl"
expect_exit 0
expect_stdout 'lamp'
tool monitor -n 1 -F '%g %s %x,%y %%' "$files/events.jsonl"
expect_exit 0
printf 'lamp ended 10.5,20 %%\n' >"$files/formatted"
expect_stdout_file "$files/formatted"
tool monitor -q "$files/events.jsonl"
expect_exit 0
expect_stdout_empty
# (A pipe that nobody closes.)
mkfifo "$files/pipe"
sleep 30 3<>"$files/pipe" >"$files/pipe" &
sleeper=$!
tool monitor --idle-timeout 200ms "$files/pipe"
kill "$sleeper"
expect_exit 0
tool monitor boards/goodix.yaml
expect_exit 65
expect_stderr 'boards/goodix.yaml: nothing in it is an event'

# What doctor advises: a key of a board.
sed 's/^bus:.*/bus: 8/' boards/goodix.yaml >"$files/panel.yaml"
tool board set --board "$files/panel.yaml" bus i2c1 exclusive_bus false
expect_exit 0
expect_stdout "$files/panel.yaml: bus: 8 -> i2c1"
assert_true 'expected another bus' grep -q '^bus: i2c1' "$files/panel.yaml"
cp "$files/panel.yaml" "$files/kept.yaml"
tool board set --board="$files/panel.yaml" addresses '[0x99]'
expect_exit 78
expect_stderr 'panel.yaml is as it was'
assert_true 'expected the file as it was' cmp -s "$files/panel.yaml" "$files/kept.yaml"

summarize
