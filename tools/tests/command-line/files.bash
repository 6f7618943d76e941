# shellcheck shell=bash disable=SC2154,SC2086  # variables of tools/tests/command-line.bash, which sources this; words of arguments

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
    expect_refused 78 "$tapline" $command
    expect_stderr "wrong.yaml:4:21: unknown kind 'tapp'; did you mean 'tap'?" 'wrong.yaml:5:' 'wrong.yaml:7:'
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
expect_refused 78 "$tapline" check "$files/wrong-outputs.yaml"
expect_stderr 'wrong-outputs.yaml:6:27: an output has pulse and toggle; keep one of them' \
    "wrong-outputs.yaml:7:35: an output does nothing; write toggle: true or pulse: 100ms" \
    "wrong-outputs.yaml:8:14: 'serial' is 'ttyGS0', which is no absolute path of a port" \
    "wrong-outputs.yaml:9:33: 'baud' is '115000'; did you mean '115200'?" \
    "wrong-outputs.yaml:9:49: 'format' is 'txt'; did you mean 'text'?" \
    "wrong-outputs.yaml:10:14: port '/dev/ttyGS0' is already used by the output in line 9" \
    "wrong-outputs.yaml:10:31: unknown gesture 'b'" "wrong-outputs.yaml:11:25: unknown zone 'nowhere'" \
    "wrong-outputs.yaml:12:21: the kernel knows no key 'KEY_VOLUMUP'; did you mean 'KEY_VOLUMEUP'?" \
    "wrong-outputs.yaml:13:14: 'socket' is 'events', which is no absolute path of a socket" \
    "wrong-outputs.yaml:14:36: line 'GPIO5' is already used by the output in line 14" \
    "wrong-outputs.yaml:15:10: gesture 'a' does not turn; name a rotation or a transform"
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
expect_message 78 'this is a recording' "$tapline" check "$files/tap.jsonl"
# What a run takes, a check takes: a configuration may be JSON.
printf '{"tapline":"config/1","board":"simulated","gestures":[{"name":"a","kind":"tap"}]}\n' >"$files/config.json"
expect_exit 0 "$tapline" run --fast --config "$files/config.json"
expect_quiet "$tapline" check "$files/config.json"
expect_stdout 'configuration, 1 gesture'
expect_refused 78 "$tapline" check /dev/null
expect_exit 0 "$tapline" check boards/*.yaml boards/examples/*.yaml

# A stroke is drawn, recorded, made a template of, checked and recognized.
cat >"$files/strokes.yaml" <<'END'
tapline: config/1
gestures: [{name: letter, kind: stroke, templates: [checkmark, z.json]}]
END
expect_message 78 "strokes.yaml:2:64: template 'z.json' cannot be read: $files/z.json: No such file" "$tapline" check "$files/strokes.yaml"
{
    echo '{"tapline":"trace/1","panel":{"width":800,"height":480}}'
    time=0
    for place in 100,100 120,100 140,100 160,100 180,100 160,120 140,140 120,160 100,180 120,180 140,180 160,180 180,180; do
        echo "{\"t\":$time,\"c\":[[0,$place]]}"
        time=$((time + 20000))
    done
    echo "{\"t\":$time,\"c\":[]}"
} >"$files/z.jsonl"
expect_output '{"tapline":"stroke/1","name":"z","points":[[100.0,100.0],[120.0,100.0],' "$tapline" stroke z "$files/z.jsonl"
cp "$files/stdout" "$files/z.json"
expect_output 'z.json: 1 stroke: z' "$tapline" check "$files/z.json" "$files/strokes.yaml"
expect_exit 0 "$tapline" replay --config "$files/strokes.yaml" "$files/z.jsonl"
expect_stdout '"gesture":"letter","kind":"stroke","state":"ended","touches":1,"x":180.0,"y":180.0,"name":"z","score":1.0}'
expect_refusal 65 'no finger lifts after drawing 30 pt or more' "$tapline" stroke z "$files/tap.jsonl"
mkfifo "$files/fifo.json"
sed 's/z\.json/fifo.json/' "$files/strokes.yaml" >"$files/fifo.yaml"
expect_message 78 'fifo.json: no plain file' timeout 10 "$tapline" check "$files/fifo.yaml"

# The conformance corpus: every variant told, or only the sum; a case that differs, and one that is broken.
expect_quiet "$tapline" conform Tests/Conformance
expect_stdout 'passed  01-single-waits-for-double  25hz'
expect_exit 0 "$tapline" conform --quiet Tests/Conformance/01-single-waits-for-double/ Tests/Conformance/07-longest-press
expect_stdout_lines 1
expect_stdout '2 cases, '
cp -r Tests/Conformance/07-longest-press "$files/differs"
sed -i 's/"t":749000,/"t":749001,/' "$files/differs/u749-25hz.expect.jsonl"
expect_exit 70 "$tapline" conform "$files/differs"
expect_stderr_empty
expect_stdout 'FAILED  differs  u749-25hz' 'differs/u749-25hz.expect.jsonl:2' '  differs   t'
printf '{}\n' >>"$files/differs/u749-25hz.trace.jsonl"
expect_message 65 'u749-25hz.trace.jsonl:' "$tapline" conform "$files/differs"
# (A folder that was meant as a case was passed over.)
mkdir -p "$files/corpus/right" "$files/corpus/wrong"
cp Tests/Conformance/01-single-waits-for-double/config.yaml Tests/Conformance/01-single-waits-for-double/100hz-changes.* "$files/corpus/right"
cp "$files/corpus/right/100hz-changes.trace.jsonl" "$files/corpus/right/config.yaml" "$files/corpus/wrong"
expect_message 65 'wrong: no expectations are in this folder' "$tapline" conform "$files/corpus"
if [[ $EUID == 0 ]]; then
    chmod 700 "$files/corpus/wrong"
    chmod a+rx "$files" "$files/corpus" "$files/corpus/right"
    expect_message 77 'wrong: Permission denied' setpriv --reuid 65534 --clear-groups "$tapline" conform "$files/corpus"
fi
expect_exit 74 "$tapline" conform "$files/there-is-no-such-folder"
expect_refused 65 "$tapline" conform boards

# What looks at devices, on a machine without: refused with what would help, and nothing is asked of anybody.
if [[ -z $(compgen -G '/dev/i2c-*') && -z $(compgen -G '/sys/bus/i2c/devices/i2c-*') ]]; then
    for arguments in '' --yes '--bus 1' '--format jsonl --yes'; do
        [[ $arguments == '--bus 1' ]] && code=64 || code=69
        expect_refused "$code" "$tapline" detect $arguments
    done
    expect_message 69 'this computer has no I2C adapter; in config.txt dtparam=i2c_arm=on' "$tapline" detect --yes
    expect_message 64 'tapline detect --bus /dev/i2c-1 --yes' "$tapline" detect --bus 1
    expect_message 69 'i2c_arm: this computer has no I2C adapter' "$tapline" detect --bus i2c_arm --yes
    expect_exit 69 "$tapline" doctor --board hyperpixel4
    expect_stdout 'PROBLEM  bus         there is no bus i2c@0: this computer has no I2C adapter'
    expect_stdout "echo 'dtoverlay=vc4-kms-dpi-hyperpixel4' | sudo tee -a "
    expect_stderr_empty
    # Nobody can be asked: what is missing; a plan needs a panel.
    expect_message 64 'missing: --line LINE (where the lamp hangs), --yes' "$tapline" init -n lamp
    expect_message 69 'no panel was found' "$tapline" init -n lamp --line GPIO23 --yes
    expect_message 69 'A Raspberry Pi would get it by dtoverlay=vc4-kms-dpi-hyperpixel4' \
        "$tapline" init -n lamp --line GPIO23 --board hyperpixel4
fi
expect_refused 64 "$tapline" init -n --board simulated --line GPIO23
expect_refused 78 "$tapline" init -n --board no-such-board --line GPIO23
expect_output 'is simulated: there is nothing to look at' "$tapline" doctor --board simulated
expect_exit 78 "$tapline" doctor --board simulated --fingers tools/tests/fixtures/ghosts.jsonl
expect_stdout '5 contacts, at (95, 24), every 12.864 s' "board set --board " "ghosts '{minimum_life: 30ms}'"
expect_refusal 64 'has no ghosts of its own' "$tapline" doctor --board simulated --untouched 60
expect_refusal 78 'no-such-board' "$tapline" doctor --board no-such-board
expect_refused 78 "$tapline" doctor --board boards/simulated.yaml --config "$files/wrong.yaml"
# Lines of simulated boards are none, and a configuration without lines has nothing to move.
expect_refusal 64 'the lines of the board "simulated"' "$tapline" lines test --config boards/examples/lamp.yaml
printf '%s\n' 'tapline: config/1' 'gestures: [{name: tap, kind: tap}]' >"$files/no-lines.yaml"
expect_refusal 78 'the configuration moves no line' "$tapline" lines test --board hyperpixel4 --config "$files/no-lines.yaml"
# A backlight and a key are no lines: nobody looks for them among those of the computer.
printf '%s\n' 'tapline: config/1' 'gestures: [{name: tap, kind: tap}]' 'outputs:' '  - {on: tap, uinput: KEY_ENTER}' \
    '  - {while: untouched, after: 30s, backlight: first, level: 20%}' >"$files/no-lines.yaml"
expect_refusal 78 'the configuration moves no line' "$tapline" lines test --board pi-touch-display-1 --config "$files/no-lines.yaml"
run "$tapline" doctor --watch 0 --board pi-touch-display-1 --config "$files/no-lines.yaml"
assert_true 'expected nothing of GPIO lines' test "$(grep -c gpiochip "$assert_folder/stdout")" = 0
if [[ -z $(compgen -G '/dev/gpiochip*') ]]; then
    expect_refusal 69 /dev/gpiochip0 "$tapline" lines test --board pi-touch-display-1 --config boards/examples/lamp.yaml
fi
