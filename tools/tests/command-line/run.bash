# shellcheck shell=bash disable=SC2154,SC2086  # variables of tools/tests/command-line.bash, which sources this; words of arguments

# Help is asked for: standard output, success, and what was agreed upon. (TAPLINE_WRITE_HELP=1 writes it anew; look at it.)
help=tools/tests/fixtures/help
for command in '' run replay check board 'board import' 'board set' calibrate acceptance conform stroke detect doctor init lines 'lines test' \
    monitor record plot watch status report schema; do
    name=tapline${command:+-${command// /-}}
    expect_output USAGE env COLUMNS=80 "$tapline" $command --help
    expect_stderr_empty
    [[ -z ${TAPLINE_WRITE_HELP:-} ]] || cp "$files/stdout" "$help/$name"
    expect_stdout_file "$help/$name"
done

# A wrong command line: usage error, standard output stays clean.
for arguments in no-such-command 'replay' 'replay --no-such-option x' 'run --format xml' 'check' 'conform' 'stroke z' \
    'board import' 'board import --size 0x5 goodix' 'board set --board x bus' 'calibrate' 'calibrate --board simulated --points 2' 'calibrate --board simulated --inset 31' 'calibrate --sensor' \
    'calibrate --board simulated --sensor --points 5' 'calibrate --board simulated --sensor --inset 10' \
    'calibrate --board simulated --sensor --fingers x' 'acceptance' 'acceptance --board simulated --check x' \
    'detect --format xml' 'detect --bus' 'init a/b' 'init --gesture wave' 'init --line GPIO1 --serial /dev/ttyS0' 'init a b' 'doctor' 'doctor --board simulated --watch -1' 'lines test' \
    'monitor -n 0 -' 'monitor --baud 12345 -' 'watch --baud 0 --exec x -' 'monitor --idle-timeout 25h -' 'monitor -F %j -' 'monitor --baud fast -' 'record x' 'record --board simulated x y' 'record --fast x y' 'plot x' \
    'plot x -o y.gif' 'watch' 'watch --exec' 'watch --jobs 0 --exec x -' 'watch --on fired --exec x -' 'status a b' 'report' \
    'report -o x.zip'; do
    expect_refused 64 "$tapline" $arguments
done

# The demonstration: five gestures, and a line for each.
expect_quiet "$tapline" run --board simulated --config boards/examples/demo.yaml --fast
expect_stdout 'GT911 at 0x5d'
expect_stdout 'tap         ended' 'doubleTap   ended' 'press       began' 'press       ended' 'swipe       ended' \
    'drag        began' 'drag        ended'
for line in GPIO23 GPIO24 GPIO25 GPIO16 GPIO26; do
    expect_stdout "$line  active, high" "$line  idle, low"
done

# Water on a simulated panel: taps that nobody makes, and with a board that asks for more than 20 ms the fingers alone, in their order.
gestures() { "$tapline" run --board "$1" --config boards/examples/demo.yaml --fast "${@:2}" | sed -En 's/^ *[0-9.]+ s  (tap|doubleTap|press|swipe|drag) +(began|ended) .*/\1/p' | uniq; }
dry=$(gestures simulated)
assert_true 'the simulated panel is wet' test "$(gestures simulated --ghosts)" != "$dry"
cp boards/simulated.yaml "$files/wet.yaml"
"$tapline" board set --board "$files/wet.yaml" ghosts '{minimum_life: 30ms}' >/dev/null
assert_true 'no drop is taken for a finger' test "$(gestures "$files/wet.yaml" --ghosts)" = "$dry"

# Every example runs as it is, on the board beside it where there is one; those with a recording beside them show what they are
# named for.
for example in boards/examples/*.yaml; do
    [[ $example != *-board.yaml ]] || continue
    board=${example%.yaml}-board.yaml
    [[ -e $board ]] || board=simulated
    expect_quiet "$tapline" run --board "$board" --config "$example" --fast
done
expect_exit 0 "$tapline" run --board simulated --config boards/examples/pinch.yaml --fast
expect_stdout 'pinch       ended      at 400,240, 2 fingers, outward' 'pinch       ended      at 400,240, 2 fingers, inward'

# The radio, with the one command that its head says: gestures (knock), a remote control (next), a button (toggle, and forward
# while it is held) and a knob (volume) give commands.
expect_exit 0 "$tapline" run --config boards/examples/kitchen-radio.yaml --fast
expect_stdout 'knock       ended' '0.500 s  next        ended' '2.700 s  toggle      ended' '5.300 s  forward     began' \
    'forward     ended' 'volume      ended, value 1.0' 'value -1' 'GPIO24  active, high' 'GPIO24  idle, low'

# The first example of Documentation/Media.md, and what one sees of it as the page says.
awk '/^```yaml/ { inside = 1; next } inside && /^```/ { exit } inside' Documentation/Media.md >"$files/radio.yaml"
awk '/^```yaml/ { yaml = 1; next } /^```$/ { if (inside) exit; inside = !yaml; yaml = 0; next } inside' Documentation/Media.md \
    >"$files/expected"
assert_true 'expected Documentation/Media.md to show a run' grep -q 'back        ended' "$files/expected"
expect_exit 0 "$tapline" run --board simulated --config "$files/radio.yaml" --fast
sed -i 1d "$assert_folder/stdout"
expect_stdout_file "$files/expected"

# Without a configuration: the built-in one. As events/1.
expect_exit 0 "$tapline" run --fast --format jsonl
expect_stdout '{"tapline":"events/1","board":"simulated","config":"sha256:' '"seq":1,' \
    '"gesture":"doubleTap","kind":"tap","state":"ended","touches":1'

# Gestures that the demonstration does not show: what it shows, and how to play others, is said.
printf '%s\n' 'tapline: config/1' 'board: simulated' 'gestures: [{name: zoom, kind: pinch}, {name: two, kind: tap, touches: 2}]' \
    >"$files/unseen.yaml"
expect_exit 0 "$tapline" run --fast --config "$files/unseen.yaml"
expect_stdout_lines 1
expect_stderr 'note: the fingers of the built-in demonstration make none of these gestures where they are: ' '--fingers RECORDING'
cp boards/examples/pinch.jsonl "$files/unseen.jsonl"
expect_quiet "$tapline" run --fast --config "$files/unseen.yaml"
expect_exit 0 "$tapline" run --fast --config "$files/unseen.yaml" --fingers tools/firmware/gestures.jsonl
rm "$files/unseen.jsonl"

# A configuration against a board: lines that it takes, names of lines, gestures of more fingers than it tells of.
cat >"$files/lines.yaml" <<'YAML'
tapline: config/1
gestures: [{name: a, kind: tap}]
outputs:
  - {on: a, line: gpio17, pulse: 1s}
  - {on: a, line: GPIO99, pulse: 1s}
  - {on: a, line: PIN16, pulse: 1s}
  - {on: a, line: GPIO23, pulse: 1s}
  - {on: a, line: pin-18, pulse: 1s}
  - {on: a, line: PIN6, pulse: 1s}
  - {on: a, line: "gpiochip0:99", pulse: 1s}
YAML
expect_refusal 78 "lines.yaml:4:19: line 'gpio17' is spelt otherwise on a Raspberry Pi; write GPIO17" "$tapline" check "$files/lines.yaml"
expect_stderr "lines.yaml:5:19: there is no line 'GPIO99' on a Raspberry Pi; the header has GPIO0 to GPIO27"
expect_stderr "lines.yaml:7:19: line 'GPIO23' is PIN16, which is already used by the output in line 6"
expect_stderr "lines.yaml:8:19: line 'pin-18' is spelt otherwise on a Raspberry Pi; write PIN18"
expect_stderr 'lines.yaml:9:19: pin 6 of the header is supply or ground'
assert_true 'expected five errors' test "$(wc -l <"$files/stderr")" = 5
printf '%s\n' 'tapline: config/1' 'gestures: [{name: a, kind: tap}, {name: b, kind: swipe, touches: 3},' \
    '  {name: c, kind: pinch}]' 'outputs: [{on: a, line: GPIO24, pulse: 1s}]' >"$files/fingers.yaml"
expect_quiet "$tapline" check "$files/fingers.yaml"
expect_output 'for board "Waveshare 1.69 Touch LCD"' "$tapline" check --board waveshare-1.69-touch-lcd "$files/fingers.yaml"
expect_stderr "fingers.yaml:2:34: warning: gesture 'b' needs 3 fingers" "fingers.yaml:3:3: warning: gesture 'c' needs 2 fingers"
# The picture takes it; so does the board's bus, and its pins by their other names.
for place in 'hyperpixel4 GPIO24 by the board, which has it in taken_lines' 'waveshare-2-touch-lcd GPIO2 by the board'"'"'s bus' \
    'waveshare-2-touch-lcd PIN11 by the board as reset_pin' 'hyperpixel4 PIN18 by the board, which has it in taken_lines'; do
    read -r board line by <<<"$place"
    sed "s/GPIO24/$line/" "$files/fingers.yaml" >"$files/taken.yaml"
    expect_exit 78 "$tapline" check --board "$board" "$files/taken.yaml"
    expect_stderr "taken.yaml:4:25: line '$line' is" "already used $by"
done
expect_message 78 'did you mean "hyperpixel4"?' "$tapline" check --board hyprpixel4 "$files/fingers.yaml"

# A board whose bus is not there. (Nor is it on any build machine.)
expect_exit 69 "$tapline" run --board hyperpixel4
# No device is opened for simulated fingers; a recording that is none is told.
TAPLINE_FINGERS=tools/firmware/gestures.jsonl expect_exit 0 "$tapline" run --board hyperpixel4
expect_stdout 'GT911 at 0x5d, GPIO27' 'doubleTap   ended'
# A board evdev that says its size asks no device for the rest (it wanted a touchscreen).
printf 'tapline: board/1\nname: b\nsource: made up\ncontroller: evdev\nbus: no such device\nsize: [800, 480]\n' \
    >"$files/evdev.yaml"
TAPLINE_FINGERS=tools/firmware/gestures.jsonl expect_exit 0 "$tapline" run --board "$files/evdev.yaml"
expect_stdout 'doubleTap   ended'
# (What the command line names counts; an empty variable is none.)
TAPLINE_FINGERS=nowhere.jsonl expect_exit 0 "$tapline" run --fast --fingers tools/firmware/gestures.jsonl
TAPLINE_FINGERS='' expect_exit 0 "$tapline" run --fast
TAPLINE_FINGERS=boards/hyperpixel4.yaml expect_exit 65 "$tapline" run --board hyperpixel4
TAPLINE_FINGERS=nowhere.jsonl expect_exit 74 "$tapline" run --board hyperpixel4
expect_stdout_empty
expect_refusal 78 'no-such-board' "$tapline" run --board no-such-board
for command in run doctor calibrate; do
    expect_exit 78 "$tapline" $command --board pi-touch-dislay-1
    expect_stderr 'there is no board "pi-touch-dislay-1"; did you mean "pi-touch-display-1"? there are '
done

# Control-C: what is under way is cancelled, and every line is idle.
cat >"$files/hold.yaml" <<'YAML'
tapline: config/1
board: simulated
gestures:
  - {name: press, kind: longPress}
outputs:
  - {on: press, line: GPIO25, hold: true, active_low: true}
YAML
cat >"$files/hold.jsonl" <<'JSON'
{"tapline":"trace/1","panel":{"width":800,"height":480}}
{"t":0,"c":[[0,100,100]]}
{"t":30000000,"c":[]}
JSON
for signal in INT TERM HUP; do
    # Interrupted when the line has become active, not after a time; what the run before has left says nothing.
    : >"$files/held"
    "$tapline" run --config "$files/hold.yaml" --fingers "$files/hold.jsonl" >"$files/held" 2>&1 &
    held=$!
    until grep -q 'GPIO25  active, low' "$files/held" || ! kill -0 "$held" 2>/dev/null; do read -rt 0.02 <> <(:) || :; done
    # (SIGUSR1 asks for counters, of which there are none here; it ended the run, with the line active.)
    kill -s USR1 "$held"
    kill -s "$signal" "$held"
    assert_status=0
    wait "$held" || assert_status=$?
    assert_command="tapline run, stopped by SIG$signal"
    cp "$files/held" "$files/stdout"
    assert_true "expected exit code 0" test "$assert_status" = 0
    expect_stdout 'press       cancelled' 'GPIO25  idle, high'
done

# A toggle keeps its level, and a serial port of a simulated board is shown with what it would be sent.
expect_quiet "$tapline" run --fast --config boards/examples/serial.yaml
expect_stdout '/dev/ttyGS0  $TL,0,1,simulated*4F' '/dev/ttyGS0  $TL,1,1517000,select,tap,ended,200,144,1*2A' \
    '/dev/serial0  Tapline, simulated' 'GPIO25  active, high' 'GPIO25  idle, low'
grep -o '\$TL,.*' "$files/stdout" >"$files/sentences"
expect_exit 0 "$tapline" run --fast --format jsonl --config boards/examples/serial.yaml
sentences=$(wc -l <"$files/sentences")
# As many as there are events; both have a greeting.
expect_stdout_lines "$sentences"
# Nothing real is touched: what a port is called is not even opened.
printf '%s\n' 'tapline: config/1' 'board: simulated' 'gestures: [{name: tap, kind: tap}]' 'outputs:' \
    "  - {serial: $files/old-port}" "  - {serial: $files/new-port, format: jsonl}" >"$files/ports.yaml"
touch "$files/old-port"
expect_exit 0 "$tapline" run --fast --config "$files/ports.yaml"
expect_stdout "$files/old-port  \$TL,1," "$files/new-port  {\"seq\":1,"
assert_true 'expected an untouched file' test -e "$files/old-port" -a ! -s "$files/old-port" -a ! -e "$files/new-port"

# The host of FORMATS.md reads them: no line is damaged, every event is there, and a damaged byte is seen.
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' FORMATS.md >"$files/host.c"
expect_exit 0 gcc -std=c11 -Wall -Wextra -Werror -O2 -o "$files/host" "$files/host.c"
# With the line ends that the wire has.
sed 's/$/\r/' "$files/sentences" >"$files/wire"
expect_exit 0 "$files/host" <"$files/wire"
expect_stdout_lines $((sentences - 1))
expect_stdout '1 select ended 200,144,1' '2 lamp ended 560,168,2'
assert_true 'expected no damage' test "$(grep -c damaged "$files/stdout")" = 0
run "$files/host" < <(sed 's/lamp/lump/' "$files/wire")
expect_stdout damaged
expect_stdout_lines $((sentences - 1))
# It also reads the sentences that FORMATS.md shows.
run "$files/host" < <(grep '^\$TL,[0-9]' FORMATS.md)
expect_stdout '12 lamp ended 101,200,2'
expect_stdout_lines 2

# Replay: trace/1 in, events/1 out.
cat >"$files/tap.jsonl" <<'JSON'
{"tapline":"trace/1","panel":{"width":800,"height":480}}
{"t":0,"c":[[0,100.0,200.0]]}
{"t":10000,"c":[[0,101.0,200.0]]}
{"t":80000,"c":[]}
JSON
expect_quiet "$tapline" replay "$files/tap.jsonl"
expect_stdout_lines 2
expect_stdout '{"seq":1,"t":430000,"gesture":"tap","kind":"tap","state":"ended","touches":1,"x":101.0,"y":200.0,"taps":1}'
expect_exit 0 "$tapline" replay - <"$files/tap.jsonl"
# (Events of a pipe's fingers came when the pipe was closed.)
coproc fingers { "$tapline" replay --touches -; }
replaying=$fingers_PID
printf '%s\n' '{"tapline":"trace/1","panel":{"width":800,"height":480}}' '{"t":0,"c":[[0,200,150]]}' '{"t":100000,"c":[[0,230,150]]}' \
    >&"${fingers[1]}"
for expected in events/1 began moved; do
    read -r -t 20 line <&"${fingers[0]}" || line='nothing'
    assert_true "expected $expected while the pipe is open, not $line" grep -q "$expected" <<<"$line"
done
eval "exec ${fingers[1]}>&-"
wait "$replaying" || true
expect_stdout_lines 2
expect_exit 0 "$tapline" replay --touches "$files/tap.jsonl"
expect_stdout '{"seq":1,"t":0,"touch":1,"phase":"began","x":100.0,"y":200.0,"taps":1,"touches":1,"px":100.0,"py":200.0,"set":1,"own":1,"event":{"began":[1]}}'
expect_stdout_lines 5
expect_output '"state":"failed","touches":1,"x":101.0,"y":200.0,"why":"noNextTap 1"' "$tapline" replay --explain "$files/tap.jsonl"

# A command, or a kind of gesture, that was written wrongly; what a kind is configured by.
expect_refusal 64 "there is no command 'moniter'; did you mean 'monitor'? there are init, run, replay, check, " "$tapline" moniter
expect_refusal 64 "there is no command 'imprt'; did you mean 'import'? there are import, set" "$tapline" board imprt
expect_refusal 64 "there is no command 'moniter'; did you mean 'monitor'?" "$tapline" help moniter
expect_refused 64 "$tapline" help board imprt
expect_exit 0 "$tapline" help board import
expect_refusal 64 "there is no kind of gesture 'pann'; did you mean 'pan'? there are tap, " "$tapline" help gesture pann
expect_exit 0 "$tapline" help gesture pan
expect_stdout 'kind: pan' 'slop: 0pt to 10000pt; without it 10pt'
expect_output 'tap, longPress, pan, ' "$tapline" help gesture
expect_refusal 64 '--sockets is empty; write a folder' "$tapline" run --board simulated --sockets ''
expect_refusal 64 '--serial and --fast: whoever reads a port is not that fast' "$tapline" run --board simulated --serial --fast
expect_refusal 64 '--serial: the configuration has no serial port' "$tapline" run --board simulated --serial
expect_refusal 64 "'x\$(touch P)' is neither a file nor a name of a panel" "$tapline" status 'x$(touch P)'

# Traces that are wrong: 65, the line, and nothing on standard output.
wrong_trace() {
    printf '%s\n' "$@" >"$files/wrong.jsonl"
    expect_refusal 65 "wrong.jsonl:" "$tapline" replay "$files/wrong.jsonl"
}
header='{"tapline":"trace/1","panel":{"width":800,"height":480}}'
wrong_trace ''
wrong_trace '{"t":0,"c":[]}'
wrong_trace "$header" '{"t":0,"c":[[0,1,2]'
expect_stderr 'wrong.jsonl:2:'
wrong_trace "$header" '{"t":10,"c":[]}' '{"t":9,"c":[]}'
expect_stderr 'wrong.jsonl:3:'
wrong_trace "$header" '{"t":0,"c":[[0,1e999,2]]}'
# What never ends is refused at once; a recording takes the memory of a line, however long it is.
expect_refusal 65 '/dev/zero:1: the line is longer than 1 MiB' "$tapline" replay /dev/zero
python3 -c '
print("""{"tapline":"trace/1","panel":{"width":800,"height":480}}""")
for i in range(80000): print("""{"t":%d,"c":[[0,%d,%d],[1,%d,200],[2,400,400]]}""" % (i * 10000, 100 + i % 300, 100 + i % 200, 300 + i % 100))
' >"$files/long.jsonl"
# peak FILE: how many MiB a replay takes at most.
peak() {
    python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' "$tapline" replay "$1"
}
assert_true 'expected no more memory for a long recording' \
    test "$(peak "$files/long.jsonl")" -le "$(($(peak "$files/tap.jsonl") + 6))"
head -c 4096 /dev/urandom >"$files/noise.jsonl"
expect_refused 65 "$tapline" replay "$files/noise.jsonl"
expect_refused 74 "$tapline" replay "$files/there-is-no-such-file"
expect_exit 74 "$tapline" replay "$files"

# A full disk is told, not ignored.
if [[ -w /dev/full ]]; then
    for command in "replay $files/tap.jsonl" 'check boards/simulated.yaml' 'run --fast' --help --version 'replay --help'; do
        assert_status=0
        "$tapline" $command >/dev/full 2>"$files/stderr" || assert_status=$?
        assert_command="tapline $command >/dev/full"
        assert_true 'expected exit code 74' test "$assert_status" = 74
    done
fi

# A simulated panel decides as a replay does, also at the very limit: a tap of exactly 750 ms is one.
for lift in 749900 750000 750100; do
    printf '%s\n' '{"tapline":"trace/1","panel":{"width":800,"height":480}}' '{"t":0,"c":[[0,100,100]]}' \
        "{\"t\":$lift,\"c\":[]}" >"$files/limit.jsonl"
    printf '%s\n' 'tapline: config/1' 'board: simulated' 'gestures:' '  - {name: tap, kind: tap}' >"$files/limit.yaml"
    expect_exit 0 "$tapline" replay --config "$files/limit.yaml" "$files/limit.jsonl"
    expect_stdout_lines $((lift > 750000 ? 1 : 2))
    expect_exit 0 "$tapline" run --fast --format jsonl --config "$files/limit.yaml" --fingers "$files/limit.jsonl"
    expect_stdout_lines $((lift > 750000 ? 1 : 2))
done

# A recording whose clock began long ago does not keep anybody waiting, and what is left out of it is said.
printf '%s\n' '{"tapline":"trace/1","panel":{"width":800,"height":480}}' '{"t":3600000000,"c":[[0,100,100]]}' \
    '{"t":3600050000,"cancel":true}' '{"t":3600100000,"c":[]}' >"$files/late.jsonl"
expect_message 0 '1 cancellations and faults' "$tapline" run --fingers "$files/late.jsonl"

# A recording at the end of time ends all the same.
printf '%s\n' "$header" '{"t":0,"c":[]}' '{"t":9223372036854775807,"c":[[0,5,5]]}' >"$files/end.jsonl"
expect_exit 0 "$tapline" run --fast --fingers "$files/end.jsonl"
# (What `run` and `replay` take differently is said, where it is.)
assert_true 'nothing is said of a board without a transform' test ! -s "$files/stderr"
(cat boards/simulated.yaml && echo 'transform: {rotate: 90}') >"$files/turned.yaml"
expect_message 0 'names no board: its places are what the chip reports' "$tapline" run --fast --board "$files/turned.yaml" --fingers \
    "$files/end.jsonl"
expect_exit 0 "$tapline" replay "$files/end.jsonl"
