#!/usr/bin/env bash
# Tests `tapline monitor` in terminals, on sockets and on serial ports: what it shows, that it comes back, that nothing is
# lost and nothing grows, and that it leaves the terminal as it was.
#
#   tools/tests/monitor.bash PATH-OF-TAPLINE

set -euo pipefail
# shellcheck source=tools/tests/assert.bash
source "$(dirname "${BASH_SOURCE[0]}")/assert.bash"
[[ ${1:-} == [^-]* ]] || misused PATH-OF-TAPLINE
tapline=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
files=$assert_folder
touch "$files/stdout" "$files/stderr" "$files/err"
lines=tools/tests/fixtures/panel.jsonl
socket=tapline-monitor-$$
views=0
children=()

terminal() { tmux -L "$socket" "$@"; }
end_all() {
    terminal kill-server 2>/dev/null || true
    [[ ${#children[@]} == 0 ]] || kill "${children[@]}" 2>/dev/null || true
    rm -rf "$files"
}
trap end_all EXIT

# simulate OPTION…: a source that others read; see tools/tests/simulated-source.py.
simulate() {
    rm -f "$files/ready"
    tools/tests/simulated-source.py --ready "$files/ready" "$@" &
    children+=($!)
    eventually test -e "$files/ready"
}

# shows TEXT: the terminal does.
shows() { terminal capture-pane -p -t view | tee "$files/screen" | grep -qF -- "$1"; }
expect_screen() {
    local status=0
    eventually shows "$1" || status=1
    cp "$files/screen" "$files/stdout"
    assert_that "$status" "expected on the screen: $1"
}

# view COLUMNS ROWS COMMAND…: in a terminal of that size; what it leaves there is told in the file `left`.
view() {
    local columns=$1 rows=$2
    shift 2
    terminal kill-server 2>/dev/null || true
    # (A server that is just ending would be taken for one that is there.)
    views=$((views + 1))
    socket=tapline-monitor-$$-$views
    rm -f "$files/left"
    assert_command="$*"
    terminal -f /dev/null new-session -d -s view -x "$columns" -y "$rows" \
        "echo BEFORE; stty -a >'$files/stty'; $*; echo \"code \$?\" >'$files/left'; stty -a | cmp - '$files/stty' && echo UNCHANGED >>'$files/left'; cat"
}
# Whoever has gone left the terminal as it was: its settings, and what stood on it.
expect_left() {
    local status=0
    eventually test -s "$files/left" || status=1
    eventually grep -q UNCHANGED "$files/left" || status=1
    grep -qx "code $1" "$files/left" || status=1
    eventually shows BEFORE || status=1
    cp "$files/screen" "$files/stdout"
    assert_that "$status" "expected the terminal as it was, and exit code $1"
    assert_true 'expected the cursor to be seen' test "$(terminal display -p -t view '#{cursor_flag} #{alternate_on}')" = '1 0'
}

# resident PID: its memory, KiB.
resident() { awk '/VmRSS/ { print $2 }' "/proc/$1/status"; }
# weigh PID FILE: its memory when FILE has 3,000 lines, and when it has 11,000, both in FILE.memory.
weigh() {
    local lines
    for lines in 3000 11000; do
        while kill -0 "$1" 2>/dev/null && [[ $(wc -l <"$2") -lt $lines ]]; do sleep 0.1; done
        resident "$1"
    done | paste -s -d ' ' >"$2.memory"
}

export LC_ALL=C.UTF-8 TAPLINE_RUNTIME=$files/run
mkdir -p "$files/run/lamp"
simulate --control --stay --log "$files/asked" "$files/run/lamp/control" "$lines"

# A minute of events at 200 a second through a terminal begins.
printf '$TL,{seq},{t},drag,pan,changed,314,288,59,-1,1482,0*00\r\n' >"$files/template"
# (It stays until every event has been read: what is on its way when a terminal closes is lost.)
simulate --serial --sequence --stay --rate 200 --times 12000 "$files/minute" "$files/template"
"$tapline" monitor --changes -n 12000 --idle-timeout 20s "$files/minute" >"$files/minute.out" 2>"$files/minute.err" &
minute=$!
weigh "$minute" "$files/minute.out" &

# The only panel that runs, at 80 by 24: everything is there.
view 80 24 "$tapline monitor"
expect_screen 'zoom, 2 fingers, scale 2.17'
expect_screen ' tapline  lamp, HyperPixel 4, gt911, 800x480 px'
for text in '┌──' 'left' 'knob' '● GPIO23 high' '○ GPIO24 low' '40 reports' '2 missing in 1 gap' '0 damaged' '4 left out by the daemon' \
    'select 1  zoom 1' 'select: moved 12.3pt' 'lamp: offAxis 41.2deg' '1.000 s  select      ended      at 200,150' 'q quit'; do
    expect_screen "$text"
done
assert_true 'expected trails in dots' grep -qP '[\x{2801}-\x{28ff}]' "$files/screen"
assert_true 'expected it to ask for what it shows' grep -qx 'follow events levels now touches explain motion 100ms' "$files/asked"
# Another size.
terminal resize-window -t view -x 200 -y 50
expect_screen "┌$(printf '─%.0s' {1..100})"
assert_true 'expected the last row at the bottom' bash -c 'sed -n 50p "$1" | grep -q "q quit"' - "$files/screen"
terminal resize-window -t view -x 80 -y 24
expect_screen '● GPIO23 high'
terminal resize-window -t view -x 40 -y 10
expect_screen '80x24 shows the picture'
terminal resize-window -t view -x 80 -y 24
expect_screen 'Gestures'
terminal send-keys -t view ' '
expect_screen 'paused'
terminal send-keys -t view ' '
terminal send-keys -t view c
expect_screen '0 events'
terminal send-keys -t view q
expect_left 0

# 200 by 50, with colours, and without.
view 200 50 "$tapline monitor lamp"
expect_screen 'zoom, 2 fingers, scale 2.17'
eventually bash -c 'tmux -L "$1" capture-pane -ep -t view | grep -q "$(printf "\033\\[3[0-9]*m")"' - "$socket" || true
assert_true 'expected colours' bash -c 'tmux -L "$1" capture-pane -ep -t view | grep -q "$(printf "\033")\[.*3[2-6]m"' - "$socket"
terminal send-keys -t view q
expect_left 0
view 200 50 "NO_COLOR=1 $tapline monitor lamp"
expect_screen 'zoom, 2 fingers, scale 2.17'
assert_true 'expected no colours' bash -c '! tmux -L "$1" capture-pane -ep -t view | grep -q "$(printf "\033")"' - "$socket"
# Whatever ends it, the terminal is as it was: also what nobody can catch in Swift.
for signal in INT TERM HUP SEGV ABRT; do
    view 80 24 "$tapline monitor lamp"
    expect_screen 'zoom, 2 fingers'
    pid=$(pgrep -nf "^$tapline monitor lamp")
    kill -s "$signal" "$pid"
    case $signal in
    SEGV) expect_left 139 ;;
    ABRT) expect_left 134 ;;
    *) expect_left 0 ;;
    esac
done
# Control-S holds the output: it can be ended all the same, and the terminal goes on.
view 80 24 "$tapline monitor lamp"
expect_screen 'zoom, 2 fingers'
pid=$(pgrep -nf "^$tapline monitor lamp")
terminal send-keys -t view C-s
kill "$pid"
expect_left 0
# A terminal that cannot be drawn on gets lines.
for term in dumb ''; do
    view 80 24 "TERM=$term timeout 2 $tapline monitor lamp"
    expect_screen '   1.000 s  select      ended      at 200,150'
    assert_true 'expected no picture' bash -c '[[ $(tmux -L "$1" display -p -t view "#{alternate_on}") == 0 ]]' - "$socket"
done
# Without UTF-8: ASCII, and nothing else.
view 80 24 "LC_ALL=C $tapline monitor lamp"
expect_screen 'zoom, 2 fingers, scale 2.17'
expect_screen '* GPIO23 high'
assert_true 'expected ASCII' bash -c '! LC_ALL=C grep -q "[^ -~]" "$1"' - "$files/screen"
terminal send-keys -t view C-c
expect_left 0

# A file is shown in its own time, and stays until somebody has seen it.
view 80 24 "$tapline monitor $lines"
expect_screen 'the end'
terminal send-keys -t view q
expect_left 0

# Plain lines, as for programs: where nobody looks, or wants a picture.
expect_exit 0 "$tapline" monitor --idle-timeout 500 lamp
expect_stdout '# panel lamp, HyperPixel 4, gt911, 800x480 px, 86x52 mm' \
    '   1.000 s  select      ended      at 200,150' '   1.000 s      GPIO23  active, high'
expect_stderr 'note: 2 lines missing before 40' 'note: 4 lines left out by the daemon' \
    'note: 4 events; 2 lines missing in 1 gap, 4 lines left out by the daemon'
assert_true 'expected no question why' bash -c 'tail -n 1 "$1" | grep -qx "follow events levels now"' - "$files/asked"
expect_output 'fingers     0 at ' "$tapline" monitor --idle-timeout 500 --touches --explain "$files/run/lamp"
assert_true 'expected the question why' bash -c 'tail -n 1 "$1" | grep -qx "follow events levels now touches explain"' - "$files/asked"

# A serial port: what is damaged shows, and so does what is missing; the port goes and comes back.
damaged='$TL,7,70000,lamp,tap,ended,101,200,1*00'
{
    printf 'ended,101,200,2*3C\r\n'
    printf '%s\r\n' '$TL,0,1,simulated*4F' '$TL,12,480000,lamp,tap,ended,101,200,2*3C' "$damaged" \
        '$TL,14,5297000,drag,pan,changed,314,288,59,-1,1482,0*2E'
} >"$files/sentences"
simulate --serial --rate 50 "$files/port" "$files/sentences"
"$tapline" monitor --changes -n 4 "$files/port" >"$files/out" 2>"$files/err" &
monitor=$!
eventually grep -q 'has gone' "$files/err"
simulate --serial --rate 50 "$files/port" "$files/sentences"
assert_true 'expected it to end after four events' wait "$monitor"
assert_command="monitor of a serial port"
cp "$files/out" "$files/stdout"
cp "$files/err" "$files/stderr"
expect_stdout_lines 6
expect_stdout '# simulated' 'lamp        ended      at 101,200, 2 taps' \
    'drag        changed    at 314,288, moved 59,-1'
expect_stderr "note: damaged: the checksum is " 'note: 1 line missing before 14' "note: $files/port has gone: " \
    "note: $files/port is back"

# The minute that has run beside all this: no event is lost, and memory does not grow.
minute_status=0
wait "$minute" || minute_status=$?
cp "$files/minute.out" "$files/stdout"
cp "$files/minute.err" "$files/stderr"
read -r early late <"$files/minute.out.memory" || true
assert_command="monitor of a minute at 200 events a second: $early KiB after 3,000, $late KiB after 11,000"
assert_that "$minute_status" 'expected it to end after 12,000 events'
expect_stdout_lines 12000
expect_stderr_empty
assert_true 'expected memory to stay' test $((late - early)) -le 256
# The same number on the screen, five times as fast.
simulate --serial --sequence --stay --rate 1000 --times 12000 "$files/port" "$files/template"
view 80 24 "$tapline monitor $files/port"
eventually bash -c 'tmux -L "$1" capture-pane -p -t view | grep -Eq " [3-9][0-9]{3} events"' - "$socket"
pid=$(pgrep -nf "^$tapline monitor $files/port")
early=$(resident "$pid")
expect_screen '12000 events'
late=$(resident "$pid")
expect_screen 'none missing'
expect_screen '0 damaged'
assert_command="the screen of 12,000 events: $early KiB, then $late KiB"
assert_true 'expected memory to stay' test $((late - early)) -le 256
terminal send-keys -t view q
expect_left 0

summarize
