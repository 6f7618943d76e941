#!/usr/bin/env bash
# Tests the tapline tool from outside: exit codes, messages, and which stream they go to.
#
#   tools/tests/command-line.bash PATH-OF-TAPLINE

set -euo pipefail
case ${1:-} in
'' | -*)
    echo "usage: tools/tests/command-line.bash PATH-OF-TAPLINE" >&2
    exit 64
    ;;
esac
tapline=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=tools/tests/assert.bash
source tools/tests/assert.bash
files=$assert_folder

# eventually CMD…: CMD succeeds within 20 s.
eventually() {
    local attempt
    for ((attempt = 0; attempt < 400; attempt++)); do
        "$@" && return
        sleep 0.05
    done
    return 1
}

# Help is asked for: standard output, success, and what was agreed upon. (TAPLINE_WRITE_HELP=1 writes it anew; look at it.)
help=tools/tests/fixtures/help
for command in '' run replay check board 'board import' 'board set' calibrate conform stroke detect doctor lines 'lines test' \
    monitor record plot watch status report; do
    name=tapline${command:+-${command// /-}}
    # shellcheck disable=SC2086
    expect_exit 0 env COLUMNS=80 "$tapline" $command --help
    expect_stdout USAGE
    expect_stderr_empty
    [[ -z ${TAPLINE_WRITE_HELP:-} ]] || cp "$files/stdout" "$help/$name"
    expect_stdout_file "$help/$name"
done

# A wrong command line: usage error, standard output stays clean.
for arguments in no-such-command 'replay' 'replay --no-such-option x' 'run --format xml' 'check' 'conform' 'stroke z' \
    'board import' 'board import --size 0x5 goodix' 'board set --board x bus' 'calibrate' 'calibrate --board simulated --points 2' 'calibrate --board simulated --inset 31' \
    'detect --format xml' 'detect --bus' 'doctor' 'doctor --board simulated --watch -1' 'lines test' \
    'monitor -n 0 -' 'monitor --baud 12345 -' 'watch --baud 0 --exec x -' 'monitor --idle-timeout 1h -' 'monitor -F %j -' 'monitor --baud fast -' 'record x' 'record --board simulated x y' 'record --fast x y' 'plot x' \
    'plot x -o y.gif' 'watch' 'watch --exec' 'watch --jobs 0 --exec x -' 'watch --on fired --exec x -' 'status a b' 'report' \
    'report -o x.zip'; do
    # shellcheck disable=SC2086
    expect_exit 64 "$tapline" $arguments
    expect_stdout_empty
done

# The demonstration: five gestures, and a line for each.
expect_exit 0 "$tapline" run --board simulated --config boards/examples/demo.yaml --fast
expect_stderr_empty
expect_stdout 'GT911 at 0x5d'
for gesture in 'tap         ended' 'doubleTap   ended' 'press       began' 'press       ended' 'swipe       ended' \
    'drag        began' 'drag        ended'; do
    expect_stdout "$gesture"
done
for line in GPIO23 GPIO24 GPIO25 GPIO16 GPIO26; do
    expect_stdout "$line  active, high"
    expect_stdout "$line  idle, low"
done

# Every example runs as it is; those with a recording beside them show what they are named for.
for example in boards/examples/*.yaml; do
    expect_exit 0 "$tapline" run --board simulated --config "$example" --fast
    expect_stderr_empty
done
expect_exit 0 "$tapline" run --board simulated --config boards/examples/pinch.yaml --fast
expect_stdout 'pinch       ended      at 400,240, 2 fingers, outward'
expect_stdout 'pinch       ended      at 400,240, 2 fingers, inward'

# Without a configuration: the built-in one. As events/1.
expect_exit 0 "$tapline" run --fast --format jsonl
expect_stdout '{"tapline":"events/1","board":"simulated","config":"sha256:'
expect_stdout '"seq":1,'
expect_stdout '"gesture":"doubleTap","kind":"tap","state":"ended","touches":1'

# Gestures that the demonstration does not show: what it shows, and how to play others, is said.
printf '%s\n' 'tapline: config/1' 'board: simulated' 'gestures: [{name: zoom, kind: pinch}, {name: two, kind: tap, touches: 2}]' \
    >"$files/unseen.yaml"
expect_exit 0 "$tapline" run --fast --config "$files/unseen.yaml"
expect_stdout_lines 1
expect_stderr 'note: none of these gestures is in the built-in demonstration, which shows a tap, '
expect_stderr '--fingers RECORDING'
cp boards/examples/pinch.jsonl "$files/unseen.jsonl"
expect_exit 0 "$tapline" run --fast --config "$files/unseen.yaml"
expect_stderr_empty
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
expect_exit 78 "$tapline" check "$files/lines.yaml"
expect_stdout_empty
expect_stderr "lines.yaml:4:19: line 'gpio17' is spelt otherwise on a Raspberry Pi; write GPIO17"
expect_stderr "lines.yaml:5:19: there is no line 'GPIO99' on a Raspberry Pi; the header has GPIO0 to GPIO27"
expect_stderr "lines.yaml:7:19: line 'GPIO23' is PIN16, which is already used by the output in line 6"
expect_stderr "lines.yaml:8:19: line 'pin-18' is spelt otherwise on a Raspberry Pi; write PIN18"
expect_stderr 'lines.yaml:9:19: pin 6 of the header is supply or ground'
assert_true 'expected five errors' test "$(wc -l <"$files/stderr")" = 5
printf '%s\n' 'tapline: config/1' 'gestures: [{name: a, kind: tap}, {name: b, kind: swipe, touches: 3},' \
    '  {name: c, kind: pinch}]' 'outputs: [{on: a, line: GPIO24, pulse: 1s}]' >"$files/fingers.yaml"
expect_exit 0 "$tapline" check "$files/fingers.yaml"
expect_stderr_empty
expect_exit 0 "$tapline" check --board waveshare-1.69-touch-lcd "$files/fingers.yaml"
expect_stdout 'for board "Waveshare 1.69 Touch LCD"'
expect_stderr "fingers.yaml:2:34: warning: gesture 'b' needs 3 fingers"
expect_stderr "fingers.yaml:3:3: warning: gesture 'c' needs 2 fingers"
# The picture takes it; so does the board's bus, and its pins by their other names.
for place in 'hyperpixel4 GPIO24 by the board, which has it in taken_lines' 'waveshare-2-touch-lcd GPIO2 by the board'"'"'s bus' \
    'waveshare-2-touch-lcd PIN11 by the board as reset_pin' 'hyperpixel4 PIN18 by the board, which has it in taken_lines'; do
    read -r board line by <<<"$place"
    sed "s/GPIO24/$line/" "$files/fingers.yaml" >"$files/taken.yaml"
    expect_exit 78 "$tapline" check --board "$board" "$files/taken.yaml"
    expect_stderr "taken.yaml:4:25: line '$line' is"
    expect_stderr "already used $by"
done
expect_exit 78 "$tapline" check --board hyprpixel4 "$files/fingers.yaml"
expect_stderr 'did you mean "hyperpixel4"?'

# A board whose bus is not there. (Nor is it on any build machine.)
expect_exit 69 "$tapline" run --board hyperpixel4
# No device is opened for pretended fingers; a recording that is none is told.
TAPLINE_FINGERS=tools/firmware/gestures.jsonl expect_exit 0 "$tapline" run --board hyperpixel4
expect_stdout 'GT911 at 0x5d, GPIO27'
expect_stdout 'doubleTap   ended'
# A board evdev that says its size asks no device for the rest (it wanted a touchscreen).
printf 'tapline: board/1\nname: b\nsource: made up\ncontroller: evdev\nbus: no such device\nsize: [800, 480]\n' \
    >"$files/evdev.yaml"
TAPLINE_FINGERS=tools/firmware/gestures.jsonl expect_exit 0 "$tapline" run --board "$files/evdev.yaml"
expect_stdout 'doubleTap   ended'
TAPLINE_FINGERS=boards/hyperpixel4.yaml expect_exit 65 "$tapline" run --board hyperpixel4
TAPLINE_FINGERS=nowhere.jsonl expect_exit 74 "$tapline" run --board hyperpixel4
expect_stdout_empty
expect_exit 78 "$tapline" run --board no-such-board
expect_stdout_empty
expect_stderr 'no-such-board'
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
    expect_stdout 'press       cancelled'
    expect_stdout 'GPIO25  idle, high'
done

# A toggle keeps its level, and a serial port of a simulated board is shown with what it would be sent.
expect_exit 0 "$tapline" run --fast --config boards/examples/serial.yaml
expect_stderr_empty
expect_stdout '/dev/ttyGS0  $TL,0,1,simulated*4F'
expect_stdout '/dev/ttyGS0  $TL,1,1517000,select,tap,ended,200,144,1*2A'
expect_stdout '/dev/ttyAMA0  Tapline, simulated'
expect_stdout 'GPIO25  active, high'
expect_stdout 'GPIO25  idle, low'
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
expect_stdout "$files/old-port  \$TL,1,"
expect_stdout "$files/new-port  {\"seq\":1,"
assert_true 'expected an untouched file' test -e "$files/old-port" -a ! -s "$files/old-port" -a ! -e "$files/new-port"

# The host of FORMATS.md reads them: no line is damaged, every event is there, and a damaged byte is seen.
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' FORMATS.md >"$files/host.c"
expect_exit 0 gcc -std=c11 -Wall -Wextra -Werror -O2 -o "$files/host" "$files/host.c"
# With the line ends that the wire has.
sed 's/$/\r/' "$files/sentences" >"$files/wire"
run "$files/host" <"$files/wire"
expect_exit 0
expect_stdout_lines $((sentences - 1))
expect_stdout '1 select ended 200,144,1'
expect_stdout '2 lamp ended 560,168,2'
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
expect_exit 0 "$tapline" replay "$files/tap.jsonl"
expect_stderr_empty
expect_stdout_lines 2
expect_stdout '{"seq":1,"t":430000,"gesture":"tap","kind":"tap","state":"ended","touches":1,"x":101.0,"y":200.0,"taps":1}'
run "$tapline" replay - <"$files/tap.jsonl"
expect_exit 0
expect_stdout_lines 2
expect_exit 0 "$tapline" replay --touches "$files/tap.jsonl"
expect_stdout '{"seq":1,"t":0,"touch":1,"phase":"began","x":100.0,"y":200.0,"taps":1,"touches":1}'
expect_stdout_lines 5
expect_exit 0 "$tapline" replay --explain "$files/tap.jsonl"
expect_stdout '"state":"failed","touches":1,"x":101.0,"y":200.0,"why":"noNextTap 1"'

# Traces that are wrong: 65, the line, and nothing on standard output.
wrong_trace() {
    printf '%s\n' "$@" >"$files/wrong.jsonl"
    expect_exit 65 "$tapline" replay "$files/wrong.jsonl"
    expect_stdout_empty
    expect_stderr "wrong.jsonl:"
}
header='{"tapline":"trace/1","panel":{"width":800,"height":480}}'
wrong_trace ''
wrong_trace '{"t":0,"c":[]}'
wrong_trace "$header" '{"t":0,"c":[[0,1,2]'
expect_stderr 'wrong.jsonl:2:'
wrong_trace "$header" '{"t":10,"c":[]}' '{"t":9,"c":[]}'
expect_stderr 'wrong.jsonl:3:'
wrong_trace "$header" '{"t":0,"c":[[0,1e999,2]]}'
head -c 4096 /dev/urandom >"$files/noise.jsonl"
expect_exit 65 "$tapline" replay "$files/noise.jsonl"
expect_stdout_empty
expect_exit 74 "$tapline" replay "$files/there-is-no-such-file"
expect_stdout_empty
expect_exit 74 "$tapline" replay "$files"

# A full disk is told, not ignored.
if [[ -w /dev/full ]]; then
    for command in "replay $files/tap.jsonl" 'check boards/simulated.yaml' 'run --fast'; do
        assert_status=0
        # shellcheck disable=SC2086
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
expect_exit 0 "$tapline" run --fingers "$files/late.jsonl"
expect_stderr '1 cancellations and faults'

# A recording at the end of time ends all the same.
printf '%s\n' "$header" '{"t":0,"c":[]}' '{"t":9223372036854775807,"c":[[0,5,5]]}' >"$files/end.jsonl"
expect_exit 0 "$tapline" run --fast --fingers "$files/end.jsonl"
expect_exit 0 "$tapline" replay "$files/end.jsonl"

# The daemon.
if [[ -x ${tapline}d ]]; then
    expect_exit 0 "${tapline}d" --help
    [[ -z ${TAPLINE_WRITE_HELP:-} ]] || cp "$files/stdout" "$help/taplined"
    expect_stdout_file "$help/taplined"
    expect_stdout usage
    for arguments in '' '--no-such-option' '--board'; do
        # shellcheck disable=SC2086
        expect_exit 64 "${tapline}d" $arguments
        expect_stdout_empty
    done
    expect_exit 78 "${tapline}d" --board no-such-board
    expect_exit 69 "${tapline}d" --board hyperpixel4 --config "$files/limit.yaml"
    expect_stdout_empty
    expect_exit 0 "${tapline}d" --board simulated --config boards/examples/demo.yaml
    expect_stdout '"gesture":"drag","kind":"pan","state":"ended"'
    # As a service, and what it asks of the kernel.
    for name in a/b .hidden '' 'a b'; do
        expect_exit 64 "${tapline}d" --name "$name"
        expect_stderr "is no name of a panel"
    done
    # On the simulated panel its fingers come over and over, in their own time, for whoever connects.
    serve() {
        local attempts=200
        "$@" >/dev/null 2>&1 &
        service=$!
        until [[ -S $files/lamp/control || $((attempts--)) == 0 ]]; do sleep 0.05; done
    }
    # The socket is there before the chip has said who it is.
    answers() { "$tapline" status "$1" | grep -q '^answers  *yes'; }
    end_service() {
        local status=0
        kill -TERM "$service"
        wait "$service" || status=$?
        assert_that "$status" 'the service ends well'
    }
    serve env RUNTIME_DIRECTORY="$files/lamp" "${tapline}d" --name lamp --config boards/examples/demo.yaml
    # (Its first fingers come after a second and a half: all but the last of them are recorded.)
    expect_exit 0 "$tapline" record --bus --duration 8s "$files/lamp" "$files/wires.jsonl"
    expect_exit 0 "$tapline" monitor -n 3 -F '%g %s' "$files/lamp"
    expect_stdout 'ended'
    end_service
    assert_true 'the recording begins with who the chip is' grep -qm 1 '"w":"8140","r":"39' "$files/wires.jsonl"
    expect_exit 0 "$tapline" replay --config boards/examples/demo.yaml "$files/wires.jsonl"
    expect_stdout '"gesture":"doubleTap","kind":"tap","state":"ended"'
    expect_stdout '"gesture":"swipe","kind":"swipe","state":"ended"'
    serve "$tapline" run --board simulated --config boards/examples/demo.yaml --sockets "$files/lamp"
    assert_true 'expected the chip to answer' eventually answers "$files/lamp"
    expect_exit 0 "$tapline" status "$files/lamp"
    expect_stdout 'GT911 at 0x5d'
    # Who comes when all four places are taken is told so, however soon the daemon has closed again.
    coproc four {
        exec python3 -c 'import socket, sys
held = [socket.socket(socket.AF_UNIX) for _ in range(4)]
for one in held:
    one.connect(sys.argv[1])
    one.sendall(b"help\n")
    one.recv(1)
print("held", flush=True)
sys.stdin.read()' "$files/lamp/control"
    }
    read -r -u "${four[0]}" _
    for _ in 1 2 3; do
        for view in "record --force $files/lamp $files/refused.jsonl" "status $files/lamp"; do
            # shellcheck disable=SC2086
            expect_exit 69 "$tapline" $view
            expect_stderr 'there are four connections already'
        done
    done
    # (These wait until there is a place.)
    for view in 'monitor --plain -n 1' 'watch --exec true'; do
        # shellcheck disable=SC2086
        expect_exit 124 timeout 2.5 "$tapline" $view "$files/lamp"
        expect_stderr 'has gone: there are four connections already; waiting for it'
        assert_true 'expected that to be told once' \
            test "$(grep -cE 'has gone|is back' "$assert_folder/stderr")" = 1
    done
    holder=$four_PID
    exec {four[1]}>&-
    wait "$holder"
    end_service
    assert_true 'the sockets are gone' test ! -e "$files/lamp/control"
    expect_exit 64 "$tapline" run --board simulated --fast --sockets "$files/lamp"
    expect_stderr 'leave one out'
    expect_exit 74 "${tapline}d" --name there-is-no-such-panel
    expect_stderr "/etc/tapline/there-is-no-such-panel.yaml: No such file or directory"
    for priority in 0 100 high; do
        expect_exit 64 "${tapline}d" --board simulated --realtime "$priority"
        expect_stderr "--realtime wants a priority, 1 to 99"
    done
fi

# Several lines that move together, on the simulated panel.
expect_exit 0 "$tapline" run --fast --config boards/examples/host.yaml
expect_stdout '    GPIO20  active, high'
expect_stdout '    GPIO26  active, high'
expect_exit 0 "$tapline" run --fast --config boards/examples/host.yaml --fingers tools/firmware/gestures.jsonl
expect_stdout '    GPIO13  active, high'
expect_stdout '    GPIO19  idle, low'

# Every shipped board, all at once.
expect_exit 0 "$tapline" check boards/*.yaml
expect_stderr "goodix.yaml:21:7: warning: the board 'Goodix GT9271' does not say how large its panel is in raw pixels"
expect_stdout_lines "$(find boards -maxdepth 1 -name '*.yaml' | wc -l)"

# A dtoverlay line becomes a board that is accepted; what is left open is said beside it.
expect_exit 0 "$tapline" board import dtoverlay=goodix,interrupt=4,reset=17,sizex=800,sizey=4096,invx,swapxy
expect_stdout 'transform: {mirror_x: true, swap_xy: true}  # invx, swapxy'
expect_stderr "note: The overlay does not say the panel's size in mm"
cp "$files/stdout" "$files/imported.yaml"
expect_exit 0 "$tapline" check "$files/imported.yaml"
expect_stdout 'board "Goodix GT9271", gt9271, 4096x800 px'
run "$tapline" board import - < <(printf '%s\r\n' '# the panel' dtoverlay=vc4-kms-dsi-7inch dtparam=invx)
expect_exit 0
expect_stderr_empty
expect_stdout 'transform: {mirror_y: true}  # invx'
expect_exit 78 "$tapline" board import dtoverlay=goodix,interupt=4
expect_stdout_empty
expect_stderr "dtoverlay:1:18: the overlay 'goodix' has no parameter 'interupt'; did you mean 'interrupt'? valid: "
expect_exit 78 "$tapline" board import dtoverlay=vc4-kms-v3d
expect_stdout_empty
expect_stderr 'valid: goodix, edt-ft5406, '

# A whole config.txt, as a file and as the standard input; what is to be chosen or added is said.
cat >"$files/config.txt" <<'END'
# For more options see the documentation
dtparam=audio=on
display_auto_detect=1
[pi4]
dtoverlay=vc4-kms-v3d
[all]
dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch
dtparam=i2c_arm=on
END
expect_exit 0 "$tapline" board import "$files/config.txt"
expect_stdout 'overlay: vc4-kms-dsi-waveshare-panel,8_0_inch'
run "$tapline" board import - <"$files/config.txt"
expect_exit 0
expect_stdout 'size: [800, 1280]  # 8_0_inch'
echo 'dtoverlay=goodix' >>"$files/config.txt"
expect_exit 78 "$tapline" board import "$files/config.txt"
expect_stdout_empty
expect_stderr 'config.txt:7:11: there are 2 touch overlays'
expect_stderr "  tapline board import 'dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch'"
expect_exit 74 "$tapline" board import "$files/no-such-config.txt"
expect_exit 78 "$tapline" board import /dev/null
expect_stderr 'no overlay is named'
expect_exit 78 "$tapline" board import dtoverlay=vc4-kms-dsi-waveshare-panel,11_9_inch
expect_stdout_empty
expect_stderr 'does not say the panel'"'"'s size in raw pixels; give its size: --size 1280x720'
expect_exit 0 "$tapline" board import --size 320x1480 dtoverlay=vc4-kms-dsi-waveshare-panel,11_9_inch
expect_stdout 'size: [320, 1480]'

# Keys of a board get other values, in whatever style it is written; what would be wrong leaves the file as it was.
printf '%s\n' 'tapline: board/1' 'name: blocks' 'source: made up' 'controller: gt911' 'bus: 1' 'addresses:   # both' \
    '- 0x5d' '- 0x14' 'interrupt_pin:' '  line: GPIO4   # wired' 'size: [800, 480]' >"$files/blocks.yaml"
expect_exit 0 "$tapline" board set --board "$files/blocks.yaml" addresses '[0x14]' interrupt_pin none bus i2c1
expect_stdout_lines 3
expect_stdout "$files/blocks.yaml: bus: 1 -> i2c1"
expect_stderr_empty
printf '%s\n' 'tapline: board/1' 'name: blocks' 'source: made up' 'controller: gt911' 'bus: i2c1' \
    'addresses: [0x14]   # both' 'interrupt_pin: none   # wired' 'size: [800, 480]' >"$files/blocks.expected"
assert_true 'expected three other values' cmp -s "$files/blocks.yaml" "$files/blocks.expected"
# (Lines that check refuses, too.)
for setting in 'addresses [0x99]' 'adresses [0x14]' 'size 3' 'bus [1' 'name {}' 'interrupt_pin PIN1' 'interrupt_pin PIN41' \
    'interrupt_pin GPIO99' 'reset_pin gpio4'; do
    # shellcheck disable=SC2086
    expect_exit 78 "$tapline" board set --board "$files/blocks.yaml" $setting
    expect_stderr 'blocks.yaml is as it was'
    assert_true 'expected the file as it was' cmp -s "$files/blocks.yaml" "$files/blocks.expected"
done
# A board on the command line is checked as a file is.
sed 's/interrupt_pin: none/interrupt_pin: PIN1/' "$files/blocks.yaml" >"$files/pin1.yaml"
expect_exit 78 "$tapline" check --board "$files/pin1.yaml" boards/examples/lamp.yaml
expect_stderr 'pin1.yaml:7:'
# A pipe with a name has no writer: nothing waits for one.
mkfifo "$files/pipe.yaml"
for command in check 'check --board' 'doctor --board' 'board import' 'run --config'; do
    # shellcheck disable=SC2086
    [[ $command == 'check --board' ]] && arguments=("$files/pipe.yaml" boards/examples/lamp.yaml) || arguments=("$files/pipe.yaml")
    # shellcheck disable=SC2086
    expect_exit 74 timeout 20 "$tapline" $command "${arguments[@]}"
    expect_stderr 'pipe.yaml: is a pipe, no file'
done
expect_exit 64 "$tapline" board set --board simulated bus 1
expect_stderr 'the simulated board is built in and has no file to write to'
expect_exit 78 "$tapline" board set --board hyperpixl4 bus 1
expect_stderr 'did you mean "hyperpixel4"?'

# Calibration: plain lines, the residual in mm, and one line more in the board's file.
printf '%s\n' 'tapline: board/1' 'name: mine   # really' 'source: made up' 'controller: gt911' 'bus: simulated' \
    'addresses: [0x5d]' 'interrupt_pin: GPIO4' 'reset_pin: GPIO17' 'size: [800, 480]' \
    'active_area: [154.08mm, 85.92mm]   # measured' '# the end' >"$files/mine.yaml"
cp "$files/mine.yaml" "$files/mine.before"
# touching X,Y…: a recording of fingers that touch there, one after the other.
touching() {
    local place t=0
    printf '%s\n' '{"tapline":"trace/1","panel":{"width":800,"height":480}}'
    for place in "$@"; do
        t=$((t + 1000000))
        printf '{"t":%d,"c":[[0,%s]]}\n{"t":%d,"c":[]}\n' "$t" "$place" $((t + 200000))
    done
}
touching 90,44 710,44 710,436 90,436 406,244 >"$files/corners.jsonl"
expect_exit 0 "$tapline" calibrate --board "$files/mine.yaml" --fingers "$files/corners.jsonl" --fast --dry-run
assert_true 'expected an untouched file' cmp -s "$files/mine.yaml" "$files/mine.before"
expect_exit 0 "$tapline" calibrate --board "$files/mine.yaml" --fingers "$files/corners.jsonl" --fast
expect_stderr_empty
expect_stdout '1 of 5: touch the picture 10% from the left, 10% from the top (15.4 mm, 8.6 mm)'
expect_stdout 'residual: 0.'
expect_stdout ' mm at most'
assert_true 'expected plain text' test "$(grep -c $'\033\|\r' "$files/stdout")" = 0
correction=$(grep '^calibration: ' "$files/stdout")
sed "/^active_area/a transform: {$correction}" "$files/mine.before" >"$files/mine.expected"
assert_true 'expected one new line' cmp -s "$files/mine.yaml" "$files/mine.expected"
expect_exit 0 "$tapline" check "$files/mine.yaml"
# What makes no calibration: 65, the figure, and the file as it was.
touching 80,200 200,200 400,200 600,200 700,200 >"$files/line.jsonl"
touching 80,48 720,48 720,432 80,432 480,240 >"$files/off.jsonl"
touching 720,48 80,48 80,432 720,432 400,240 >"$files/mirrored.jsonl"
touching 80,48 720,48 >"$files/short.jsonl"
for trouble in 'line:the touches lie on a line: they are 0 mm away from it, at least 5.3 mm are needed' \
    'off:touch 5 is 15.4 mm away from where the others put it, more than 6 mm' \
    'mirrored:write transform: {mirror_x: true, mirror_y: false, swap_xy: false} into it' \
    'short:2 of 5 places were touched'; do
    expect_exit 65 "$tapline" calibrate --board "$files/mine.yaml" --fingers "$files/${trouble%%:*}.jsonl" --fast
    expect_stderr "${trouble#*:}"
    expect_stderr "$files/mine.yaml is as it was"
    assert_true 'expected the file as it was' cmp -s "$files/mine.yaml" "$files/mine.expected"
done
expect_exit 64 "$tapline" calibrate --board "$files/mine.yaml"
expect_stderr 'a simulated board has no fingers of its own'
expect_exit 78 "$tapline" calibrate --board no-such-board
# A disk that is full: nothing is lost, nothing is left behind. (The limit stands in for the disk.)
touching 70,44 730,44 730,436 70,436 400,240 >"$files/other.jsonl"
mkdir "$files/full"
cp "$files/mine.before" "$files/full/mine.yaml"
# shellcheck disable=SC2016
expect_exit 74 bash -c 'trap "" XFSZ; ulimit -f 0; exec "$@" >/dev/null' - "$tapline" calibrate \
    --board "$files/full/mine.yaml" --fingers "$files/other.jsonl" --fast
assert_true 'expected the file as it was' cmp -s "$files/full/mine.yaml" "$files/mine.before"
assert_true 'expected nothing beside it' test "$(find "$files/full" -mindepth 1 | wc -l)" = 1
# Control-C: the file stays.
"$tapline" calibrate --board "$files/mine.yaml" --fingers "$files/corners.jsonl" >"$files/held" 2>&1 &
held=$!
until grep -q '^1 of 5' "$files/held" || ! kill -0 "$held" 2>/dev/null; do read -rt 0.02 <> <(:) || :; done
kill -s INT "$held"
assert_status=0
wait "$held" || assert_status=$?
assert_command='tapline calibrate, stopped by SIGINT'
assert_true 'expected exit code 65' test "$assert_status" = 65
assert_true 'expected the file as it was' cmp -s "$files/mine.yaml" "$files/mine.expected"

# Configurations and boards that are wrong: 78, file:line:column, and nothing on standard output.
cat >"$files/wrong.yaml" <<'YAML'
tapline: config/1
board: simulated
gestures:
  - {name: a, kind: tapp}
  - {name: b, kind: tap, movement: 10}
relations:
  - {gesture: b, requireToFail: [c]}
YAML
for command in "check $files/wrong.yaml" "run --config $files/wrong.yaml" \
    "replay --config $files/wrong.yaml $files/tap.jsonl"; do
    # shellcheck disable=SC2086
    expect_exit 78 "$tapline" $command
    expect_stdout_empty
    expect_stderr "wrong.yaml:4:21: unknown kind 'tapp'; did you mean 'tap'?"
    expect_stderr 'wrong.yaml:5:'
    expect_stderr 'wrong.yaml:7:'
done
cat >"$files/wrong-outputs.yaml" <<'YAML'
tapline: config/1
board: simulated
gestures:
  - {name: a, kind: tap}
outputs:
  - {on: a, line: GPIO23, toggle: true, pulse: 1s}
  - {on: a, line: GPIO24, toggle: false}
  - {serial: ttyGS0}
  - {serial: /dev/ttyGS0, baud: 115000, format: txt}
  - {serial: /dev/ttyGS0, on: b}
  - {on: touches, zone: nowhere, serial: /dev/ttyS1}
  - {on: a, uinput: KEY_VOLUMUP}
  - {socket: events}
  - {on: a, code: [GPIO5], strobe: GPIO5, pulse: 20ms}
  - {on: a, quadrature: [GPIO6, GPIO7], step: 6deg}
YAML
expect_exit 78 "$tapline" check "$files/wrong-outputs.yaml"
expect_stdout_empty
expect_stderr 'wrong-outputs.yaml:6:27: an output has pulse and toggle; keep one of them'
expect_stderr "wrong-outputs.yaml:7:35: an output does nothing; write toggle: true or pulse: 100ms"
expect_stderr "wrong-outputs.yaml:8:14: 'serial' is 'ttyGS0', which is no absolute path of a port"
expect_stderr "wrong-outputs.yaml:9:33: 'baud' is '115000'; did you mean '115200'?"
expect_stderr "wrong-outputs.yaml:9:49: 'format' is 'txt'; did you mean 'text'?"
expect_stderr "wrong-outputs.yaml:10:14: port '/dev/ttyGS0' is already used by the output in line 9"
expect_stderr "wrong-outputs.yaml:10:31: unknown gesture 'b'"
expect_stderr "wrong-outputs.yaml:11:25: unknown zone 'nowhere'"
expect_stderr "wrong-outputs.yaml:12:21: the kernel knows no key 'KEY_VOLUMUP'; did you mean 'KEY_VOLUMEUP'?"
expect_stderr "wrong-outputs.yaml:13:14: 'socket' is 'events', which is no absolute path of a socket"
expect_stderr "wrong-outputs.yaml:14:36: line 'GPIO5' is already used by the output in line 14"
expect_stderr "wrong-outputs.yaml:15:10: gesture 'a' does not turn; name a rotation or a transform"
cat >"$files/zoom.yaml" <<'YAML'
tapline: config/1
gestures:
  - {name: zoom, kind: pinch}
  - {name: turn, kind: rotation, delaysBegan: false}
outputs:
  - {uinput: touchscreen}
YAML
expect_exit 0 "$tapline" check "$files/zoom.yaml"
expect_stderr "zoom.yaml:3:5: warning: gesture 'zoom' holds back a single finger until it lifts; delaysBegan: false passes it on"
assert_true 'one warning' test "$(wc -l <"$files/stderr")" = 1
expect_exit 78 "$tapline" check "$files/there-is-no-such-file" "$files/wrong.yaml"
expect_exit 78 "$tapline" check "$files/tap.jsonl"
expect_stderr 'this is a recording'
expect_exit 78 "$tapline" check /dev/null
expect_stdout_empty
expect_exit 0 "$tapline" check boards/*.yaml boards/examples/*.yaml

# A stroke is drawn, recorded, made a template of, checked and recognized.
cat >"$files/strokes.yaml" <<'END'
tapline: config/1
gestures: [{name: letter, kind: stroke, templates: [checkmark, z.json]}]
END
expect_exit 78 "$tapline" check "$files/strokes.yaml"
expect_stderr "strokes.yaml:2:64: template 'z.json' cannot be read: $files/z.json: No such file"
{
    echo '{"tapline":"trace/1","panel":{"width":800,"height":480}}'
    time=0
    for place in 100,100 120,100 140,100 160,100 180,100 160,120 140,140 120,160 100,180 120,180 140,180 160,180 180,180; do
        echo "{\"t\":$time,\"c\":[[0,$place]]}"
        time=$((time + 20000))
    done
    echo "{\"t\":$time,\"c\":[]}"
} >"$files/z.jsonl"
expect_exit 0 "$tapline" stroke z "$files/z.jsonl"
expect_stdout '{"tapline":"stroke/1","name":"z","points":[[100.0,100.0],[120.0,100.0],'
cp "$files/stdout" "$files/z.json"
expect_exit 0 "$tapline" check "$files/z.json" "$files/strokes.yaml"
expect_stdout 'z.json: 1 stroke: z'
expect_exit 0 "$tapline" replay --config "$files/strokes.yaml" "$files/z.jsonl"
expect_stdout '"gesture":"letter","kind":"stroke","state":"ended","touches":1,"x":180.0,"y":180.0,"name":"z","score":1.0}'
expect_exit 65 "$tapline" stroke z "$files/tap.jsonl"
expect_stdout_empty
expect_stderr 'no finger lifts after drawing 30 pt or more'
mkfifo "$files/fifo.json"
sed 's/z\.json/fifo.json/' "$files/strokes.yaml" >"$files/fifo.yaml"
expect_exit 78 timeout 10 "$tapline" check "$files/fifo.yaml"
expect_stderr 'fifo.json: no plain file'

# The conformance corpus: every variant told, or only the sum; a case that differs, and one that is broken.
expect_exit 0 "$tapline" conform Tests/Conformance
expect_stderr_empty
expect_stdout 'passed  01-single-waits-for-double  25hz'
expect_exit 0 "$tapline" conform --quiet Tests/Conformance/01-single-waits-for-double/ Tests/Conformance/07-longest-press
expect_stdout_lines 1
expect_stdout '2 cases, '
cp -r Tests/Conformance/07-longest-press "$files/differs"
sed -i 's/"t":749000,/"t":749001,/' "$files/differs/u749-25hz.expect.jsonl"
expect_exit 70 "$tapline" conform "$files/differs"
expect_stderr_empty
expect_stdout 'FAILED  differs  u749-25hz'
expect_stdout 'differs/u749-25hz.expect.jsonl:2'
expect_stdout '  differs   t'
printf '{}\n' >>"$files/differs/u749-25hz.trace.jsonl"
expect_exit 65 "$tapline" conform "$files/differs"
expect_stderr 'u749-25hz.trace.jsonl:'
expect_exit 74 "$tapline" conform "$files/there-is-no-such-folder"
expect_exit 65 "$tapline" conform boards
expect_stdout_empty

# What looks at devices, on a machine without: refused with what would help, and nothing is asked of anybody.
if [[ -z $(compgen -G '/dev/i2c-*') && -z $(compgen -G '/sys/bus/i2c/devices/i2c-*') ]]; then
    for arguments in '' --yes '--bus 1' '--format jsonl --yes'; do
        # shellcheck disable=SC2086
        [[ $arguments == '--bus 1' ]] && code=64 || code=69
        # shellcheck disable=SC2086
        expect_exit "$code" "$tapline" detect $arguments
        expect_stdout_empty
    done
    expect_exit 69 "$tapline" detect --yes
    expect_stderr 'this computer has no I2C adapter; in config.txt dtparam=i2c_arm=on'
    expect_exit 64 "$tapline" detect --bus 1
    expect_stderr 'tapline detect --bus /dev/i2c-1 --yes'
    expect_exit 69 "$tapline" detect --bus i2c_arm --yes
    expect_stderr 'i2c_arm: this computer has no I2C adapter'
    expect_exit 69 "$tapline" doctor --board hyperpixel4
    expect_stdout 'PROBLEM  bus         there is no bus i2c@0: this computer has no I2C adapter'
    expect_stdout "echo 'dtoverlay=vc4-kms-dpi-hyperpixel4' | sudo tee -a "
    expect_stderr_empty
fi
expect_exit 0 "$tapline" doctor --board simulated
expect_stdout 'is simulated: there is nothing to look at'
expect_exit 78 "$tapline" doctor --board no-such-board
expect_stdout_empty
expect_stderr 'no-such-board'
expect_exit 78 "$tapline" doctor --board boards/simulated.yaml --config "$files/wrong.yaml"
expect_stdout_empty
# Lines of simulated boards are none, and a configuration without lines has nothing to move.
expect_exit 64 "$tapline" lines test --config boards/examples/lamp.yaml
expect_stdout_empty
expect_stderr 'the lines of the board "simulated"'
printf '%s\n' 'tapline: config/1' 'gestures: [{name: tap, kind: tap}]' >"$files/no-lines.yaml"
expect_exit 78 "$tapline" lines test --board hyperpixel4 --config "$files/no-lines.yaml"
expect_stdout_empty
expect_stderr 'the configuration moves no line'
if [[ -z $(compgen -G '/dev/gpiochip*') ]]; then
    expect_exit 69 "$tapline" lines test --board pi-touch-display-1 --config boards/examples/lamp.yaml
    expect_stdout_empty
    expect_stderr /dev/gpiochip0
fi

# The monitor at plain lines: a file of each format, what is wrong with it, formats of one's own.
"$tapline" replay tools/firmware/gestures.jsonl >"$files/events.jsonl"
expect_exit 0 "$tapline" monitor "$files/events.jsonl"
expect_stderr_empty
expect_stdout '# trace, configuration sha256:'
expect_stdout '   2.920 s  swipe       ended      at 480,310, right at 2001 px/s'
assert_true 'expected no changes unless asked' bash -c '! grep -q changed "$1"' - "$files/stdout"
expect_exit 0 "$tapline" monitor --changes "$files/events.jsonl"
expect_stdout '  changed  '
expect_exit 0 "$tapline" monitor -n 2 -F '%q %g/%k/%s %x,%y %v' "$files/events.jsonl"
printf '%s\n' '1 tap/tap/ended 200,150 taps=1' '2 doubleTap/tap/ended 504,203 taps=2' >"$files/two"
expect_stdout_file "$files/two"
expect_exit 0 "$tapline" monitor -q "$files/events.jsonl"
expect_stdout_empty
# Who waits for a gesture waits for one that is complete: not for what begins, is cancelled or has failed.
for state in failed began cancelled tentative press; do
    printf '{"seq":1,"t":1,"gesture":"x","kind":"longPress","state":"%s","touches":1,"x":1,"y":2,"taps":0}\n' "$state"
done >"$files/under-way.jsonl"
sed -n 1p "$files/events.jsonl" | cat - "$files/under-way.jsonl" >"$files/waits.jsonl"
sed -n 2p "$files/events.jsonl" >>"$files/waits.jsonl"
printf 'not read any more\n' >>"$files/waits.jsonl"
expect_exit 0 "$tapline" monitor -n 1 "$files/waits.jsonl"
expect_stdout 'x           cancelled  at 1,2'
expect_stdout 'tap         ended      at 200,150'
assert_true 'expected nothing after the gesture' bash -c '! grep -q "not read" "$1"' - "$files/stdout"
expect_exit 64 "$tapline" monitor --baud 12345 "$files/events.jsonl"
expect_stderr 'write one of 1200, 1800, 2400, 4800, 9600, '
# A reader that goes away ends it as it ends other filters; one that stands still does not keep it from being ended.
for _ in {1..400}; do sed 1d "$files/events.jsonl"; done >"$files/many.jsonl"
assert_command='monitor | head'
assert_status=$(bash -c '"$1" monitor "$2" 2>"$3" | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}"' - "$tapline" "$files/many.jsonl" "$files/stderr")
assert_true 'expected SIGPIPE' test "$assert_status" = 141
gone() { ! grep -q "^State:[[:space:]]*[^Z[:space:]]" "/proc/$1/status" 2>/dev/null; }
# stands_still PID: it sleeps, has its signals blocked, and has used no time for a while.
stands_still() {
    local before
    before=$(cut -d ' ' -f 14,15 "/proc/$1/stat")
    sleep 0.2
    [[ $(cut -d ' ' -f 3,14,15 "/proc/$1/stat") == "S $before" ]] && has_signals "$1"
}
# has_signals PID: SIGTERM waits to be read by it. (The shell blocks it, too, before it becomes the program.)
has_signals() {
    [[ /proc/$1/exe -ef $tapline ]] && (((0x$(awk '/^SigBlk/ { print $2 }' "/proc/$1/status") & 0x4000) != 0))
}
# expect_ended PID: it ends, with exit code 0.
expect_ended() {
    assert_true 'expected it to end' eventually gone "$1"
    kill -KILL "$1" 2>/dev/null || true
    assert_status=0
    wait "$1" || assert_status=$?
    assert_true 'expected exit code 0' test "$assert_status" = 0
}
mkfifo "$files/still"
sleep 1000 <"$files/still" &
sleeper=$!
for signal in TERM INT HUP; do
    assert_command="monitor whose reader stands still, SIG$signal"
    "$tapline" monitor --changes "$files/many.jsonl" >"$files/still" 2>"$files/stderr" &
    monitor=$!
    assert_true 'expected it to stand still' eventually stands_still "$monitor"
    kill -s "$signal" "$monitor"
    expect_ended "$monitor"
done
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
for _ in 1 2 3; do
    expect_exit 69 "$tapline" status lamp
    expect_stderr 'no answer from its daemon'
done
for arguments in 'monitor lamp' 'watch --exec true lamp' "record lamp $files/never.jsonl" 'status --watch lamp'; do
    # shellcheck disable=SC2086
    expect_exit 69 "$tapline" $arguments
    expect_stderr 'no answer from its daemon'
done
expect_exit 0 "$tapline" report lamp --show
expect_stdout 'no answer from its daemon'
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
unset TAPLINE_RUNTIME
run "$tapline" monitor - <"$files/events.jsonl"
expect_exit 0
expect_stdout 'doubleTap   ended      at 504,203, 2 taps'
sed -e '3d' -e '6s/tap/tp/;6s/}$//' "$files/events.jsonl" >"$files/faulty.jsonl"
expect_exit 0 "$tapline" monitor "$files/faulty.jsonl"
expect_stderr 'note: 1 line missing before 3'
expect_stderr 'note: damaged: a comma or a closing brace is missing at byte '
expect_stderr '2 lines missing in 2 gaps, 1 line damaged'
expect_exit 0 "$tapline" monitor tools/firmware/gestures.jsonl
expect_stdout '# panel 800x480 px'
printf '\001\002\003\n\200\n' >"$files/noise"
expect_exit 65 "$tapline" monitor "$files/noise"
expect_stdout_empty
expect_stderr 'no text; is the rate right?'
# A file in which nothing is an event is a slip: an empty one, a configuration; not so standard input that says nothing.
: >"$files/nothing"
for file in "$files/nothing" boards/examples/lamp.yaml; do
    expect_exit 65 "$tapline" monitor "$file"
    expect_stdout_empty
    expect_stderr "$file: nothing in it is an event"
done
expect_exit 0 "$tapline" monitor -
expect_exit 74 "$tapline" monitor "$files/no-such/file"
expect_exit 69 "$tapline" monitor /dev/no-such-port
expect_stderr '/dev/no-such-port: No such file or directory'
expect_exit 69 env TAPLINE_RUNTIME="$files/none" "$tapline" monitor
expect_stderr 'no panel runs here'
expect_stderr 'or name a serial port, a socket or a file'
expect_exit 69 env TAPLINE_RUNTIME="$files/none" "$tapline" status
expect_stderr 'or name the control socket of one elsewhere'
expect_exit 69 env TAPLINE_RUNTIME="$files/none" "$tapline" monitor lamp
expect_stderr "no panel 'lamp' runs here (none runs)"
expect_exit 0 env TAPLINE_RUNTIME="$files/none" "$tapline" monitor --wait --idle-timeout 300 lamp
expect_stderr 'note: waiting for '

# Recordings of a board's fingers replay to what a run told: the demonstration, and the fingers of another recording.
expect_exit 0 "$tapline" record --board simulated --fast "$files/recorded.jsonl"
expect_stdout_empty
expect_stderr "$files/recorded.jsonl: "
expect_stderr ' reports'
"$tapline" run --fast --format jsonl | sed '1d;s/"t":[0-9]*,//' >"$files/ran"
"$tapline" replay "$files/recorded.jsonl" | sed '1d;s/"t":[0-9]*,//' >"$files/replayed"
assert_true 'expected the events of a run' cmp "$files/ran" "$files/replayed"
expect_exit 74 "$tapline" record --board simulated --fast "$files/recorded.jsonl"
expect_stderr 'is there already; take another name, or --force'
expect_exit 0 "$tapline" record --board simulated --fast --force --fingers boards/examples/pinch.jsonl "$files/recorded.jsonl"
"$tapline" replay boards/examples/pinch.jsonl | sed '1d;s/"t":[0-9]*,//' | grep -v changed >"$files/ran"
"$tapline" replay "$files/recorded.jsonl" | sed '1d;s/"t":[0-9]*,//' | grep -v changed >"$files/replayed"
assert_true 'expected the events of the fingers' diff "$files/ran" "$files/replayed"
expect_exit 0 "$tapline" record --board simulated --duration 1500ms -
expect_stdout '{"tapline":"trace/1","panel":{"width":800,"height":480'
expect_exit 64 "$tapline" record --board simulated --bus "$files/bus.jsonl"
expect_stderr 'has no wires to record: it is simulated'
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
expect_stderr 'it was closed; the recording is complete up to there'
expect_stderr 'note: 3 lines could not be recorded'
assert_true 'expected it to ask for fingers' grep -qx 'follow contacts' "$files/asked"
printf '%s\n' '{"tapline":"trace/1","panel":{"width":480,"height":800,"width_mm":51.84,"height_mm":86.4},"board":"HyperPixel 4","source":"tapline record"}' \
    '{"t":1000000,"c":[[0,100.0,200.0,40.0]]}' '{"t":1080000,"fault":"bus"}' '{"t":1090000,"c":[]}' >"$files/expected"
assert_true 'expected a whole recording' diff "$files/expected" "$files/followed.jsonl"
expect_exit 0 "$tapline" replay --board hyperpixel4 "$files/followed.jsonl"
expect_stdout '"gesture":"tap","kind":"tap","state":"ended","touches":1,"x":'
expect_exit 64 "$tapline" replay --board pi-touch-display-1 "$files/followed.jsonl"
expect_stderr 'has 800x480 px, the recording'
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
tells --control --answer 'error: there are four connections already' "$files/run/lamp/control" "$files/contacts"
expect_exit 69 "$tapline" record --force lamp "$files/followed.jsonl"
expect_stderr 'there are four connections already'
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
expect_stderr "note: panel lamp has no gesture 'lamp'; there are zoom"
expect_stderr 'note: true 2: exit code 0'
wait || true
unset TAPLINE_RUNTIME

# Pictures.
expect_exit 0 "$tapline" plot tools/firmware/gestures.jsonl -o "$files/picture.svg"
expect_stdout_empty
expect_stderr_empty
assert_true 'expected a picture' grep -q '>6.08 s drag to 6.32 s, cancelled<' "$files/picture.svg"
assert_true 'expected XML' python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$files/picture.svg"
expect_exit 0 "$tapline" plot tools/firmware/gestures.jsonl -o - --title 'Two & three'
expect_stdout 'Two &amp; three'
expect_exit 69 env PATH=/nowhere "$tapline" plot tools/firmware/gestures.jsonl -o "$files/picture.png"
expect_stderr 'PNG needs rsvg-convert, which is not here: sudo apt install librsvg2-bin'
if command -v rsvg-convert >/dev/null; then
    expect_exit 0 "$tapline" plot tools/firmware/gestures.jsonl -o "$files/picture.png"
    assert_true 'expected a PNG' bash -c 'head -c 4 "$1" | grep -q PNG' - "$files/picture.png"
    assert_true 'expected nothing beside it' test ! -e "$files/picture.png.part.svg"
fi
printf '{"tapline":"trace/1","panel":{"width":800,"height":480}}\n' >"$files/empty.jsonl"
expect_exit 65 "$tapline" plot "$files/empty.jsonl" -o "$files/picture.svg"
expect_stderr 'nobody touches the panel'
expect_exit 74 "$tapline" plot tools/firmware/gestures.jsonl -o "$files/no-such/picture.svg"
# A file is replaced when somebody says so, and then whole or not at all; nothing stays beside it.
cp "$files/picture.svg" "$files/kept.svg"
printf 'mine' >"$files/picture.png.part.svg"
for name in picture.svg picture.png; do
    printf 'mine' >"$files/$name"
    expect_exit 74 "$tapline" plot tools/firmware/gestures.jsonl -o "$files/$name"
    expect_stderr 'is there already'
    assert_true 'expected my file' grep -qx mine "$files/$name"
done
expect_exit 0 "$tapline" plot --force tools/firmware/gestures.jsonl -o "$files/picture.svg"
assert_true 'expected the picture' cmp "$files/kept.svg" "$files/picture.svg"
expect_exit 69 env PATH=/nowhere "$tapline" plot --force tools/firmware/gestures.jsonl -o "$files/picture.png"
if command -v rsvg-convert >/dev/null; then
    expect_exit 0 "$tapline" plot --force tools/firmware/gestures.jsonl -o "$files/picture.png"
fi
assert_true 'expected my other file' grep -qx mine "$files/picture.png.part.svg"
# full COMMAND…: with room for files of 8 KiB.
full() { run bash -c 'trap "" XFSZ; ulimit -f 8; exec "$@"' - "$@"; }
mkdir "$files/narrow"
full "$tapline" plot tools/firmware/gestures.jsonl -o "$files/narrow/new.svg"
expect_exit 74
expect_stderr "$files/narrow/new.svg: File too large"
full "$tapline" plot --force tools/firmware/gestures.jsonl -o "$files/picture.svg"
expect_exit 74
assert_true 'expected the old picture' cmp "$files/kept.svg" "$files/picture.svg"
assert_true 'expected nothing new' test -z "$(ls "$files/narrow")"
full "$tapline" record --board simulated --fast "$files/narrow/cut.jsonl"
expect_exit 74
expect_stderr 'File too large; the recording is complete up to there'
expect_exit 0 "$tapline" replay "$files/narrow/cut.jsonl"
expect_stdout '"gesture":"tap"'

# A command for each gesture: values in words of their own, no shell, exit codes told, so many at once.
expect_exit 0 "$tapline" watch "$files/events.jsonl" --jobs 1 --exec 'printf "%s|" {gesture} {state} "{direction} x" {{}} {taps}\\n'
expect_stdout 'tap|ended| x|{}|1\n|'
expect_stdout 'swipe|ended|right x|{}|\n|'
expect_stderr_empty
printf '%s\n' '{"seq":1,"t":1,"gesture":"$(touch pwned); `x` *","kind":"tap","state":"ended","touches":1,"x":1,"y":2,"taps":1}' >"$files/evil.jsonl"
expect_exit 0 "$tapline" watch "$files/evil.jsonl" --exec 'echo {gesture}'
expect_stdout '$(touch pwned); `x` *'
# A value becomes no option and no other program; a negative number, and one within a word, is what it is.
printf '%s\n' '{"seq":1,"t":1,"gesture":"--version","kind":"pan","state":"ended","touches":1,"x":1,"y":2,"dx":-3.5,"dy":0,"vx":0,"vy":0}' >"$files/option.jsonl"
expect_exit 0 "$tapline" watch "$files/option.jsonl" --exec 'env {gesture}'
expect_stdout_empty
expect_stderr "note: left out: env --version: {gesture} is '--version', an option"
expect_exit 0 "$tapline" watch "$files/option.jsonl" --exec 'echo name={gesture} {dx}'
expect_stdout 'name=--version -3.5'
expect_exit 0 "$tapline" watch "$files/events.jsonl" --gesture drag --on began --on cancelled --jobs 1 --exec 'echo {gesture} {state} {dx}'
printf '%s\n' 'drag began 0' 'drag began 0' 'drag cancelled -63' >"$files/expected"
expect_stdout_file "$files/expected"
expect_exit 0 "$tapline" watch "$files/events.jsonl" -n 1 --exec 'sh -c "exit 3"'
expect_stderr 'note: sh -c exit 3: exit code 3'
expect_exit 0 "$tapline" watch "$files/events.jsonl" -n 1 --verbose --exec true
expect_stderr 'note: true: exit code 0'
expect_exit 0 "$tapline" watch "$files/events.jsonl" -n 1 --exec 'sh -c "kill -9 $$"'
expect_stderr 'exit code 137'
expect_exit 0 "$tapline" watch "$files/events.jsonl" -n 1 --exec '/no/such/program {gesture}'
expect_stderr 'note: /no/such/program tap: cannot be started: No such file or directory'
for number in $(seq 80); do printf '{"seq":%d,"t":1,"gesture":"g%d","kind":"tap","state":"ended","touches":1,"x":1,"y":2,"taps":1}\n' "$number" "$number"; done >"$files/many.jsonl"
expect_exit 0 "$tapline" watch "$files/many.jsonl" --jobs 2 --exec 'sh -c "sleep 0.01; echo {gesture}"'
expect_stdout_lines 66
expect_stderr 'note: too many commands at once: left out: sh -c sleep 0.01; echo g67'
expect_exit 64 "$tapline" watch "$files/events.jsonl" --exec 'echo {gestures}'
expect_stderr 'there is no {gestures}; there are gesture, kind, '
expect_exit 64 "$tapline" watch "$files/events.jsonl" --exec "echo 'x"
expect_stderr '--exec: a quote has no end'
# One that has gone is waited for.
tells "$files/events" "$files/evil.jsonl"
"$tapline" watch "$files/events" -n 2 --exec 'echo {seq}' >"$files/out" 2>"$files/err" &
watch=$!
until grep -q 'has gone' "$files/err"; do sleep 0.05; done
tells "$files/events" "$files/evil.jsonl"
wait "$watch" || true
assert_true 'expected it to end after two commands' bash -c '[[ $(cat "$1") == $'"'1\n1'"' ]]' - "$files/out"
assert_true 'expected it to say that the socket is back' grep -q 'is back' "$files/err"
wait || true

# What a panel has counted.
export TAPLINE_RUNTIME=$files/run
printf '%s\n' 'info{name="lamp",board="HyperPixel 4",controller="GT911 at 0x5d"} 1' 'uptime_seconds 65' 'controller_ready 1' \
    'touches 0' 'reports_total 12' 'gestures_total{name="swipe"} 3' 'faults_total{kind="bus"} 0' \
    'latency_microseconds_bucket{le="250"} 2' 'latency_microseconds_bucket{le="+Inf"} 2' 'latency_microseconds_sum 300' \
    'latency_microseconds_count 2' >"$files/counted"
tells --control --stay --status "$files/counted" "$files/run/lamp/control" "$files/contacts"
for name in '' lamp "$files/run/lamp" "$files/run/lamp/control"; do
    # shellcheck disable=SC2086
    expect_exit 0 "$tapline" status $name
    expect_stdout 'panel       lamp'
    expect_stdout 'runs for    1 min 5 s'
    expect_stdout 'faults      none'
    expect_stdout 'latency     half within 0.25 ms, 99 % within 0.25 ms, mean 0.15 ms'
done
expect_exit 0 "$tapline" status --json
expect_stdout '"reports_total":12,"gestures_total":{"swipe":3}'
assert_true 'expected JSON' python3 -m json.tool "$files/stdout" /dev/null
run timeout -s INT 1.5 "$tapline" status --watch --json
assert_true 'expected it twice' test "$(wc -l <"$files/stdout")" = 2
mkdir -p "$files/run/door"
expect_exit 69 "$tapline" status door
expect_stderr "no panel 'door' runs here (there are lamp)"
tells --control --answer 'error: there are four connections already' "$files/run/door/control" "$files/contacts"
expect_exit 64 "$tapline" status
expect_stderr 'several panels run here: door, lamp; name one'
expect_exit 69 "$tapline" status door
expect_stderr 'there are four connections already'
jobs -p | xargs -r kill 2>/dev/null || true
wait || true
expect_exit 69 "$tapline" status lamp
expect_stderr 'Connection refused'
unset TAPLINE_RUNTIME

# A report: what is in it is told, and nothing private is.
printf '%s\n' 'tapline: config/1' "# by $(id -un) on $(hostname), in $HOME/panels and /home/maria" 'board: hyperpixel4' \
    'gestures: [{name: select, kind: tap}]' >"$files/mine.yaml"
expect_exit 0 "$tapline" report --config "$files/mine.yaml" --recording tools/firmware/gestures.jsonl -o "$files/report.tar.gz"
expect_stdout "config.yaml "
expect_stdout "$files/report.tar.gz: written; look at it: tar -xzOf "
tar -tvzf "$files/report.tar.gz" >"$files/stdout"
for name in README.txt board.yaml config.yaml events.jsonl picture.svg recording.jsonl versions.txt; do
    expect_stdout "tapline-report/$name"
done
expect_stdout '0/0'
expect_stdout '1970-01-01'
tar -xzOf "$files/report.tar.gz" >"$files/stdout"
expect_stdout "tapline $("$tapline" --version)"
expect_stdout 'name: HyperPixel 4'
expect_stdout '"gesture":"select","kind":"tap","state":"ended","touches":1'
expect_stdout '/home/(user)'
assert_true 'expected no name of the computer' bash -c '! grep -qw "$(hostname)" "$1"' - "$files/stdout"
assert_true 'expected no home' bash -c '! grep -q "$HOME/panels" "$1"' - "$files/stdout"
assert_true 'expected no user' bash -c '! grep -q maria "$1"' - "$files/stdout"
cp "$files/report.tar.gz" "$files/first.tar.gz"
expect_exit 74 "$tapline" report --config "$files/mine.yaml" -o "$files/report.tar.gz"
expect_stderr 'is there already'
expect_exit 0 "$tapline" report --force --config "$files/mine.yaml" --recording tools/firmware/gestures.jsonl -o "$files/report.tar.gz"
assert_true 'expected the same bytes' cmp "$files/first.tar.gz" "$files/report.tar.gz"
# What cannot be packed leaves the report of before; a colon names no other computer.
expect_exit 69 env PATH=/nowhere "$tapline" report --force -o "$files/report.tar.gz"
assert_true 'expected the old report' cmp "$files/first.tar.gz" "$files/report.tar.gz"
mkdir "$files/broken"
printf '#!/bin/sh\nexit 2\n' >"$files/broken/tar"
chmod +x "$files/broken/tar"
expect_exit 74 env PATH="$files/broken:$PATH" "$tapline" report --force -o "$files/report.tar.gz"
assert_true 'expected the old report' cmp "$files/first.tar.gz" "$files/report.tar.gz"
expect_exit 0 "$tapline" report -o "$files/a:b.tar.gz"
assert_true 'expected a report' tar --force-local -tzf "$files/a:b.tar.gz" tapline-report/README.txt
# A computer or a user that is called like a word of ours changes nothing of what is packed.
for name in tapline panel simulated; do
    run unshare -u sh -c 'hostname "$1" && shift && exec "$@"' - "$name" env LOGNAME=tap USER=swipe "$tapline" report \
        --config boards/examples/demo.yaml --recording tools/firmware/gestures.jsonl --show
    # (Not everybody may call a computer otherwise.)
    [[ $assert_status != 1 ]] || break
    expect_exit 0
    for line in 'tapline: config/1' '  - {name: tap, kind: tap}' '  - {name: swipe, kind: swipe}' \
        '{"tapline":"trace/1","panel":{' '"gesture":"tap","kind":"tap","state":"ended"'; do
        expect_stdout "$line"
    done
done
run unshare -u sh -c 'hostname hyperpixel4 && exec "$@"' - "$tapline" report --config "$files/mine.yaml" --show
if [[ $assert_status != 1 ]]; then
    expect_stdout 'board: hyperpixel4'
fi
expect_exit 0 "$tapline" report no-such-panel --show
expect_stdout '==> versions.txt <=='
expect_stdout 'config.yaml: there is no /etc/tapline/no-such-panel.yaml'
expect_stdout "status.txt: no panel 'no-such-panel' runs here"
expect_exit 65 "$tapline" report --recording "$files/mine.yaml" --show
expect_exit 74 "$tapline" report --config "$files/no-such.yaml" --show
expect_exit 69 env PATH=/nowhere "$tapline" report -o "$files/other.tar.gz"
assert_true 'expected no file' test ! -e "$files/other.tar.gz"

summarize
