# shellcheck shell=bash
# Assertions about commands. Sourced by the tests of command lines, not run.
#
#   run CMD…                      runs it; what follows speaks of this run
#   expect_exit CODE [CMD…]       (runs CMD if given and) expects the exit code
#   expect_stdout_empty           nothing on standard output
#   expect_stderr_empty           nothing on standard error
#   expect_refused CODE CMD…      both: the exit code, and nothing on standard output
#   expect_message CODE TEXT CMD… the exit code, and the text on standard error
#   expect_refusal CODE TEXT CMD… both: the exit code, the text on standard error, and nothing on standard output
#   expect_quiet CMD…             exit code 0, and nothing on standard error
#   expect_output TEXT CMD…       exit code 0, and the text on standard output
#   expect_stdout TEXT…           standard output contains the texts
#   expect_stderr TEXT…           standard error contains the texts
#   expect_stdout_lines N         standard output has N lines
#   expect_stdout_file FILE       standard output is the file, byte for byte
#   expect_verdicts CMD…          it says `passed TEXT` or `failed TEXT` for each of its own checks, within 600 s
#   eventually CMD…               CMD succeeds within 20 s
#   inside CMD…                   runs it in the clean Debian that is unpacked in $tree
#   expect_inside CMD…            the same, and exit code 0
#   there PATH… / gone PATH…      whether files are in that Debian
#   misused WORDS                 how a test is called, for somebody who has called it otherwise; ends it
#   summarize                     last: what passed; fails if anything did not
#
# Standard input is empty; `run CMD… <FILE` gives it a file.

exec </dev/null

assert_folder=$(mktemp -d)
trap 'rm -rf "$assert_folder"' EXIT
assert_passed=0
assert_failed=0
assert_command='(nothing was run)'
assert_status=

# Whatever hangs fails; what is emulated takes its time.
assert_limit=60

run() {
    assert_command=$*
    assert_status=0
    timeout "$assert_limit" "$@" >"$assert_folder/stdout" 2>"$assert_folder/stderr" || assert_status=$?
}

# assert_that CONDITION-STATUS TEXT
assert_that() {
    if [[ $1 == 0 ]]; then
        assert_passed=$((assert_passed + 1))
        return
    fi
    assert_failed=$((assert_failed + 1))
    {
        # The line of the test, outside this file.
        local level
        for level in "${!BASH_SOURCE[@]}"; do
            [[ ${BASH_SOURCE[level]} != "${BASH_SOURCE[0]}" ]] && break
        done
        printf '%s:%s: %s\n    command: %s\n' "${BASH_SOURCE[level]}" "${BASH_LINENO[level - 1]}" "$2" "$assert_command"
        printf '    exit code: %s\n' "$assert_status"
        head -n 5 "$assert_folder/stdout" | sed 's/^/    stdout: /'
        head -n 5 "$assert_folder/stderr" | sed 's/^/    stderr: /'
    } >&2
}

# assert_true TEXT CMD…: CMD must succeed.
assert_true() {
    local status=0
    "${@:2}" || status=1
    assert_that "$status" "$1"
}

expect_exit() {
    local code=$1
    shift
    [[ $# == 0 ]] || run "$@"
    assert_true "expected exit code $code" test "$assert_status" = "$code"
}

expect_stdout_empty() { assert_true "expected nothing on standard output" test ! -s "$assert_folder/stdout"; }
expect_stderr_empty() { assert_true "expected nothing on standard error" test ! -s "$assert_folder/stderr"; }
expect_stdout() {
    local text
    for text in "$@"; do assert_true "expected on standard output: $text" grep -qF -- "$text" "$assert_folder/stdout"; done
}
expect_stderr() {
    local text
    for text in "$@"; do assert_true "expected on standard error: $text" grep -qF -- "$text" "$assert_folder/stderr"; done
}
expect_refused() {
    expect_exit "$@"
    expect_stdout_empty
}
expect_message() {
    expect_exit "$1" "${@:3}"
    expect_stderr "$2"
}
expect_refusal() {
    expect_message "$@"
    expect_stdout_empty
}
expect_quiet() {
    expect_exit 0 "$@"
    expect_stderr_empty
}
expect_output() {
    expect_exit 0 "${@:2}"
    expect_stdout "$1"
}
expect_stdout_lines() {
    assert_true "expected $1 lines on standard output" test "$(wc -l <"$assert_folder/stdout")" = "$1"
}
expect_stdout_file() {
    assert_true "expected the content of $1 on standard output" cmp -s "$1" "$assert_folder/stdout"
}

expect_verdicts() {
    local verdict text
    assert_command=$* assert_status='see above'
    while read -r verdict text; do
        # (What a bus says that may not raise its own limits.)
        [[ $verdict == dbus-daemon* ]] || assert_true "$text" test "$verdict" = passed
    done < <(timeout 600 "$@" 2>&1 || echo "failed the script ended with $?")
}

eventually() {
    local attempt
    for ((attempt = 0; attempt < 400; attempt++)); do
        "$@" && return
        sleep 0.05
    done
    return 1
}

# In the clean Debian of tools/tests/debian-tree.bash, without a network, with processes of its own. Needs root. One of another
# processor is entered by way of $inside_by.
inside_by=()
inside() {
    # shellcheck disable=SC2016  # the inner shell's arguments
    run "${inside_by[@]}" unshare --mount --net --pid --fork --kill-child bash -c '
        tree=$1; shift
        mount -t proc proc "$tree/proc" && exec chroot "$tree" \
            env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' \
        inside "$tree" "$@"
}
expect_inside() {
    inside "$@"
    expect_exit 0
}

there() {
    local path
    for path in "$@"; do assert_true "expected $path" test -e "$tree$path" -o -L "$tree$path"; done
}
gone() {
    local path
    for path in "$@"; do assert_true "did not expect $path" test ! -e "$tree$path" -a ! -L "$tree$path"; done
}

misused() {
    echo "usage: tools/tests/${0##*/} $1" >&2
    exit 64
}

summarize() {
    printf '%d checks passed, %d failed\n' "$assert_passed" "$assert_failed"
    # A check that cannot fail is none.
    [[ $assert_failed == 0 && $assert_passed -gt 0 ]]
}
