#!/usr/bin/env bash
# Tests the small tool from outside: commands, messages and exit codes, on a computer without a panel.
#
#   tools/tests/small-tool.bash PATH-OF-TAPLINE [EMULATOR]

# shellcheck disable=SC2086  # words of arguments
set -euo pipefail
# shellcheck source=tools/tests/assert.bash
source "$(dirname "${BASH_SOURCE[0]}")/assert.bash"
[[ $# == 1 || $# == 2 ]] || misused 'PATH-OF-TAPLINE [EMULATOR]'
program=$(realpath "$1")
emulator=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
files=$assert_folder

tool=(${emulator:+"$emulator"} "$program")

for asking in --help help ''; do
    expect_output '  check       say what is wrong' "${tool[@]}" $asking
    expect_stderr_empty
done
# Of a command: that one.
for command in acceptance board calibrate check conform detect doctor init lines monitor plot record replay schema status stroke watch; do
    for asking in "$command --help" "$command -h" "help $command"; do
        expect_output "usage: tapline $command" "${tool[@]}" $asking
        assert_true 'expected no other command' \
            test "$(grep '^usage: \|^       tapline' "$assert_folder/stdout" | grep -vc "tapline $command")" = 0
        expect_stderr_empty
    done
done
run "${tool[@]}" monitor --help
expect_stdout '-n, ' '-F, ' '-q, ' '--idle-timeout ' '%v (values as key=value)'
expect_output "$(sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/Formats/TaplineVersion.swift)" "${tool[@]}" --version

# What it has not, and what nobody has.
for wrong in 'conform' 'run' 'report lamp' 'schema' 'schema panel' 'stroke z' 'replay' 'record x' 'record --bus --motion a b' 'lines' 'lines test' 'plot x.jsonl' 'plot -o x.gif x' \
    'acceptance' 'acceptance --board x --check y' 'acceptance --cable --check y' 'schema board config' 'stroke a b c' 'calibrate' 'calibrate --board simulated --points 9' 'help gesture pam' \
    'watch -' 'watch --exec true --on never -' 'watch --commands x --gesture y' 'detect --no-such-option' 'doctor' 'check' 'check --board' 'monitor a b' 'monitor -n 0' 'monitor --baud 12345 -' \
    'detect --format yaml' 'init a b' 'init a/b' 'init --line' 'init --gesture wave' 'monitor --idle-timeout 25h -' 'monitor -F %j -' 'monitor -F' 'status a b' 'board' \
    'board import' 'board import --size x a' 'board export x' 'board set' 'board set --board x' 'board set --board x bus' 'board set --board simulated bus 1'; do
    expect_refused 64 "${tool[@]}" $wrong
    assert_true 'expected a line or two' test "$(wc -l <"$assert_folder/stderr")" -le 2
done
run "${tool[@]}" monitor --num
expect_stderr 'monitor: unknown argument "--num"' 'see tapline monitor --help'
run "${tool[@]}" recrod x.jsonl
expect_stderr 'this small tool has no command "recrod"; did you mean "record"?' 'see tapline --help'
run "${tool[@]}" run
expect_stderr 'taplined runs a panel'
run "${tool[@]}" report lamp
expect_stderr "takes Swift's whole standard library"
expect_output 'minimumTouches: 1 to 16' "${tool[@]}" help gesture pan

# The files that ship are right; a wrong one is told by its place, and the next is looked at all the same.
expect_output 'boards/hyperpixel4.yaml: board' "${tool[@]}" check boards/*.yaml boards/examples/*.yaml
printf 'tapline: config/1\nboard: simulated\ngestures:\n  poke: {kind: tapp}\n' >"$files/wrong.yaml"
expect_message 78 'wrong.yaml:4:' "${tool[@]}" check --board=simulated "$files/wrong.yaml" boards/goodix.yaml
expect_stdout 'boards/goodix.yaml: board'
expect_exit 74 "${tool[@]}" check "$files/missing.yaml"

# No bus, no board, no daemon.
expect_message 69 '/dev/i2c-250' "${tool[@]}" detect --bus /dev/i2c-250 --yes
expect_exit 78 "${tool[@]}" doctor --board nowhere
expect_exit 69 "${tool[@]}" status "$files/control"
expect_message 64 'missing: --line LINE' "${tool[@]}" init -n lamp
expect_exit 78 "${tool[@]}" init -n --board nowhere --line GPIO23
run "${tool[@]}" monitor "$files/nothing"
expect_stdout_empty
assert_true 'nothing is no source' test "$assert_status" != 0

# A recording is told in lines.
printf '%s\n' '{"tapline":"events/1","board":"x"}' \
    '{"seq":1,"t":1000000,"gesture":"lamp","kind":"tap","state":"ended","touches":1,"x":10.5,"y":20.0,"far":1234567.25}' >"$files/events.jsonl"
expect_exit 0 "${tool[@]}" monitor --plain "$files/events.jsonl"
# (To four places that is more than 32 bits hold, which an Int of some processors has.)
expect_stdout 'lamp' 'far 1234567.25'
expect_exit 0 "${tool[@]}" monitor -n 1 -F '%g %s %x,%y %%' "$files/events.jsonl"
printf 'lamp ended 10.5,20 %%\n' >"$files/formatted"
expect_stdout_file "$files/formatted"
expect_refused 0 "${tool[@]}" monitor -q "$files/events.jsonl"
# (A pipe that nobody closes.)
mkfifo "$files/pipe"
sleep 30 3<>"$files/pipe" >"$files/pipe" &
sleeper=$!
run "${tool[@]}" monitor --idle-timeout 200ms "$files/pipe"
kill "$sleeper"
expect_exit 0
expect_message 65 'boards/goodix.yaml: nothing in it is an event' "${tool[@]}" monitor boards/goodix.yaml

# What the simulated panel's fingers leave is a recording, which is played, drawn, and held against the chip's model.
expect_exit 0 "${tool[@]}" record --board simulated --fast "$files/fingers.jsonl"
expect_exit 74 "${tool[@]}" record --board simulated --fast "$files/fingers.jsonl"
expect_output '"kind":"longPress","state":"began"' "${tool[@]}" replay "$files/fingers.jsonl"
cp "$assert_folder/stdout" "$files/played.jsonl"
expect_message 64 'has no wires to record' "${tool[@]}" record --board simulated --bus --fast --duration 2s "$files/bus.jsonl"
expect_exit 0 "${tool[@]}" plot -o"$files/picture.svg" "$files/fingers.jsonl"
assert_true 'a picture' grep -q '<svg' "$files/picture.svg"
expect_message 64 'has no file to write to' "${tool[@]}" calibrate --board simulated --fast --dry-run
expect_exit 0 "${tool[@]}" acceptance --board simulated --fast -o "$files/accepted.jsonl"
expect_exit 0 "${tool[@]}" acceptance --check "$files/accepted.jsonl"
expect_exit 0 "${tool[@]}" watch -n1 --exec 'printf <%s> {kind}' "$files/played.jsonl"
expect_message 64 'would be a part of a program' "${tool[@]}" watch --exec 'sh -c "echo {gesture}"' "$files/played.jsonl"

# What a finger drew becomes a template, a line of config.txt a board, a kind of file its schema; recognizers conform.
expect_output '"tapline":"stroke/1","name":"z"' "${tool[@]}" stroke z "$files/fingers.jsonl"
expect_exit 0 "${tool[@]}" board import dtoverlay=goodix,interrupt=4,reset=17,sizex=800,sizey=480
cp "$assert_folder/stdout" "$files/imported.yaml"
expect_exit 0 "${tool[@]}" check "$files/imported.yaml"
expect_exit 78 "${tool[@]}" board import dtoverlay=goodix,interrupt=nine
for kind in board config stroke; do
    expect_output 'http://json-schema.org/draft-07/schema' "${tool[@]}" schema "$kind"
done
expect_exit 0 "${tool[@]}" conform --quiet Tests/Conformance/01-single-waits-for-double

# What doctor advises: a key of a board.
sed 's/^bus:.*/bus: 8/' boards/goodix.yaml >"$files/panel.yaml"
expect_output "$files/panel.yaml: bus: 8 -> i2c1" "${tool[@]}" board set --board "$files/panel.yaml" bus i2c1 exclusive_bus false
assert_true 'expected another bus' grep -q '^bus: i2c1' "$files/panel.yaml"
cp "$files/panel.yaml" "$files/kept.yaml"
expect_message 78 'panel.yaml is as it was' "${tool[@]}" board set --board="$files/panel.yaml" addresses '[0x99]'
assert_true 'expected the file as it was' cmp -s "$files/panel.yaml" "$files/kept.yaml"

summarize
