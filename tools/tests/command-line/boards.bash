# shellcheck shell=bash disable=SC2154,SC2086  # variables of tools/tests/command-line.bash, which sources this; words of arguments

# Several lines that move together, on the simulated panel.
expect_exit 0 "$tapline" run --fast --config boards/examples/host.yaml
expect_stdout '    GPIO20  active, high' '    GPIO26  active, high'
expect_exit 0 "$tapline" run --fast --config boards/examples/host.yaml --fingers tools/firmware/gestures.jsonl
expect_stdout '    GPIO13  active, high' '    GPIO19  idle, low'

# Every shipped board, all at once.
expect_exit 0 "$tapline" check boards/*.yaml
expect_stderr "goodix.yaml:21:7: warning: the board 'Goodix GT9271' does not say how large its panel is in raw pixels"
expect_stdout_lines "$(find boards -maxdepth 1 -name '*.yaml' | wc -l)"

# One with a sensor and no panel.
printf '%s\n' 'tapline: board/1' 'name: arm' 'source: made up' 'controller: none' 'sensors: [{chip: lis3dh, bus: 1}]' >"$files/arm.yaml"
expect_output 'board "arm", no panel, 1 sensor' "$tapline" check "$files/arm.yaml"

# A dtoverlay line becomes a board that is accepted; what is left open is said beside it.
expect_exit 0 "$tapline" board import dtoverlay=goodix,interrupt=4,reset=17,sizex=800,sizey=4096,invx,swapxy
expect_stdout 'transform: {mirror_x: true, swap_xy: true}  # invx, swapxy'
expect_stderr "note: The overlay does not say the panel's size in mm"
cp "$files/stdout" "$files/imported.yaml"
expect_output 'board "Goodix GT9271", gt9271, 4096x800 px' "$tapline" check "$files/imported.yaml"
expect_quiet "$tapline" board import - < <(printf '%s\r\n' '# the panel' dtoverlay=vc4-kms-dsi-7inch dtparam=invx)
expect_stdout 'transform: {mirror_y: true}  # invx'
expect_refused 78 "$tapline" board import dtoverlay=goodix,interupt=4
expect_stderr "dtoverlay:1:18: the overlay 'goodix' has no parameter 'interupt'; did you mean 'interrupt'? valid: "
expect_refusal 78 'valid: goodix, edt-ft5406, ' "$tapline" board import dtoverlay=vc4-kms-v3d

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
expect_output 'overlay: vc4-kms-dsi-waveshare-panel,8_0_inch' "$tapline" board import "$files/config.txt"
expect_output 'size: [800, 1280]  # 8_0_inch' "$tapline" board import - <"$files/config.txt"
echo 'dtoverlay=goodix' >>"$files/config.txt"
expect_refusal 78 'config.txt:7:11: there are 2 touch overlays' "$tapline" board import "$files/config.txt"
expect_stderr "  tapline board import 'dtoverlay=vc4-kms-dsi-waveshare-panel,8_0_inch'"
expect_exit 74 "$tapline" board import "$files/no-such-config.txt"
expect_message 78 'no overlay is named' "$tapline" board import /dev/null
expect_refused 78 "$tapline" board import dtoverlay=vc4-kms-dsi-waveshare-panel,11_9_inch
expect_stderr 'does not say the panel'"'"'s size in raw pixels; give its size: --size 1280x720'
expect_output 'size: [320, 1480]' "$tapline" board import --size 320x1480 dtoverlay=vc4-kms-dsi-waveshare-panel,11_9_inch

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
    expect_message 78 'blocks.yaml is as it was' "$tapline" board set --board "$files/blocks.yaml" $setting
    assert_true 'expected the file as it was' cmp -s "$files/blocks.yaml" "$files/blocks.expected"
done
# A board on the command line is checked as a file is.
sed 's/interrupt_pin: none/interrupt_pin: PIN1/' "$files/blocks.yaml" >"$files/pin1.yaml"
expect_message 78 'pin1.yaml:7:' "$tapline" check --board "$files/pin1.yaml" boards/examples/lamp.yaml
# A pipe with a name has no writer: nothing waits for one.
mkfifo "$files/pipe.yaml"
for command in check 'check --board' 'doctor --board' 'board import' 'run --config'; do
    [[ $command == 'check --board' ]] && arguments=("$files/pipe.yaml" boards/examples/lamp.yaml) || arguments=("$files/pipe.yaml")
    expect_message 74 'pipe.yaml: is a pipe, no file' timeout 20 "$tapline" $command "${arguments[@]}"
done
expect_message 64 'the simulated board is built in and has no file to write to' "$tapline" board set --board simulated bus 1
expect_message 78 'did you mean "hyperpixel4"?' "$tapline" board set --board hyperpixl4 bus 1

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
# Killed as it writes, twice, it leaves the file as it was and one beside it, which the next one takes. (A write that goes over the
# limit of the shell's kills.)
mkdir "$files/killed"
cp "$files/mine.yaml" "$files/killed/"
for _ in 1 2; do
    expect_exit 153 bash -c 'ulimit -f 0; exec "$@" >/dev/null 2>&1' - \
        "$tapline" calibrate --board "$files/killed/mine.yaml" --fingers "$files/corners.jsonl" --fast
    assert_true 'expected one file beside it' test "$(ls -A "$files/killed" | wc -l)" = 2
    assert_true 'expected an untouched file' cmp -s "$files/killed/mine.yaml" "$files/mine.before"
done
expect_quiet "$tapline" calibrate --board "$files/killed/mine.yaml" --fingers "$files/corners.jsonl" --fast
assert_true 'expected nothing left of killed ones' test "$(ls -A "$files/killed")" = mine.yaml
expect_quiet "$tapline" calibrate --board "$files/mine.yaml" --fingers "$files/corners.jsonl" --fast
expect_stdout '1 of 5: touch the picture 10% from the left, 10% from the top (15.4 mm, 8.6 mm)' 'residual: 0.' \
    ' mm at most'
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
    expect_stderr "${trouble#*:}" "$files/mine.yaml is as it was"
    assert_true 'expected the file as it was' cmp -s "$files/mine.yaml" "$files/mine.expected"
done
expect_message 64 'a simulated board has no fingers of its own' "$tapline" calibrate --board "$files/mine.yaml"
expect_exit 78 "$tapline" calibrate --board no-such-board
# A panel that is as its model, which is asked for the same; the file holds, and holds nothing private.
expect_quiet "$tapline" acceptance --board "$files/mine.yaml" --fast --output "$files/accepted.jsonl"
expect_stdout '9 of 9: leave the panel alone for 4 seconds' 'agrees        identity   id 911' 'nothing differs from the model'
expect_exit 0 "$tapline" acceptance --check "$files/accepted.jsonl"
assert_true 'expected no name' test "$(grep -c 'mine\|made up' "$files/accepted.jsonl")" = 0
sed 's/"period":10000/"period":9000/' "$files/accepted.jsonl" >"$files/changed.jsonl"
expect_message 65 'the figure period was 9000, and is 10000' "$tapline" acceptance --check "$files/changed.jsonl"
for line in 1 2 4; do
    sed "${line}s/}$/,\"host\":\"secret\"}/" "$files/accepted.jsonl" >"$files/changed.jsonl"
    expect_message 65 "changed.jsonl:$line: \"host\" does not belong into such a file" "$tapline" acceptance --check "$files/changed.jsonl"
done
expect_message 74 'is there already' "$tapline" acceptance --board "$files/mine.yaml" --fast --output "$files/accepted.jsonl"
expect_exit 74 "$tapline" acceptance --board simulated --fast --output "$files/nowhere/accepted.jsonl"
expect_exit 78 "$tapline" acceptance --board no-such-board
# A motion sensor: six faces, then offset and scale in the board's file; a simulated device is turned by itself.
sed 's/rate: 100Hz/rate: 100Hz, offset: [0.05g, 0g, 0g]/' boards/examples/motion-board.yaml >"$files/motion.yaml"
cp "$files/motion.yaml" "$files/motion.before"
expect_quiet "$tapline" calibrate --board "$files/motion.yaml" --sensor --fast --dry-run
assert_true 'expected an untouched file' cmp -s "$files/motion.yaml" "$files/motion.before"
expect_quiet "$tapline" calibrate --board "$files/motion.yaml" --sensor --fast
expect_stdout '1 of 6: lay the device on its back, face up' 'seen on its right edge: -0.9' 'residual: 0' 'motion.yaml: written'
offset=$(sed -n 's/^offset: //p' "$files/stdout") scale=$(grep '^scale: ' "$files/stdout")
sed "s/offset: .*/offset: $offset, $scale}/" "$files/motion.before" >"$files/motion.expected"
assert_true 'expected offset and scale, and nothing else' cmp -s "$files/motion.yaml" "$files/motion.expected"
expect_exit 0 "$tapline" check --board "$files/motion.yaml" boards/examples/motion.yaml
expect_message 78 'has no motion sensor; add it to the board' "$tapline" calibrate --board "$files/mine.yaml" --sensor
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
