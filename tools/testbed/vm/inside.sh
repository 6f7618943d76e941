#!/bin/sh
# The part of tools/testbed/vm/test.bash that runs in the machine: one scenario after the other, a line for each. (For any shell:
# the arm64 machine has only busybox's.)
#
#   tools/testbed/vm/inside.sh BENCH SECONDS     (for one scenario)

set -u
bench=${1:?} limit=${2:?} shared=/run/shared

# What is read from the host takes its time, and not the machine's.
[ ! -d "$shared/programs" ] || cp -r "$shared/programs" /run

# Serial ports by the names that boards have for them: a fixed one and one on USB. The far end of each is beside it.
ln -s ttyS1 /dev/ttyGS0
ln -s ttyS2 /dev/ttyGS0.far
ln -s ttyUSB0 /dev/ttyGS1
ln -s ttyS3 /dev/ttyGS1.far

# The kernel's trace of lines is for the bench. (The names of processes in it would need the scheduler's events, too.)
echo 0 >/sys/kernel/tracing/options/record-cmd

# limited NAME: ends the machine where NAME lasts longer than any limit allows, as something waits in the kernel then that
# nothing can end, and says what everything waits for. `kill "$watch"` when it is over.
limited() {
    (
        sleep $((limit * 3))
        printf '%s hangs; what waits for what:\n' "$1"
        for process in /proc/[0-9]*; do
            # (Of the kernel's own only those that nothing can end either.)
            [ -n "$(cat "$process/cmdline")" ] || grep -q '^State:.*D' "$process/status" || continue
            printf '    %s %s\n' "${process#/proc/}" "$(cat "$process/comm")"
            sed 's/^/        /' "$process/stack"
        done 2>/dev/null
        dmesg | tail -n 40 | sed 's/^/    /'
        echo b >/proc/sysrq-trigger
    ) &
    watch=$!
}

# The adapter of a panel is the second one, on every machine: where nothing is the first, something is put there.
first=
if [ ! -e /dev/i2c-0 ]; then
    mkdir /run/first
    printf '%s\n' 'bus /dev/i2c-0 i2c-tiny-usb' 'gpio /dev/gpiochip9 first FIRST' >/run/first/panel
    (cd /run/first && exec "$bench" --panel panel -- sleep 100000) &
    first=$!
    limited 'the first adapter'
    until [ -e /dev/i2c-0 ]; do
        kill -0 "$first" || exit 1
        sleep 0.1
    done
    kill "$watch"
fi

# counted TRACE: what there was of everything.
counted() {
    awk '$2 == "i2c" { bus++ } $2 == "edge" { edges++ } $2 == "line" { lines++ } $2 == "tty" && $4 != "settings" { told++ }
        $2 == "memory" { memory = ", " $3 " KB" }
        END { printf "%d transfers, %d edges, %d levels, %d sentences%s", bus, edges, lines, told, memory }' "$1"
}

now() { cut -d ' ' -f 1 /proc/uptime; }

# on_bench: the scenario in the current folder. (The small machine has busybox's shell only.)
on_bench() {
    timeout -k 5 "$limit" "$bench" --panel panel --script script --trace trace --capture -- \
        "$(command -v bash || echo sh)" command \
        >stdout 2>stderr
}

while read -r name; do
    folder=/run/$name
    cp -r "$shared/scenarios/$name" "$folder"
    cd "$folder" || exit 1
    started=$(now)
    status=0 second=
    limited "$name"
    # (A second panel comes when the first one is there.)
    if [ -d second ]; then
        (
            cd second || exit 1
            until [ -e /dev/i2c-1 ]; do
                [ ! -e ../ended ] || exit 1
                sleep 0.1
            done
            on_bench
        ) &
        second=$!
    fi
    on_bench || status=1
    touch ended
    [ -z "$second" ] || wait "$second" || status=1
    # (What comes after it on the same adapter, and what both say together.)
    [ ! -d then ] || (cd then && on_bench) || status=1
    for judge in compare compare.py; do
        [ ! -x $judge ] || [ "$status" != 0 ] || ./$judge >compared 2>>stderr || status=1
    done
    kill "$watch"
    took=$(awk -v from="$started" -v to="$(now)" 'BEGIN { printf "%.1f", to - from }')
    verdict=FAILED
    if [ "$status" = 0 ]; then
        touch passed
        verdict=passed
    fi
    printf '%-24s %5s s  %-52s %s\n' "$name" "$took" "$(counted trace 2>/dev/null)" "$verdict"
    [ ! -r compared ] || sed 's/^/    /' compared
    if [ "$status" != 0 ]; then
        for told in stderr second/stderr then/stderr; do
            [ ! -r "$told" ] || tail -n 40 "$told" | sed 's/^/    /'
        done
    fi
    cd /run || exit 1
    cp -r "$folder/." "$shared/scenarios/$name"
    rm -rf "$folder"
done <"$shared/order"
if [ -n "$first" ]; then
    kill -KILL "$first"
    wait "$first"
fi 2>/dev/null
exit 0
