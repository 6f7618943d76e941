#!/usr/bin/env bash
# Runs the unmodified programs against the kernel interface answered from outside: every folder of scenarios/.
#
#   tools/testbed/abi/test.bash [--gpiod2 PREFIX] [--keep FOLDER] [--quick] [--jobs N] PROGRAM-DIR [SCENARIO…]
#   tools/testbed/abi/test.bash --list
#
# PROGRAM-DIR holds `tapline` and `taplined`. A scenario is a script (its head says what it shows), a board, a
# configuration and a panel, those of scenarios/common unless it has its own or `# like:` in its head names another scenario,
# and perhaps an order that the trace must show, all transfers that it may, or a compare.py that judges it; `# command:` in its head is run in place of
# `tapline run`. With --gpiod2 the programs get the libgpiod 2 that tools/fetch-suite unpacked into PREFIX; they must be
# linked to it. Each tells in one line what went over the bus, how many edges, changes of lines and sentences on serial ports there were. A failed one prints the
# end of its trace, and what it leaves (bus and lines as `trace`, the program's output) is kept in .build-abi/failed; --keep
# keeps all. --quick leaves out what takes long (`# slow:` in its head). Two for each processor run at once, or as many as
# --jobs says. Waits are for events, so a busy machine makes it slow, not red.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tools/testbed/common.bash
source "$here/../common.bash"
help_if_asked "$@"

# Seconds for one scenario: whatever hangs fails.
readonly limit=180

library='' keep='' is_quick='' jobs=$((2 * $(nproc)))
while [[ ${1:-} == -* ]]; do
    case $1 in
    --gpiod2)
        library=$(gpiod2_library "${2:?}")
        shift
        ;;
    --keep)
        mkdir -p "${2:?}"
        keep=$(cd "$2" && pwd)
        shift
        ;;
    --list)
        for script in "$here"/scenarios/*/script; do
            name=${script%/script}
            printf '%-14s %s\n' "${name##*/}" "$(head -n 1 "$script" | cut -c 3-)"
        done
        exit 0
        ;;
    --quick) is_quick=yes ;;
    --jobs)
        [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || refuse "$EX_USAGE" '--jobs takes how many scenarios run at once'
        jobs=$2
        shift
        ;;
    *) refuse "$EX_USAGE" "what is '$1'? See ${BASH_SOURCE[0]##*/} --help" ;;
    esac
    shift
done
[[ $# -ge 1 ]] || refuse "$EX_USAGE" 'which programs? See tools/testbed/abi/test.bash --help'
programs=$(cd "$1" && pwd) || refuse "$EX_USAGE" "there is no folder $1"
shift
for program in tapline taplined; do
    [[ -x $programs/$program ]] || refuse "$EX_USAGE" "there is no $program in $programs"
done
if [[ $# -gt 0 ]]; then
    names=("$@")
else
    names=()
    for script in "$here"/scenarios/*/script; do
        [[ -z $is_quick ]] || ! grep -q '^# slow: ' "$script" || continue
        name=${script%/script}
        names+=("${name##*/}")
    done
fi

began=$SECONDS
supervisor=$("$here/run" --build)
# What hangs on libgpiod is what this is about: say which one it is.
linked=$(linked_gpiod "$programs/taplined" "$library")
printf 'taplined is linked to %s\n' "${linked:-no shared libgpiod}"
[[ -z $library || $linked == libgpiod.so.3 ]] || refuse "$EX_USAGE" 'these programs are not linked to libgpiod 2'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# stop: ends what runs, with all that it has started.
stop() {
    local file
    for file in "$work"/*.group; do
        [[ ! -e $file ]] || kill -TERM -- "-$(cat "$file")" 2>/dev/null || true
    done
    wait
    exit 143
}
trap stop TERM INT HUP

# Everything that a serial port was sent is whole sentences with two hexadecimal digits at their end, or the answer to a command.
whole_sentences() {
    awk '$2 == "tty" && $4 != "settings" && !/ "(\$TL,.*\*[0-9A-F][0-9A-F]|# .*)\\r\\n"$/ {
        print "this is no whole sentence: " $0
        found = 1
    }
    END { exit found }' "$1"
}

# play NAME PROGRAM FOLDER: one scenario with one program, in the folder.
play() {
    local name=$1 program=$2 folder=$3 command other group status=0
    scenario_files "$here/scenarios/$name" "$folder"
    other=$(sed -n 's/^# command: //p' "$folder/script")
    case $program in
    tapline) command=("$programs/tapline" run --format jsonl --board board.yaml --config config.yaml) ;;
    *) command=("$programs/$program" --board board.yaml --config config.yaml) ;;
    esac
    # (In the shell's words, so that it can say where the input comes from.)
    [[ -z $other ]] || command=(bash -c "PATH='$programs':\$PATH; exec $other")
    # (`timeout` makes a process group of its own: whatever is left of it at the end goes. Only the program gets the other
    # library.)
    cd "$folder"
    timeout "$limit" "$supervisor" --panel panel --script script --trace trace --capture -- \
        env ${library:+LD_LIBRARY_PATH="$library"} \
        "${command[@]}" >stdout 2>stderr &
    group=$!
    printf '%s\n' "$group" >"$folder.group"
    wait "$group" || status=$?
    kill -KILL -- "-$group" 2>/dev/null || true
    rm "$folder.group"
    cd "$here"
    [[ $status == 0 ]] || {
        tail -n 60 "$folder/stderr"
        return 1
    }
    # (A look that brings nothing has no report: a busy machine takes more of them.)
    [[ ! -e $folder/transfers ]] ||
        diff <(grep -v ' 814e r 00' "$folder/transfers") \
            <(sed -En '/ 814e r 00/d; s/^[0-9]+ (i2c .*)/\1/p' "$folder/trace") || return 1
    [[ ! -e $folder/compare.py ]] || (cd "$folder" && ./compare.py) || return 1
    [[ ! -e $folder/order ]] || "$here/expect-order.bash" "$folder/trace" <"$folder/order" || return 1
    [[ -n $other ]] || whole_sentences "$folder/trace"
}

# counted TRACE: what there was of everything.
counted() {
    awk '$2 == "i2c" { bus++ } $2 == "edge" { edges++ } $2 == "line" { lines++ } $2 == "tty" && $4 != "settings" { told++ }
        $2 ~ /^std(out|err)$/ { said++ }
        END { printf "%d transfers, %d edges, %d levels, %d sentences, %d lines of output", bus, edges, lines, told, said }' \
        "$1" 2>/dev/null || true
}

# try_one NAME PROGRAM FOLDER: plays it, says how it went in one piece, and leaves $folder.passed where it went well.
try_one() {
    local name=$1 program=$2 folder=$3 started=$EPOCHREALTIME result=passed took
    mkdir -p "$folder"
    play "$name" "$program" "$folder" >"$folder.why" 2>&1 || result=${red}FAILED$plain
    took=$(awk -v from="$started" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }')
    {
        printf '%-20s %-9s %5s s  %-76s %s\n' "$name" "$program" "$took" "$(counted "$folder/trace")" "$result"
        [[ $result == passed ]] || sed 's/^/    /' "$folder.why"
    } >"$folder.said"
    if [[ $result != passed || -n $keep ]]; then
        mkdir -p "$left/$name-$program"
        cp -r "$folder/." "$left/$name-$program"
    fi
    [[ $result != passed ]] || touch "$folder.passed"
    cat "$folder.said"
}

# Two at once for each processor: each has a machine of its own, and they wait more than they work.
count=0 left=${keep:-$root/.build-abi/failed${library:+-gpiod2}}
[[ -n $keep ]] || rm -rf "$left"
for name in "${names[@]}"; do
    scenario_name "$name"
    [[ -r $here/scenarios/$name/script ]] || refuse "$EX_USAGE" "no scenario '$name'; see --list"
    chosen=$(sed -n 's/^# programs: //p' "$here/scenarios/$name/script")
    for program in ${chosen:-taplined}; do
        count=$((count + 1))
        [[ $(jobs -rp | wc -l) -lt $jobs ]] || wait -n
        try_one "$name" "$program" "$work/$name-$program" &
    done
done
wait
# (Whoever died on the way has not passed.)
passed=$(find "$work" -maxdepth 1 -name '*.passed' | wc -l)
printf '%d of %d scenarios passed, %s in all\n' "$passed" "$count" "$(clock $((SECONDS - began)))"
[[ $passed == "$count" ]] || printf 'traces and output: %s\n' "$left"
[[ $passed == "$count" && $count -gt 0 ]]
