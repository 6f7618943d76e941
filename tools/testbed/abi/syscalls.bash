#!/usr/bin/env bash
# Lists every system call of a steady report, by strace: a finger drags, and the daemon may wait, read the edge, do one or
# two transfers, look at the interrupt line's level, set the lines that change and write to its outputs. Nothing else.
#
#   tools/testbed/abi/syscalls.bash [--gpiod2 PREFIX] PROGRAM-DIR
#
# Prints the sequences of calls between two waits with how often they came in 100 reports, and fails when a call of
# another kind is among them, or when the most frequent sequence is not the expected one.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tools/testbed/common.bash
source "$here/../common.bash"

library=()
case ${1:-} in
--gpiod2)
    folder=$(gpiod2_library "${2:?}")
    library=(-E "LD_LIBRARY_PATH=$folder")
    shift 2
    ;;
'' | -*)
    usage "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac
programs=$(cd "$1" && pwd)
command -v strace >/dev/null || refuse "$EX_UNAVAILABLE" 'strace is missing: tools/setup testbed installs it'
supervisor=$("$here/run" --build)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/scenarios/common/* "$work"
cat >"$work/script" <<'SCRIPT'
include ready
sweep 100 100 700 400
wait-times 200 i2c 0x5d w 814e00
lift
wait i2c 0x5d w 814e r 80
signal TERM
wait exit 0
SCRIPT
cd "$work"
# (-D: the program stays the supervisor's child, and strace stands beside it.)
timeout --foreground 120 "$supervisor" --panel panel --script script --trace trace --capture -- \
    strace -D -o calls "${library[@]}" "$programs/taplined" --board board.yaml --config config.yaml \
    >stdout 2>stderr || {
    tail -n 40 stderr >&2
    refuse "$EX_SOFTWARE" 'the finger could not be followed'
}
# strace may still be writing the end.
for ((i = 0; i < 100; i++)); do
    ! grep -q '^+++ exited' calls || break
    sleep 0.1
done

awk '
    function kind(call) {
        if (call ~ /^epoll_/) return "wait"
        if (call ~ /^read\(/) return "read edges"
        if (call ~ /_IOC_NONE, 0x7, 0x7,|I2C_RDWR/) return "transfer"
        if (call ~ /GET_LINE_VALUES|LINE_GET_VALUES|0xb4, 0xe,/) return "read level"
        if (call ~ /SET_LINE_VALUES|LINE_SET_VALUES|0xb4, 0xf,/) return "set line"
        if (call ~ /^write\(/) return "write"
        return "OTHER " call
    }
    function fail(text) {
        print "syscalls: " text >"/dev/stderr"
        exit 1
    }
    function finish() {
        # (The first reports are those before the drag begins.)
        if (++waits > 50 && waits <= 150) count[sequence]++
        sequence = ""
    }
    /^\+\+\+|^---/ { next }
    {
        what = kind($0)
        if (what == "wait" && sequence) finish()
        sequence = sequence (sequence ? ", " : "") what
        if (waits >= 50 && waits < 150 && what ~ /^OTHER/) others = others "\n    " $0
    }
    END {
        for (sequence in count) {
            printf "%4d x  %s\n", count[sequence], sequence
            total += count[sequence]
            if (count[sequence] > most) {
                most = count[sequence]
                usual = sequence
            }
        }
        if (total != 100) fail("only " total + 0 " reports")
        if (others) fail("these have no place in a steady report:" others)
        # (A busy machine may serve two edges at once, or be late for one.)
        if (most < 80) fail("steady reports do not agree on what they ask for")
        # The console and the serial port are the two writes.
        if (usual !~ /^wait, read edges, transfer(, transfer)?, read level, write, write$/)
            fail("this is not what a steady report is: " usual)
    }
' calls
