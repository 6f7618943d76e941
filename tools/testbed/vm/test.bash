#!/usr/bin/env bash
# Runs the unmodified programs on a real kernel in a virtual machine: every folder of scenarios/.
#
#   tools/testbed/vm/test.bash [--gpiod2 PREFIX] [--machine arm64] [--jobs N] [--times N] [--keep FOLDER] PROGRAM-DIR [SCENARIO…]
#   tools/testbed/vm/test.bash [--machine arm64] --list
#
# PROGRAM-DIR holds `tapline` and `taplined`, linked to libgpiod 2: the kernel of the machine has only the interface
# that this one speaks. (Debian 12's own kernel still has the older one, but neither gpio-sim nor gpio-mockup: with
# libgpiod 1.6 the scenarios are those of tools/testbed/abi, and raspi3b/test switches a line on that kernel.) With
# --gpiod2 they get the one that tools/fetch-suite unpacked into PREFIX. On the arm64 machine it is the static
# `taplined` that tools/cross builds, and scenarios of this program alone. Scenarios are those of
# tools/testbed/abi/test.bash, and in the same words: a script, a board, a configuration and a panel, where their own say so
# or else those of abi/scenarios/common; `# command:`, `# programs:` and `# like:` in the script's head mean the same, `#
# machines:` names those that have what it needs, where not all do. --jobs says how many machines share them (2, as
# scenarios wait more than they work). Each tells in one line what went over the bus, how many edges and changes of
# lines there were, and how many lines came out of the serial port's far end. What a scenario that failed leaves (the
# bus and lines as `trace`, the program's output, the machine's console) is kept, in FOLDER or in .build-vm/failed.
# SCENARIO@NUMBER chooses a mutant of the programs (tools/testbed/mutate). With --times N what a script repeats (`repeat 6
# wakes`) is repeated N times, and may take hours: `--times 100 … wakes` is a thousand wakes.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tools/testbed/common.bash
source "$here/../common.bash"
help_if_asked "$@"

# Seconds for everything, and for one scenario in the machine's time: whatever hangs fails.
limit=1800 each=60

# said SCRIPT KEY: what stands behind `# KEY:` in its head.
said() { sed -n "s/^# $2: //p" "$1"; }

# runs_here SCRIPT: whether this machine has what the scenario needs.
runs_here() {
    local machines programs
    machines=$(said "$1" machines) programs=$(said "$1" programs)
    [[ " ${machines:-$machine} " == *" $machine "* ]] || return 1
    [[ $machine == amd64 || " ${programs:-taplined} " == *' taplined '* ]]
}

library='' keep='' keeps_all=no machine=amd64 lists=no jobs=2 times=''
while [[ ${1:-} == -* ]]; do
    case $1 in
    --gpiod2)
        library=$(gpiod2_library "${2:?}")
        shift
        ;;
    --machine)
        machine=${2:?}
        [[ $machine == amd64 || $machine == arm64 ]] || refuse "$EX_USAGE" "no machine '$machine': amd64 or arm64"
        shift
        ;;
    --jobs)
        [[ ${2:-} =~ ^[1-9]$ ]] || refuse "$EX_USAGE" '--jobs takes how many machines share the scenarios, 1 to 9'
        jobs=$2
        shift
        ;;
    --times)
        [[ ${2:-} =~ ^[1-9][0-9]{0,4}$ ]] || refuse "$EX_USAGE" '--times takes how often scripts repeat what they repeat'
        times=$2 limit=14400 each=7200
        shift
        ;;
    --keep)
        keep=${2:?} keeps_all=yes
        shift
        ;;
    --list) lists=yes ;;
    *) refuse "$EX_USAGE" "what is '$1'? See ${BASH_SOURCE[0]##*/} --help" ;;
    esac
    shift
done
names=()
for script in "$here"/scenarios/*/script; do
    runs_here "$script" || continue
    name=${script%/script}
    names+=("${name##*/}")
    [[ $lists == no ]] || printf '%-14s %s\n' "${name##*/}" "$(head -n 1 "$script" | cut -c 3-)"
done
[[ $lists == no ]] || exit 0
: "${keep:=$root/.build-vm/failed/$machine}"
[[ $# -ge 1 ]] || refuse "$EX_USAGE" 'which programs? See tools/testbed/vm/test.bash --help'
programs=$(cd "$1" && pwd) || refuse "$EX_USAGE" "there is no folder $1"
shift
expected=(tapline taplined)
[[ $machine == amd64 ]] || expected=(taplined)
for program in "${expected[@]}"; do
    [[ -x $programs/$program ]] || refuse "$EX_USAGE" "there is no $program in $programs"
done
linked=$(linked_gpiod "$programs/taplined" "$library")
[[ $linked != libgpiod.so.2 ]] ||
    refuse "$EX_USAGE" 'these programs are linked to libgpiod 1, whose interface this kernel does not have any more'
if [[ $# -gt 0 ]]; then names=("$@"); fi

started=$SECONDS
bench=$("$here/bench/build.bash" "$machine")
"$here/build.bash" "$machine" >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
inside=$here/inside.sh
[[ $jobs -le ${#names[@]} ]] || jobs=${#names[@]}
# (Another machine has no files of this one: it gets what it needs.)
if [[ $machine != amd64 ]]; then
    for ((lane = 0; lane < jobs; lane++)); do
        mkdir -p "$work/$lane/programs"
        cp "$programs/taplined" "$bench" "$inside" "$work/$lane/programs"
    done
    programs=/run/programs bench=/run/programs/${bench##*/} inside=/run/shared/programs/inside.sh
fi

# A folder for each scenario and program, with everything it needs, and the command that is run in it. The machines get them
# in turn.
lane=0
for name in "${names[@]}"; do
    mutant=''
    [[ $name != *@* ]] || mutant=${name#*@}
    title=$name name=${name%@*}
    scenario_name "$name"
    [[ $title == "$name" || $mutant =~ ^[0-9]+$ ]] || refuse "$EX_USAGE" "'$title': a mutant is a number"
    script=$here/scenarios/$name/script
    [[ -r $script ]] || refuse "$EX_USAGE" "no scenario '$name'; see --list"
    runs_here "$script" || refuse "$EX_USAGE" "scenario '$name' needs what the $machine machine does not have"
    chosen=$(said "$script" programs)
    # (One program shows what a mutant is; an arm64 one is all there is.)
    [[ $machine == amd64 && (-z $mutant || " $chosen " != *' taplined '*) ]] || chosen=taplined
    other=$(said "$script" command)
    for program in ${chosen:-taplined}; do
        folder=$work/$lane/scenarios/$title-$program
        mkdir -p "$folder"
        scenario_files "$here/scenarios/$name" "$folder"
        # (Orders are exact, and so the emulated kernel's: here everything takes its time.)
        rm -f "$folder/order"
        [[ -z $times ]] || sed -i "s/^repeat [0-9]* /repeat $times /" "$folder/script"
        case $program in
        tapline) command="$programs/tapline run --format jsonl --board board.yaml --config config.yaml" ;;
        *) command="$programs/$program --board board.yaml --config config.yaml" ;;
        esac
        printf 'PATH=%q:$PATH\n%s%sexec %s\n' "$programs" "${library:+export LD_LIBRARY_PATH=$library$'\n'}" \
            "${mutant:+export TAPLINE_MUTANT=$mutant$'\n'}" \
            "${other:-$command}" >"$folder/command"
        if [[ -d $folder/second ]]; then cp -n "$folder"/{command,ready,config.yaml} "$folder/second"; fi
        printf '%s\n' "$title-$program" >>"$work/$lane/order"
        lane=$(((lane + 1) % jobs))
    done
done

status=0 lanes=()
trap 'kill -TERM "${lanes[@]}" 2>/dev/null; wait; exit 143' TERM INT HUP
for shared in "$work"/[0-9]; do
    "$here/run.bash" --machine "$machine" --limit "$limit" --shared "$shared" "$inside" "$bench" "$each" &
    lanes+=($!)
done
for lane in "${lanes[@]}"; do
    wait "$lane" || status=$?
done
trap - TERM INT HUP
# What is kept: all, or what failed.
# (A folder that somebody named is not emptied.)
[[ $keeps_all == yes ]] || rm -rf "$keep"
count=0 passed=0
for shared in "$work"/[0-9]; do
    while read -r name; do
        count=$((count + 1))
        if [[ -e $shared/scenarios/$name/passed ]]; then
            passed=$((passed + 1))
            [[ $keeps_all == yes ]] || continue
        fi
        mkdir -p "$keep/$name"
        cp -r "$shared/scenarios/$name/." "$shared/console" "$shared/serial" "$keep/$name"
    done <"$shared/order"
done
printf '%d of %d scenarios passed on %s, %s in all\n' "$passed" "$count" "$machine" "$(clock $((SECONDS - started)))"
[[ $passed == "$count" ]] || {
    printf 'console, serial line and traces: %s\n' "$keep"
    exit 1
}
exit "$status"
