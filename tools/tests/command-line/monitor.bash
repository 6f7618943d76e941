# shellcheck shell=bash disable=SC2154,SC2086  # variables of tools/tests/command-line.bash, which sources this; words of arguments

# The monitor at plain lines: a file of each format, what is wrong with it, formats of one's own.
"$tapline" replay tools/firmware/gestures.jsonl >"$files/events.jsonl"
expect_quiet "$tapline" monitor "$files/events.jsonl"
expect_stdout '# trace, configuration sha256:' '   2.920 s  swipe       ended      at 480,310, right at 2001 px/s'
assert_true 'expected no changes unless asked' bash -c '! grep -q changed "$1"' - "$files/stdout"
expect_output '  changed  ' "$tapline" monitor --changes "$files/events.jsonl"
expect_exit 0 "$tapline" monitor -n 2 -F '%q %g/%k/%s %x,%y %v' "$files/events.jsonl"
printf '%s\n' '1 tap/tap/ended 200,150 taps=1' '2 doubleTap/tap/ended 504,203 taps=2' >"$files/two"
expect_stdout_file "$files/two"
expect_refused 0 "$tapline" monitor -q "$files/events.jsonl"
# Who waits for a gesture waits for one that is complete: not for what begins, is cancelled or has failed.
for state in failed began cancelled tentative press; do
    printf '{"seq":1,"t":1,"gesture":"x","kind":"longPress","state":"%s","touches":1,"x":1,"y":2,"taps":0}\n' "$state"
done >"$files/under-way.jsonl"
sed -n 1p "$files/events.jsonl" | cat - "$files/under-way.jsonl" >"$files/waits.jsonl"
sed -n 2p "$files/events.jsonl" >>"$files/waits.jsonl"
printf 'not read any more\n' >>"$files/waits.jsonl"
expect_exit 0 "$tapline" monitor -n 1 "$files/waits.jsonl"
expect_stdout 'x           cancelled  at 1,2' 'tap         ended      at 200,150'
assert_true 'expected nothing after the gesture' bash -c '! grep -q "not read" "$1"' - "$files/stdout"
# That nothing plays is news after something did.
printf '{"tapline":"now/1","t":%d000000,"state":"%s"}\n' 1 none 2 playing 3 none 4 none >"$files/plays.jsonl"
expect_exit 0 "$tapline" monitor "$files/plays.jsonl"
printf '   %d.000 s  %s\n' 2 'playing' 3 'nothing plays' >"$files/two"
expect_stdout_file "$files/two"
expect_message 64 'write one of 1200, 1800, 2400, 4800, 9600, ' "$tapline" monitor --baud 12345 "$files/events.jsonl"
# A reader that goes away ends it as it ends other filters; one that stands still does not keep it from being ended.
for _ in {1..400}; do sed 1d "$files/events.jsonl"; done >"$files/many.jsonl"
assert_command='monitor | head'
assert_status=$(bash -c '"$1" monitor "$2" 2>"$3" | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}"' - "$tapline" "$files/many.jsonl" "$files/stderr")
assert_true 'expected SIGPIPE' test "$assert_status" = 141
gone() { ! grep -q "^State:[[:space:]]*[^Z[:space:]]" "/proc/$1/status" 2>/dev/null; }
# stands_still PID: it sleeps, takes signals itself, and has used no time for a while.
stands_still() {
    local before
    before=$(cut -d ' ' -f 14,15 "/proc/$1/stat")
    sleep 0.2
    [[ $(cut -d ' ' -f 3,14,15 "/proc/$1/stat") == "S $before" ]] && has_signals "$1"
}
# has_signals PID: SIGTERM waits to be read by it, or is caught. (The shell blocks it, too, before it becomes the program.)
has_signals() {
    [[ /proc/$1/exe -ef $tapline || /proc/$1/exe -ef ${tapline}d ]] &&
        awk '/^Sig(Blk|Cgt)/ { print $2 }' "/proc/$1/status" | grep -q '[4-7c-f]...$'
}
# expect_ended PID [CODE]: it ends, with exit code 0 or CODE.
expect_ended() {
    assert_true 'expected it to end' eventually gone "$1"
    kill -KILL "$1" 2>/dev/null || true
    assert_status=0
    wait "$1" || assert_status=$?
    assert_true "expected exit code ${2:-0}" test "$assert_status" = "${2:-0}"
}
mkfifo "$files/still"
sleep 1000 <"$files/still" &
sleeper=$!
# expect_stopped CODE COMMAND…: it ends by a signal although the reader of its output, $still, stands still.
expect_stopped() {
    local signal program
    for signal in TERM INT HUP; do
        assert_command="${*:2} whose reader stands still, SIG$signal"
        "${@:2}" >"$still" 2>"$files/stderr" &
        program=$!
        assert_true 'expected it to stand still' eventually stands_still "$program"
        kill -s "$signal" "$program"
        expect_ended "$program" "$1"
    done
}
{
    echo '{"tapline":"trace/1","panel":{"width":800,"height":480}}'
    for ((t = 0; t < 2000; t++)); do
        printf '{"t":%d,"c":[[1,400,240]]}\n{"t":%d,"c":[]}\n' $((t * 500000)) $((t * 500000 + 60000))
    done
} >"$files/taps.jsonl"
# A terminal that nobody reads.
python3 -c '
import os, pty, signal, sys
_, terminal = pty.openpty()
os.symlink(os.ttyname(terminal), sys.argv[1])
signal.pause()' "$files/terminal" &
owner=$!
eventually test -e "$files/terminal"
fast=(--fast --board simulated --fingers "$files/taps.jsonl")
for still in "$files/still" "$files/terminal"; do
    expect_stopped 74 "$tapline" run "${fast[@]}"
    [[ ! -x ${tapline}d ]] || expect_stopped 74 env TAPLINE_FINGERS="$files/taps.jsonl" "${tapline}d" --board simulated
done
still=$files/still
expect_stopped 0 "$tapline" monitor --changes "$files/many.jsonl"
expect_stopped 74 "$tapline" record "${fast[@]}" -
expect_stderr 'nobody reads it, and the rest of it is lost'
kill "$owner"
wait "$owner" || true
kill "$sleeper"
wait "$sleeper" || true
# A daemon that hangs: its socket is there, and nobody accepts. Nobody waits for it for ever.
mkdir -p "$files/hung/lamp"
hangs() {
    rm -f "$files/hung/lamp/control"
    python3 -c '
import signal, socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(0)
signal.pause()' "$files/hung/lamp/control" &
    hung=$!
    eventually test -S "$files/hung/lamp/control"
}
export TAPLINE_RUNTIME=$files/hung
hangs
for arguments in 'status lamp'{,,} 'monitor lamp' 'watch --exec true lamp' "record lamp $files/never.jsonl" 'status --watch lamp'; do
    expect_message 69 'no answer from its daemon' "$tapline" $arguments
done
expect_output 'no answer from its daemon' "$tapline" report lamp --show
kill "$hung"
wait "$hung" || true
# One that is asked while it hangs is waited for three seconds, and a signal ends that; the monitor says that it waits.
hangs
"$tapline" status --watch lamp 2>"$files/stderr" &
status=$!
assert_command='status --watch of a daemon that hangs'
assert_true 'expected it to wait for signals' eventually has_signals "$status"
kill "$status"
expect_ended "$status"
kill "$hung"
wait "$hung" || true
hangs
"$tapline" monitor --plain lamp 2>"$files/stderr" &
monitor=$!
assert_command='monitor of a daemon that hangs'
assert_true 'expected it to tell' eventually grep -q 'has gone: no answer from its daemon' "$files/stderr"
kill "$monitor"
expect_ended "$monitor"
kill "$hung"
wait "$hung" || true
# The doctor asks the daemon that runs the configuration.
printf 'tapline: config/1\ngestures: [{name: tap, kind: tap}]\n' >"$files/lamp.yaml"
rm -f "$files/hung/lamp/control"
python3 -c '
import socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(1)
asked, _ = listener.accept()
if asked.recv(80) == b"status\n":
    asked.sendall(b"player_refusal{player=\"mpd\",why=\"Connection refused\"} 1\nok\n")
asked.recv(80)' "$files/hung/lamp/control" &
answering=$!
eventually test -S "$files/hung/lamp/control"
expect_exit 69 "$tapline" doctor --board simulated --config "$files/lamp.yaml"
expect_stdout 'the player mpd refuses: Connection refused'
wait "$answering"
unset TAPLINE_RUNTIME
expect_output 'doubleTap   ended      at 504,203, 2 taps' "$tapline" monitor - <"$files/events.jsonl"
sed -e '3d' -e '6s/tap/tp/;6s/}$//' "$files/events.jsonl" >"$files/faulty.jsonl"
expect_exit 0 "$tapline" monitor "$files/faulty.jsonl"
expect_stderr 'note: 1 line missing before 3' 'note: damaged: a comma or a closing brace is missing at byte ' \
    '2 lines missing in 2 gaps, 1 line damaged'
expect_output '# panel 800x480 px' "$tapline" monitor tools/firmware/gestures.jsonl
printf '\001\002\003\n\200\n' >"$files/noise"
expect_refusal 65 'no text; is the rate right?' "$tapline" monitor "$files/noise"
expect_refused 65 "$tapline" watch --exec true "$files/noise"
# A file in which nothing is an event is a slip: an empty one, a configuration; not so standard input that says nothing.
: >"$files/nothing"
for file in "$files/nothing" boards/examples/lamp.yaml; do
    for view in monitor 'watch --exec true'; do
        expect_refusal 65 "$file: nothing in it is an event" "$tapline" $view "$file"
    done
done
# What cannot be read to its end has not ended.
expect_refusal 74 '/proc/self/mem: Input/output error' "$tapline" monitor /proc/self/mem
expect_refusal 74 'standard input: Is a directory' "$tapline" monitor - <boards
expect_exit 0 "$tapline" monitor -
expect_exit 74 "$tapline" monitor "$files/no-such/file"
expect_message 69 '/dev/no-such-port: No such file or directory' "$tapline" monitor /dev/no-such-port
expect_exit 69 env TAPLINE_RUNTIME="$files/none" "$tapline" monitor
expect_stderr 'no panel runs here' 'or name a serial port, a socket or a file'
expect_message 69 'or name the control socket of one elsewhere' env TAPLINE_RUNTIME="$files/none" "$tapline" status
expect_message 69 "no panel 'lamp' runs here (none runs), and no file has that name; start it" env TAPLINE_RUNTIME="$files/none" "$tapline" monitor lamp
expect_message 0 'note: waiting for ' env TAPLINE_RUNTIME="$files/none" "$tapline" monitor --wait --idle-timeout 300 lamp

# Recordings of a board's fingers replay to what a run told: the demonstration, and the fingers of another recording.
expect_refused 0 "$tapline" record --board simulated --fast "$files/recorded.jsonl"
expect_stderr "$files/recorded.jsonl: " ' reports'
"$tapline" run --fast --format jsonl | sed '1d;s/"t":[0-9]*,//' >"$files/ran"
"$tapline" replay "$files/recorded.jsonl" | sed '1d;s/"t":[0-9]*,//' >"$files/replayed"
assert_true 'expected the events of a run' cmp "$files/ran" "$files/replayed"
expect_message 74 'is there already; take another name, or --force' "$tapline" record --board simulated --fast "$files/recorded.jsonl"
expect_exit 0 "$tapline" record --board simulated --fast --force --fingers boards/examples/pinch.jsonl "$files/recorded.jsonl"
"$tapline" replay boards/examples/pinch.jsonl | sed '1d;s/"t":[0-9]*,//' | grep -v changed >"$files/ran"
"$tapline" replay "$files/recorded.jsonl" | sed '1d;s/"t":[0-9]*,//' | grep -v changed >"$files/replayed"
assert_true 'expected the events of the fingers' diff "$files/ran" "$files/replayed"
# What cannot be written goes nowhere else.
expect_refused 74 "$tapline" record --board simulated --fast "$files/no-such/recorded.jsonl"
# Of two recorders of one name the first has it, before its first finger comes.
"$tapline" record --board simulated "$files/twice.jsonl" 2>"$files/first" &
first=$!
until [[ -e $files/twice.jsonl ]] || ! kill -0 "$first" 2>/dev/null; do sleep 0.05; done
expect_exit 74 "$tapline" record --board simulated --fast "$files/twice.jsonl"
wait "$first" || assert_true "expected the first to record: $(<"$files/first")" false
expect_exit 0 "$tapline" replay "$files/twice.jsonl"
expect_output '{"tapline":"trace/1","panel":{"width":800,"height":480' "$tapline" record --board simulated --duration 1500ms -
# One that does not wait for the clock ends by its own.
expect_output '"c":[[0,' "$tapline" record --board simulated --fast --duration 2s -
assert_true 'expected two seconds' awk -F'[:,]' '/^\{"t":/ && $2 >= 2000000 { late = 1 } END { exit late }' "$assert_folder/stdout"
expect_message 64 'has no wires to record: it is simulated' "$tapline" record --board simulated --bus "$files/bus.jsonl"
assert_true 'expected no file' test ! -e "$files/bus.jsonl"
expect_exit 69 env TAPLINE_RUNTIME="$files/none" "$tapline" record lamp "$files/lamp.jsonl"
assert_true 'expected no file' test ! -e "$files/lamp.jsonl"
expect_exit 78 "$tapline" record --board no-such-board "$files/lamp.jsonl"

# Beside a daemon: what its control socket tells.
mkdir -p "$files/run/lamp"
export TAPLINE_RUNTIME=$files/run
printf '%s\n' '{"tapline":"panel/1","name":"lamp","board":"HyperPixel 4","chip":"gt911","address":"0x5d","width":800,"height":480,"width_mm":86.4,"height_mm":51.84,"raw_width":480,"raw_height":800}' \
    '{"tapline":"events/1","board":"HyperPixel 4","config":"sha256:0","clock":"monotonic"}' \
    '{"t":1000000,"c":[[0,100.0,200.0,40.0]]}' '{"t":1080000,"dropped":3}' '{"t":1090000,"c":[]}' >"$files/contacts"
# tells OPTION…: a source that others read; see tools/tests/simulated-source.py.
tells() {
    rm -f "$files/ready"
    tools/tests/simulated-source.py --ready "$files/ready" "$@" &
    until [[ -e $files/ready ]]; do sleep 0.05; done
}
tells --control --log "$files/asked" "$files/run/lamp/control" "$files/contacts"
expect_exit 69 "$tapline" record lamp "$files/followed.jsonl"
expect_stderr 'it was closed; the recording is complete up to there' 'note: 3 lines could not be recorded'
assert_true 'expected it to ask for fingers' grep -qx 'follow contacts' "$files/asked"
printf '%s\n' '{"tapline":"trace/1","panel":{"width":480,"height":800,"width_mm":51.84,"height_mm":86.4},"board":"HyperPixel 4","source":"tapline record"}' \
    '{"t":1000000,"c":[[0,100.0,200.0,40.0]]}' '{"t":1080000,"fault":"bus"}' '{"t":1090000,"c":[]}' >"$files/expected"
assert_true 'expected a whole recording' diff "$files/expected" "$files/followed.jsonl"
expect_output '"gesture":"tap","kind":"tap","state":"ended","touches":1,"x":' "$tapline" replay --board hyperpixel4 "$files/followed.jsonl"
expect_message 64 'has 800x480 px, the recording' "$tapline" replay --board pi-touch-display-1 "$files/followed.jsonl"
# What is doubtful about a recording of wires is said after its events.
printf '%s\n' '{"tapline":"bus/1","chip":"gt911","address":"0x5d"}' '{"t":1000,"int":0}' '{"t":1100,"w":"814e","r":"8f"}' \
    >"$files/damaged.jsonl"
expect_message 0 'note: 1 of 1 report made no sense and moved no finger' "$tapline" replay "$files/damaged.jsonl"
wait
sed -e 's/"c":\[\[.*/"w":"814e","r":"81"}/;s/"c":.*/"int":0}/;s/1090000/1080000/;/dropped/d' "$files/contacts" >"$files/wires"
tells --control --stay "$files/run/lamp/control" "$files/wires"
expect_exit 0 "$tapline" record --bus --duration 500ms lamp "$files/bus.jsonl"
printf '%s\n' '{"tapline":"bus/1","chip":"gt911","address":"0x5d","board":"hyperpixel4"}' \
    '{"t":1000000,"w":"814e","r":"81"}' '{"t":1080000,"int":0}' >"$files/expected"
assert_true 'expected a recording of the bus' diff "$files/expected" "$files/bus.jsonl"
# Control-Z stops it as it stops others, and it goes on.
"$tapline" record --force --bus lamp "$files/bus.jsonl" 2>"$files/stderr" &
recorder=$!
assert_command='record, SIGTSTP'
stopped() { [[ $(cut -d ' ' -f 3 "/proc/$1/stat") == T ]]; }
eventually has_signals "$recorder"
kill -s TSTP "$recorder"
assert_true 'expected it to stop' eventually stopped "$recorder"
kill -s CONT "$recorder"
kill "$recorder"
expect_ended "$recorder"
kill %% && wait || true
tells --control --answer 'error: there are eight connections already' "$files/run/lamp/control" "$files/contacts"
expect_message 69 'there are eight connections already' "$tapline" record --force lamp "$files/followed.jsonl"
wait || true
# A gesture that the panel has not is a slip; one that a reload takes away may return, and is waited for.
panel() { printf '{"tapline":"panel/1","name":"lamp","board":"b","width":800,"height":480,"zones":[{"name":"knob","circle":[1,1,1]}],"gestures":[%s]}\n' "$1"; }
greeting='{"tapline":"events/1","board":"b","config":"sha256:0","clock":"monotonic"}'
event='{"seq":1,"t":1,"gesture":"lamp","kind":"tap","state":"ended","touches":1,"x":1,"y":2,"taps":1}'
with='{"name":"lamp","kind":"tap"},{"name":"zoom","kind":"pinch"}'
{
    panel "$with"
    printf '%s\n' "$greeting" "$event"
    panel '{"name":"zoom","kind":"pinch"}'
    printf '%s\n' "$greeting"
    panel "$with"
    printf '%s\n' "$greeting" "${event/1/2}"
} >"$files/reloads"
for slip in lmp Lamp; do
    tells --control "$files/run/lamp/control" "$files/reloads"
    expect_exit 78 "$tapline" watch --gesture zoom --gesture "$slip" --exec 'touch '"$files/ran-$slip" lamp
    expect_stderr "--gesture: panel lamp has no gesture '$slip'; did you mean 'lamp'? there are lamp, zoom"
    assert_true 'expected no command to run' test ! -e "$files/ran-$slip"
    wait || true
done
# (The knob is a zone, which may be a control.)
tells --control "$files/run/lamp/control" "$files/reloads"
expect_exit 0 "$tapline" watch -v -n 2 --gesture lamp --gesture knob --exec 'true {seq}' lamp
expect_stderr "note: panel lamp has no gesture 'lamp'; there are zoom" 'note: true 2: exit code 0'
wait || true
unset TAPLINE_RUNTIME
