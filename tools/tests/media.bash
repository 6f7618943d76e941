#!/usr/bin/env bash
# Tests tapline-media from outside: a daemon on a simulated panel, made-up players on a session bus of its own, mpv and mpd.
#
#   tools/tests/media.bash PATH-OF-TAPLINE-MEDIA PATH-OF-TAPLINED

set -euo pipefail
# shellcheck source=tools/tests/assert.bash
source "$(dirname "${BASH_SOURCE[0]}")/assert.bash"
[[ $# == 2 ]] || misused 'PATH-OF-TAPLINE-MEDIA PATH-OF-TAPLINED'
program=$(realpath "$1") daemon=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

expect_output 'usage: tapline-media' "$program" --help
expect_stderr_empty
expect_output "$(sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/Formats/TaplineVersion.swift)" "$program" --version
expect_refused 64 "$program"
expect_exit 64 "$program" --name a/b
expect_exit 64 "$program" --name lamp --mpd --player x
expect_message 64 'unknown argument "--mdp"' "$program" --name lamp --mdp
expect_message 64 '--player wants a value' "$program" --name lamp --player
# Neither a daemon nor a bus: it waits for both, and says so once.
expect_message 124 'nowhere/lamp/control: No such file' env TAPLINE_RUNTIME=/nowhere DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere \
    timeout 3 "$program" --name lamp
expect_stderr 'the session bus:'
assert_true 'each once' test "$(wc -l <"$assert_folder/stderr")" = 2
expect_message 124 'MPD at /nowhere: ' env TAPLINE_RUNTIME=/nowhere MPD_HOST=/nowhere timeout 3 "$program" --name lamp --mpd
expect_message 64 "MPD_PORT is 'abc'; write a number from 1 to 65535" env MPD_PORT=abc "$program" --name lamp --mpd
# It links what the daemon does not.
for library in libsystemd libmpdclient; do
    assert_true "$library is not the daemon's" bash -c '! ldd "$1" | grep -q "$2"' - "$daemon" "$library"
done

# shellcheck disable=SC2046 # (Words.)
cc -O1 -Wall -Wextra -Werror -o "$assert_folder/player" tools/tests/media-player.c $(pkg-config --cflags --libs libsystemd)

expect_verdicts dbus-run-session -- python3 tools/tests/media.py "$program" "$daemon" "$assert_folder"

summarize
