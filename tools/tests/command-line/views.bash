# shellcheck shell=bash disable=SC2154,SC2086  # variables of tools/tests/command-line.bash, which sources this; words of arguments

# Pictures.
expect_refused 0 "$tapline" plot tools/firmware/gestures.jsonl -o "$files/picture.svg"
expect_stderr_empty
assert_true 'expected a picture' grep -q '>6.08 s drag to 6.32 s, cancelled<' "$files/picture.svg"
assert_true 'expected XML' python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$files/picture.svg"
expect_output 'Two &amp; three' "$tapline" plot tools/firmware/gestures.jsonl -o - --title 'Two & three'
expect_exit 69 env PATH=/nowhere "$tapline" plot tools/firmware/gestures.jsonl -o "$files/picture.png"
expect_stderr 'PNG needs rsvg-convert, which is not here: sudo apt install librsvg2-bin'
if command -v rsvg-convert >/dev/null; then
    expect_exit 0 "$tapline" plot tools/firmware/gestures.jsonl -o "$files/picture.png"
    assert_true 'expected a PNG' bash -c 'head -c 4 "$1" | grep -q PNG' - "$files/picture.png"
    assert_true 'expected nothing beside it' test ! -e "$files/picture.png.part.svg"
fi
printf '{"tapline":"trace/1","panel":{"width":800,"height":480}}\n' >"$files/empty.jsonl"
expect_message 65 'nobody touches the panel' "$tapline" plot "$files/empty.jsonl" -o "$files/picture.svg"
expect_exit 74 "$tapline" plot tools/firmware/gestures.jsonl -o "$files/no-such/picture.svg"
# A file is replaced when somebody says so, and then whole or not at all; nothing stays beside it.
cp "$files/picture.svg" "$files/kept.svg"
printf 'mine' >"$files/picture.png.part.svg"
for name in picture.svg picture.png; do
    printf 'mine' >"$files/$name"
    expect_message 74 'is there already' "$tapline" plot tools/firmware/gestures.jsonl -o "$files/$name"
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
expect_output '"gesture":"tap"' "$tapline" replay "$files/narrow/cut.jsonl"
# Not even its header has a place.
run bash -c 'trap "" XFSZ; ulimit -f 0; exec "$@"' - "$tapline" record --board simulated --fast "$files/narrow/none.jsonl"
expect_exit 74
assert_true 'expected no file' test ! -e "$files/narrow/none.jsonl"
# A part of a recording; one without fingers is told where they are.
expect_exit 0 "$tapline" plot --from 1 --to 2 tools/firmware/gestures.jsonl -o -
expect_exit 0 "$tapline" plot --from 1500ms --to 2.5s tools/firmware/gestures.jsonl -o -
expect_message 64 "'soon' is no time of a recording" "$tapline" plot --from soon tools/firmware/gestures.jsonl -o -
expect_message 64 '--to is before --from' "$tapline" plot --from 2 --to 1 tools/firmware/gestures.jsonl -o -
# (A finger that rests in all of the part, or landed before it, was not there.)
printf '%s\n' '{"tapline":"trace/1","panel":{"width":800,"height":480}}' '{"t":0,"c":[[0,200,150]]}' '{"t":5000000,"c":[]}' >"$files/rest.jsonl"
expect_exit 0 "$tapline" plot --from 1 --to 2 "$files/rest.jsonl" -o -
expect_message 65 'nobody touches the panel then:' "$tapline" plot --from 6 "$files/rest.jsonl" -o -
sed '2a {"t":10000,"c":[[0,202,150]]}' "$files/rest.jsonl" >"$files/moved.jsonl"
expect_exit 0 "$tapline" plot --from 1 --to 2 "$files/moved.jsonl" -o -
expect_output '<polyline' "$tapline" plot --from 1 --to 6 "$files/moved.jsonl" -o -
expect_message 65 'nobody touches the panel then: its fingers are there from ' "$tapline" plot --from 900 tools/firmware/gestures.jsonl -o -

# The commands of a configuration: who else than root can write the file, or a folder above it, has none of them run.
cat >"$files/commands.yaml" <<'YAML'
tapline: config/1
board: simulated
gestures:
  - {name: tap, kind: tap}
  - {name: swipe, kind: swipe}
outputs:
  - {on: [tap, swipe], run: [printf, "%s|%s|%s\\n", "{gesture} \"x\"", $HOME, "{direction}{{}}"]}
  - {on: swipe, run: [env]}
  - {on: tap, run: [sh, -c, "sleep 1000"]}
YAML
expect_exit 0 "$tapline" check "$files/commands.yaml"
chmod 777 "$files"
expect_refused 77 "$tapline" watch "$files/events.jsonl" --commands "$files/commands.yaml"
expect_stderr 'others than root can write it, or a folder above it'
chmod 755 "$files"
expect_refused 64 "$tapline" watch "$files/events.jsonl" --commands "$files/commands.yaml" --exec true
expect_refused 64 "$tapline" watch "$files/events.jsonl" --commands "$files/commands.yaml" --gesture tap
expect_refused 74 "$tapline" watch "$files/events.jsonl" --commands "$files/never.yaml"
for wrong in 'run: [mpc, "{colour}"]' 'run: []' 'run: {a: b}' 'run: [mpc], state: fired' 'run: [mpc], line: GPIO5'; do
    sed "s/run: \[env\]/$wrong/" "$files/commands.yaml" >"$files/wrong.yaml"
    expect_refusal 78 "$files/wrong.yaml:8:" "$tapline" check "$files/wrong.yaml"
done
if [[ $(id -u) == 0 ]]; then
    # (A folder that only root can write, as /etc is: temporary ones are everybody's.)
    roots=$(mktemp -d /run/tapline-tests.XXXXXX)
    cp "$files/commands.yaml" "$roots/"
    expect_exit 0 env SECRET=1 "$tapline" watch "$files/events.jsonl" --commands "$roots/commands.yaml" --timeout 1
    expect_stdout 'swipe "x"|$HOME|right{}' 'LANG=C.UTF-8' 'PATH=/usr/local/bin:/usr/bin:/bin'
    expect_stderr 'sh -c sleep 1000: runs for too long, and is killed' 'sh -c sleep 1000: exit code 137'
    # With it what it has started.
    expect_exit 0 "$tapline" watch "$files/events.jsonl" -n 1 --timeout 1 --exec 'sh -c "sleep 1001.5 & sleep 1001.5; true"'
    # (What is killed may end a moment later.)
    assert_true 'nothing goes on' timeout 20 sh -c 'while grep -aqz "^1001.5$" /proc/[0-9]*/cmdline 2>/dev/null; do sleep 0.1; done'
    assert_true 'no other variable' sh -c "! grep -q SECRET '$assert_folder/stdout'"
    chmod g+w "$roots/commands.yaml"
    expect_refused 77 "$tapline" watch "$files/events.jsonl" --commands "$roots/commands.yaml"
    chown nobody "$roots/commands.yaml"
    chmod 644 "$roots/commands.yaml"
    expect_refused 77 "$tapline" watch "$files/events.jsonl" --commands "$roots/commands.yaml"
    # Nor where it is reached by a link.
    ln -s "$files/commands.yaml" "$roots/link.yaml"
    chmod 777 "$files"
    expect_refused 77 "$tapline" watch "$files/events.jsonl" --commands "$roots/link.yaml"
    chmod 755 "$files"
    rm -r "$roots"
fi

# The documents' examples with mpc: for the gestures that they name, and none other, it gets words that it takes, as whole numbers.
mkdir "$files/programs"
cat >"$files/programs/mpc" <<'SH'
#!/bin/bash
# (At once: several may write at the same time.)
line=$(printf '<%s>' "$@")
echo "$line" >>"${0%/*}/asked"
[[ $# == 1 && $1 =~ ^(next|prev)$ || $# == 2 && $1 == volume && $2 =~ ^[-+]?[0-9]+$ ]]
SH
chmod +x "$files/programs/mpc"
ln -s "$tapline" "$files/programs/tapline"
event='"kind":"tap","state":"ended","touches":1,"x":1.5,"y":2,"taps":1}'
printf '%s\n' '{"seq":1,"t":1,"gesture":"lamp","kind":"swipe","state":"ended","touches":1,"x":1,"y":2,"direction":"up","vx":0,"vy":-1}' \
    "{\"seq\":2,\"t\":2,\"gesture\":\"louder\",${event/ended/cancelled}" "{\"seq\":3,\"t\":3,\"gesture\":\"louder\",$event" \
    "{\"seq\":4,\"t\":4,\"gesture\":\"next\",$event" "{\"seq\":5,\"t\":5,\"gesture\":\"prev\",$event" \
    '{"seq":6,"t":6,"control":"knob","kind":"slider","action":"change","value":40.0,"x":1,"y":2}' >"$files/mpc.jsonl"
# mpc_is_asked LINE… -- CMD…: what it was asked in all, in whatever order, and CMD wrote no note.
mpc_is_asked() {
    local wanted=()
    while [[ $1 != -- ]]; do
        wanted+=("$1")
        shift
    done
    rm -f "$files/programs/asked"
    touch "$files/programs/asked"
    expect_quiet env PATH="$files/programs:$PATH" "${@:2}"
    assert_true "expected ${wanted[*]}, mpc was asked $(<"$files/programs/asked")" \
        diff <(printf '%s\n' "${wanted[@]}" | sort) <(sort "$files/programs/asked")
}
grep -ohE "tapline watch lamp [^#]*'mpc [^']*'" Documentation/Watch.md "$help/tapline-watch" >"$files/examples"
assert_true 'expected four examples' test "$(wc -l <"$files/examples")" = 4
while read -r example; do
    wanted=('<volume><+5>')
    [[ $example != *'mpc {gesture}'* ]] || wanted=('<next>' '<prev>')
    mpc_is_asked "${wanted[@]}" -- bash -c "${example/ lamp / \"$files/mpc.jsonl\" }" </dev/null
done <"$files/examples"
mpc_is_asked '<volume><40>' -- tapline watch "$files/mpc.jsonl" --gesture knob --on change --exec 'mpc volume {value}'
# (It refuses what is none, and a tap has no direction.)
run env PATH="$files/programs:$PATH" tapline watch "$files/mpc.jsonl" --gesture louder --exec 'mpc volume {x}'
expect_stderr 'note: mpc volume 1.5: exit code 1'
: >"$files/programs/asked"
run env PATH="$files/programs:$PATH" tapline watch "$files/mpc.jsonl" --gesture louder --exec 'mpc volume {direction}'
expect_stderr 'note: left out: louder, which has no {direction}'
assert_true 'expected mpc not to be asked' test ! -s "$files/programs/asked"

# A command for each gesture: values in words of their own, no shell, exit codes told, so many at once.
expect_exit 0 "$tapline" watch "$files/events.jsonl" --jobs 1 --exec 'printf "%s|" {gesture} {state} "{direction} x" {{}} {taps}\\n'
expect_stdout 'tap|ended| x|{}|1\n|' 'swipe|ended|right x|{}|\n|'
expect_stderr_empty
printf '%s\n' '{"seq":1,"t":1,"gesture":"$(touch pwned); `x` *","kind":"tap","state":"ended","touches":1,"x":1,"y":2,"taps":1}' >"$files/evil.jsonl"
expect_output '$(touch pwned); `x` *' "$tapline" watch "$files/evil.jsonl" --exec 'echo {gesture}'
# A value becomes no option and no other program; a negative number, and one within a word, is what it is.
printf '%s\n' '{"seq":1,"t":1,"gesture":"--version","kind":"pan","state":"ended","touches":1,"x":1,"y":2,"dx":-3.5,"dy":0,"vx":0,"vy":0}' >"$files/option.jsonl"
expect_refused 0 "$tapline" watch "$files/option.jsonl" --exec 'env {gesture}'
expect_stderr "note: left out: env --version: {gesture} is '--version', an option"
expect_output 'name=--version -3.5' "$tapline" watch "$files/option.jsonl" --exec 'echo name={gesture} {dx}'
expect_exit 0 "$tapline" watch "$files/events.jsonl" --gesture drag --on began --on cancelled --jobs 1 --exec 'echo {gesture} {state} {dx}'
printf '%s\n' 'drag began 0' 'drag began 0' 'drag cancelled -63' >"$files/expected"
expect_stdout_file "$files/expected"
expect_message 0 "note: no event was of 'lapm'; there were \$(touch pwned)" "$tapline" watch "$files/evil.jsonl" --gesture lapm --exec true
expect_message 0 'note: sh -c exit 3: exit code 3' "$tapline" watch "$files/events.jsonl" -n 1 --exec 'sh -c "exit 3"'
expect_message 0 'note: true: exit code 0' "$tapline" watch "$files/events.jsonl" -n 1 --verbose --exec true
expect_message 0 'exit code 137' "$tapline" watch "$files/events.jsonl" -n 1 --exec 'sh -c "kill -9 $$"'
expect_exit 0 "$tapline" watch "$files/events.jsonl" -n 1 --exec '/no/such/program {gesture}'
expect_stderr 'note: /no/such/program tap: cannot be started: No such file or directory'
for number in $(seq 80); do printf '{"seq":%d,"t":1,"gesture":"g%d","kind":"tap","state":"ended","touches":1,"x":1,"y":2,"taps":1}\n' "$number" "$number"; done >"$files/many.jsonl"
expect_exit 0 "$tapline" watch "$files/many.jsonl" --jobs 2 --exec 'sh -c "sleep 0.01; echo \$1" sh {gesture}'
expect_stdout_lines 66
expect_stderr 'note: too many commands at once: left out: sh -c sleep 0.01; echo $1 sh g67'
# Of one gesture each waits for the one before: a light that is to be off in the end is off.
for number in 1 2 3; do printf '{"seq":%d,"t":1,"gesture":"light","kind":"tap","state":"ended","touches":1,"x":1,"y":2,"taps":%d}\n' "$number" "$number"; done >"$files/light.jsonl"
expect_exit 0 "$tapline" watch "$files/light.jsonl" --gesture lihgt --gesture light --jobs 4 --exec true
expect_stderr "note: no event was of 'lihgt'; did you mean 'light'? there were light"
expect_quiet "$tapline" watch "$files/light.jsonl" --gesture lihgt --gesture light -n 1 --exec true
expect_exit 0 "$tapline" watch "$files/light.jsonl" --exec 'sh -c "[ \$1 != 1 ] || sleep 0.3; echo \$1" sh {taps}'
printf '%s\n' 1 2 3 >"$files/expected"
expect_stdout_file "$files/expected"
# What a shell would run is never filled in; what an event lacks runs nothing, and is told once.
for command in 'sh -c "echo {gesture}"' 'env bash -ec "x {gesture}"' 'ssh host {gesture}'; do
    expect_refusal 64 "pass it as an argument: sh -c 'echo \"\$1\"' sh {gesture}" "$tapline" watch "$files/evil.jsonl" --exec "$command"
done
expect_output '$(touch pwned); `x` *' "$tapline" watch "$files/evil.jsonl" --exec 'sh -c "echo \"\$1\"" sh {gesture}'
expect_exit 0 "$tapline" watch "$files/many.jsonl" --exec 'echo {direction}'
expect_stdout_lines 0
expect_stderr 'note: left out: g1, which has no {direction}; --gesture names the gestures that count' 'note: 80 gestures left out'
expect_refused 65 "$tapline" watch - --exec 'echo {gesture}' <tools/firmware/gestures.jsonl
# A use of any control is complete with its own action; `release` is so of a slider only.
{
    echo '{"tapline":"events/1","panel":{"width":800,"height":480},"gestures":[],"clock":"monotonic_us"}'
    seq=0
    for use in 'slider press' 'slider change' 'slider release' 'stepper press' 'stepper increase' 'stepper release' 'button press' \
        'button release' 'button press' 'button click' 'segmented select' 'pageControl next'; do
        echo "{\"seq\":$((++seq)),\"t\":$seq,\"control\":\"c\",\"kind\":\"${use% *}\",\"action\":\"${use#* }\",\"x\":1,\"y\":1}"
    done
} >"$files/uses.jsonl"
expect_exit 0 "$tapline" watch "$files/uses.jsonl" --jobs 1 --exec 'echo {kind} {state}'
assert_true 'expected each use once' test "$(tr '\n' ' ' <"$assert_folder/stdout")" = \
    'slider release stepper increase button click segmented select pageControl next '
expect_refused 65 "$tapline" watch tools/firmware/gestures.jsonl --exec 'echo {gesture}'
expect_stderr 'a recording has fingers, no gestures; tapline replay makes them of it'
expect_output 'g1' "$tapline" monitor -n1 -F'%g' "$files/many.jsonl"
expect_stdout_lines 1
expect_message 64 'there is no {gestures}; there are gesture, kind, ' "$tapline" watch "$files/events.jsonl" --exec 'echo {gestures}'
expect_message 64 '--exec: a quote has no end' "$tapline" watch "$files/events.jsonl" --exec "echo 'x"
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
    expect_exit 0 "$tapline" status $name
    expect_stdout 'panel       lamp' 'runs for    1 min 5 s' 'faults      none' \
        'latency     half within 0.25 ms, 99 % within 0.25 ms, mean 0.15 ms'
done
expect_output '"reports_total":12,"gestures_total":{"swipe":3}' "$tapline" status --json
assert_true 'expected JSON' python3 -m json.tool "$files/stdout" /dev/null
run timeout -s INT 1.5 "$tapline" status --watch --json
assert_true 'expected it twice' test "$(wc -l <"$files/stdout")" = 2
mkdir -p "$files/run/door"
# (Somebody who only says ok is no daemon of ours.)
mkdir -p "$files/run/polite"
tells --control --answer ok "$files/run/polite/control" "$files/contacts"
expect_message 69 'what answers there has no status' "$tapline" status polite
rm -r "$files/run/polite"
expect_message 69 "no panel 'door' runs here (there are lamp)" "$tapline" status door
tells --control --answer 'error: there are eight connections already' "$files/run/door/control" "$files/contacts"
expect_message 64 'several panels run here: door, lamp; name one' "$tapline" status
expect_message 69 'there are eight connections already' "$tapline" status door
# (The shell's own kill: a small Debian has no other.)
mapfile -t running < <(jobs -p)
kill "${running[@]}" 2>/dev/null || true
wait || true
expect_message 69 'Connection refused' "$tapline" status lamp
unset TAPLINE_RUNTIME

# A report: what is in it is told, and nothing private is.
printf '%s\n' 'tapline: config/1' "# by $(id -un) on $(hostname), in $HOME/panels and /home/maria" 'board: hyperpixel4' \
    'gestures: [{name: select, kind: tap}]' >"$files/mine.yaml"
expect_exit 0 "$tapline" report --config "$files/mine.yaml" --recording tools/firmware/gestures.jsonl -o "$files/report.tar.gz"
expect_stdout "config.yaml " "$files/report.tar.gz: written; look at it: tar -xzOf "
tar -tvzf "$files/report.tar.gz" >"$files/stdout"
expect_stdout tapline-report/{README.txt,board.yaml,config.yaml,events.jsonl,picture.svg,recording.jsonl,versions.txt} '0/0' '1970-01-01'
tar -xzOf "$files/report.tar.gz" >"$files/stdout"
expect_stdout "tapline $("$tapline" --version)" 'name: HyperPixel 4' \
    '"gesture":"select","kind":"tap","state":"ended","touches":1'
assert_true 'expected no comment' bash -c '! grep -q "# by" "$1"' - "$files/stdout"
assert_true 'expected no name of the computer' bash -c '! grep -qw "$(hostname)" "$1"' - "$files/stdout"
assert_true 'expected no home' bash -c '! grep -q "$HOME/panels" "$1"' - "$files/stdout"
assert_true 'expected no user' bash -c '! grep -q maria "$1"' - "$files/stdout"
cp "$files/report.tar.gz" "$files/first.tar.gz"
expect_message 74 'is there already' "$tapline" report --config "$files/mine.yaml" -o "$files/report.tar.gz"
expect_exit 0 "$tapline" report --force --config "$files/mine.yaml" --recording tools/firmware/gestures.jsonl -o "$files/report.tar.gz"
assert_true 'expected the same bytes' cmp "$files/first.tar.gz" "$files/report.tar.gz"
# Other accounts of the computer, other computers that it knows, and its number, however their letters are written.
if [[ $EUID == 0 && -e /etc/machine-id ]] && unshare --mount true 2>/dev/null; then
    mkdir "$files/etc"
    { cat /etc/passwd && echo 'mariella:x:1777:1777:Mariella Rossi,,,:/home/mariella:/bin/sh'; } >"$files/etc/passwd"
    { cat /etc/hosts && echo '10.9.8.7 attic-pi.example attic-pi'; } >"$files/etc/hosts"
    echo 0123456789abcdef0123456789abcdef >"$files/etc/machine-id"
    printf '%s\n' 'tapline: config/1' 'board: hyperpixel4' 'gestures:' '  - {name: mariella, kind: tap}' \
        '  - {name: "MARIELLA or Mariella Rossi at Attic-Pi, attic-pi.example", kind: tap, taps: 2}' \
        '  - {name: "0123456789abcdef0123456789abcdef 0123456789ABCDEF0123456789ABCDEF", kind: tap, taps: 3}' >"$files/named.yaml"
    run unshare --mount bash -c 'for name in passwd hosts machine-id; do mount --bind "$1/$name" "/etc/$name"; done; exec "${@:2}"' - \
        "$files/etc" "$tapline" report --config "$files/named.yaml" --show
    expect_exit 0
    expect_stdout 'name: (user), kind: tap}' 'taps: 2}' 'taps: 3}'
    assert_true 'expected no name of theirs' bash -c '! grep -niE "mariella|rossi|attic|0123456789abcdef" "$1"' - "$files/stdout"
fi
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
    expect_stdout 'tapline: config/1' '  - {name: tap, kind: tap}' '  - {name: swipe, kind: swipe}' \
        '{"tapline":"trace/1","panel":{' '"gesture":"tap","kind":"tap","state":"ended"'
done
run unshare -u sh -c 'hostname hyperpixel4 && exec "$@"' - "$tapline" report --config "$files/mine.yaml" --show
[[ $assert_status == 1 ]] || expect_stdout 'board: hyperpixel4'
expect_exit 0 "$tapline" report no-such-panel --show
expect_stdout '==> versions.txt <==' 'config.yaml: there is no /etc/tapline/no-such-panel.yaml' \
    "status.txt: no panel 'no-such-panel' runs here"
expect_exit 65 "$tapline" report --recording "$files/mine.yaml" --show
expect_exit 74 "$tapline" report --config "$files/no-such.yaml" --show
expect_exit 69 env PATH=/nowhere "$tapline" report -o "$files/other.tar.gz"
assert_true 'expected no file' test ! -e "$files/other.tar.gz"
