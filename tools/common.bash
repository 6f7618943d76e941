# shellcheck shell=bash
# What the tools have in common: the repository's root, how they speak, how they measure time. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034  # used by whoever sources this file
readonly root

# Exit codes are those of sysexits.h.
readonly EX_USAGE=64 EX_UNAVAILABLE=69 EX_SOFTWARE=70 EX_NOPERM=77
# shellcheck disable=SC2034
readonly EX_USAGE EX_UNAVAILABLE EX_SOFTWARE EX_NOPERM

# Colours only for people: not in a pipe, not in CI, not where NO_COLOR asks for none.
if [[ -t 1 && -z ${NO_COLOR:-} && -z ${CI:-} && ${TERM:-dumb} != dumb ]]; then
    bold=$'\e[1m' green=$'\e[32m' red=$'\e[31m' plain=$'\e[0m'
else
    bold='' green='' red='' plain=''
fi
# shellcheck disable=SC2034
readonly bold green red plain

# headline TEXT…: what happens next.
headline() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }

# complain TEXT…: "tool: text" on standard error.
complain() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# refuse CODE TEXT…: complains and ends the tool.
refuse() {
    local code=$1
    shift
    complain "$@"
    exit "$code"
}

# refuse_showing LOG CODE TEXT…: the same, behind all that the log says.
refuse_showing() {
    cat "$1" >&2
    refuse "${@:2}"
}

# clock SECONDS: minutes:seconds.
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# usage FILE: the comment at the top of FILE, which is the tool's help.
usage() { awk 'NR == 1 { next } !/^#/ { exit } { sub(/^# ?/, ""); print }' "$1"; }

# help_if_asked ARGUMENT…: where an argument asks for help, prints it and ends the tool.
help_if_asked() {
    local argument
    for argument in "$@"; do
        [[ $argument != -h && $argument != --help ]] || { usage "$0" && exit 0; }
    done
}

# quoted TEXT…: a JSON array's inside.
quoted() {
    local text
    text=$(printf '"%s", ' "$@")
    printf '%s' "${text%, }"
}

# replace FILE: standard input becomes FILE, which stays untouched when nothing changed (then 1 is returned): no needless
# rebuild.
replace() {
    cat >"$1.new"
    if cmp -s "$1.new" "$1"; then
        rm "$1.new"
        return 1
    fi
    mv "$1.new" "$1"
}

# release_build ARGUMENT…: `swift build` of what is released and measured: without frame pointers, as the packaged daemon. (A
# register more, and three instructions less in each function.)
release_build() { swift build -c release --omit-frame-pointers "$@"; }

# For a debug build that is made once: every module in one piece, read once and not once more for whom it is imported by. It takes
# half as long; every day's changes only need the files that they concern, without these options.
# shellcheck disable=SC2034  # for who sources this
readonly whole_modules=(-Xswiftc -disable-batch-mode -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 1 -Xswiftc -no-emit-module-separately-wmo)

# whole_build ARGUMENT…: such a build into `.build`, or into the folder of a `--scratch-path` that comes first. It replaces the objects
# of single files, so it deletes the compiler's record of them: the next build of single files would take what it finds for its own.
whole_build() {
    local built folder=.build
    [[ ${1:-} != --scratch-path ]] || folder=$2
    for built in "$root/$folder"/*/debug; do
        [[ ! -d $built ]] || find "$built" -ignore_readdir_race -maxdepth 2 -name primary.priors -delete
    done
    swift build "${whole_modules[@]}" "$@"
}

# alone NAME: waits until no other process is past this with the same name; until `not_alone`, or until this one has ended.
alone() {
    mkdir -p "$root/.cache"
    exec {alone_lock}>"$root/.cache/$1.lock"
    flock "$alone_lock"
}
not_alone() { exec {alone_lock}>&-; }

# side_by_side COMMAND ARGUMENT…: COMMAND with each argument, as many at once as there are processors. Its status is that of
# one that failed, if any did. (Not as a condition: `set -e` would not hold in COMMAND.)
side_by_side() {
    local argument pid status=0 pids=()
    [[ $# -gt 1 ]] || refuse "$EX_SOFTWARE" "nothing to $1"
    for argument in "${@:2}"; do
        while [[ $(jobs -pr | wc -l) -ge $(nproc) ]]; do wait -n || true; done
        "$1" "$argument" &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do wait "$pid" || status=$?; done
    return "$status"
}
