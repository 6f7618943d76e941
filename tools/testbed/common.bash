# shellcheck shell=bash
# What the tools of the test bed have in common. Sourced, not run.

# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"

# gpiod2_library PREFIX: the folder of the libgpiod 2 that tools/fetch-suite unpacked into PREFIX.
gpiod2_library() {
    local folder
    for folder in "$1"/usr/lib/*-linux-*; do
        [[ -e $folder/libgpiod.so.3 ]] || continue
        (cd "$folder" && pwd)
        return
    done
    refuse "$EX_USAGE" "--gpiod2: there is no libgpiod 2 in $1; this unpacks it there:
  tools/fetch-suite --relocate $1 libgpiod3/bookworm-backports libgpiod-dev/bookworm-backports gpiod/bookworm-backports"
}

# linked_gpiod PROGRAM LIBRARY: the libgpiod that PROGRAM is linked to, `libgpiod.so.2` (that is libgpiod 1) or `libgpiod.so.3`
# (libgpiod 2), and nothing for a static one. LIBRARY is the folder of gpiod2_library, or nothing.
linked_gpiod() {
    local line
    line=$(LD_LIBRARY_PATH=$2 ldd "$1" 2>/dev/null | grep -m 1 libgpiod || true)
    [[ $line != *'not found'* ]] ||
        refuse "$EX_USAGE" "${1##*/} is linked to $(awk '{ print $1 }' <<<"$line"), which this system does not have: \
--gpiod2 PREFIX says where tools/fetch-suite has unpacked libgpiod 2"
    awk '{ print $1 }' <<<"$line"
}

# toolset_options TOOLSET TOOL: what tools/cross has the cCompiler or the linker do, an option a line.
toolset_options() {
    python3 -c 'import json, sys; print(*json.load(open(sys.argv[1]))[sys.argv[2]]["extraCLIOptions"], sep="\n")' "$@"
}

# scenario_files SCENARIO FOLDER: puts a scenario's files into a folder: those of the scenario that it is like (`# like:` in its
# script's head), or else of abi/scenarios/common; over them its own. The lines of its `board` stand in board.yaml in place
# of those with the same key; a key without a value is taken out.
scenario_files() {
    local scenarios=$root/tools/testbed/abi/scenarios other
    other=$(sed -n 's/^# like: //p' "$1/script")
    if [[ -n $other ]]; then scenario_files "$scenarios/$other" "$2"; else cp -rL "$scenarios/common/." "$2"; fi
    cp -rL "$1/." "$2"
    [[ -e $1/board ]] || return 0
    awk -F: 'NR == FNR { own[$1]; if ($2 != "") lines = lines $0 "\n"; next } !($1 in own); END { printf "%s", lines }' \
        "$1/board" "$2/board.yaml" >"$2/board.new"
    mv "$2/board.new" "$2/board.yaml"
}

# scenario_name NAME: refuses what cannot be the name of a scenario's folder.
scenario_name() {
    [[ $1 =~ ^[a-z0-9][a-z0-9-]*$ ]] || refuse "$EX_USAGE" "'$1' is no name of a scenario; see --list"
}

# obediently COMMAND…: runs it to its end, or ends it when this tool is told to end.
obediently() {
    local child status=0
    "$@" &
    child=$!
    # shellcheck disable=SC2064  # which child it is is known now
    trap "kill -TERM $child 2>/dev/null; wait $child; exit 143" TERM INT HUP
    wait "$child" || status=$?
    trap - TERM INT HUP
    return "$status"
}

# poked PIDFILE: has the emulator look at its timers five times a second, until it has ended. An idle machine whose clock counts
# instructions sleeps until its next timer is due; at times qemu (7.2) forgets to set that alarm, and the machine sleeps for
# ever. It takes a SIGIO for news of some file, which is enough. The machine's clock does not notice.
poked() {
    local pid blocked
    until pid=$(cat "$1" 2>/dev/null) && [[ -n $pid ]]; do
        sleep 0.2
        kill -0 $$ 2>/dev/null || return
    done
    # (Not before it asks for the signal itself: until then it would be its end.)
    while sleep 0.2 && blocked=$(sed -n 's/^SigBlk:\t//p' "/proc/$pid/status" 2>/dev/null) && [[ -n $blocked ]]; do
        (((16#$blocked >> ($(kill -l IO) - 1) & 1) == 0)) || kill -IO "$pid" 2>/dev/null
    done
}

# emulated CONSOLE SECONDS QEMU…: runs a machine. Its console goes to standard output and into the file CONSOLE, as text
# without what moves a terminal's cursor; $console_bytes names other bytes that count as text, as tr does. 124: it took longer
# than SECONDS. The machine ends when this tool is told to end.
emulated() {
    local file=$1 seconds=$2 pidfile console teller poker status=0
    shift 2
    pidfile=$(mktemp)
    poked "$pidfile" &
    poker=$!
    exec {console}> >(stdbuf -oL tr -cd "${console_bytes:-\\11\\12\\40-\\176\\200-\\377}" | tee "$file")
    teller=$!
    obediently timeout --kill-after 5 "$seconds" "$@" -pidfile "$pidfile" </dev/null >&"$console" 2>&1 || status=$?
    exec {console}>&-
    wait "$teller"
    kill "$poker" 2>/dev/null || true
    wait "$poker" 2>/dev/null || true
    rm -f "$pidfile"
    return "$status"
}
