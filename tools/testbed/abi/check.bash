#!/usr/bin/env bash
# Checks the supervisor itself, before anybody relies on it: with Debian's tools for GPIO and I2C, and with a program that
# asks with the kernel's own structures. Takes a few seconds.
#
#   tools/testbed/abi/check.bash [--gpiod2 PREFIX]
#
# --gpiod2 runs the tools of libgpiod 2 as well, which tools/fetch-suite unpacked into PREFIX.

set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=tools/testbed/common.bash
source "$here/../common.bash"
# shellcheck source=tools/tests/assert.bash
source "$root/tools/tests/assert.bash"

gpiod2=
case ${1:-} in
--gpiod2)
    gpiod2_library "${2:?}" >/dev/null
    gpiod2=$(cd "$2" && pwd)
    ;;
'') ;;
*)
    usage "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac
for tool in gpiodetect i2cdetect "${CC:=cc}"; do
    command -v "$tool" >/dev/null || refuse "$EX_UNAVAILABLE" "$tool is missing: tools/setup testbed installs it"
done

supervisor=$("$here/run" --build)
folder=$(mktemp -d)
trap 'rm -rf "$folder" "$assert_folder"' EXIT
trace=$folder/trace

# inside [SCRIPT] -- CMD…: runs it under the supervisor, with the lines of the script.
inside() {
    local options=(--panel "$here/checks/panel" --trace "$trace")
    if [[ $1 != -- ]]; then
        printf '%s\n' "$1" >"$folder/script"
        options+=(--script "$folder/script" --capture)
        shift
    fi
    shift
    run "$supervisor" "${options[@]}" -- "$@"
}
expect_trace() { assert_true "expected in the trace: $1" grep -qF -- "$1" "$trace"; }

# The kernel's own structures, dynamic and static, and as a user without any right.
"$CC" -O1 -Wall -Wextra -o "$folder/interface" "$here/checks/interface.c"
"$CC" -O1 -static -o "$folder/interface-static" "$here/checks/interface.c"
for program in interface interface-static; do
    expect_output passed "$supervisor" --panel "$here/checks/panel" --script "$here/checks/interface.script" \
        --trace "$trace" --capture -- "$folder/$program"
    grep -h '^FAIL' "$assert_folder/stdout" >&2 || true
done
if [[ $(id -u) == 0 ]]; then
    chmod -R a+rX "$folder"
    cp "$supervisor" "$here"/checks/interface.script "$here"/checks/panel "$folder"
    expect_exit 0 setpriv --reuid=65534 --regid=65534 --clear-groups "$folder/Supervisor" --panel "$folder/panel" \
        --script "$folder/interface.script" --capture -- "$folder/interface"
fi

# Edges in portions, as libgpiod 2 reads them.
if [[ -n $gpiod2 ]]; then
    library=$(gpiod2_library "$gpiod2")
    "$CC" -O1 -Wall -Wextra -I "$root/Sources/C/CTaplineGPIO/include" -I "$gpiod2/usr/include" -o "$folder/edges" "$here/checks/edges.c" \
        "$library/libgpiod.so.3"
    expect_output passed env LD_LIBRARY_PATH="$library" "$folder/edges"
fi

# The program's exit code, its signal, a program that does not exist.
inside -- sh -c 'exit 3'
expect_exit 3
# shellcheck disable=SC2016
inside -- sh -c 'kill -TERM $$'
expect_exit 143
inside -- "$folder/nothing"
expect_exit 127

# A script is read whole before the program starts: a slip in its last line is told then, in an included file too.
inside $'wait exit\nsecond tapp 1 2' -- touch "$folder/started"
expect_exit 64
expect_stderr "$folder/script:2: second tapp 1 2" "what is 'tapp'? There are wait, seen, " ' tap, press, '
echo 'pul GPIO5 1' >"$folder/more"
inside 'include more' -- touch "$folder/started"
expect_exit 64
expect_stderr "more:1: pul GPIO5 1"
echo 'include more' >"$folder/more"
inside 'include more' -- touch "$folder/started"
expect_exit 64
expect_stderr 'files include each other'
assert_true 'expected a program that did not start' test ! -e "$folder/started"
# Commands that are typed are told when it is their turn.
printf '%s\n' 'hold 1ms' 'tapp 1 2' >"$folder/typed"
run "$supervisor" --panel "$here/checks/panel" --script - -- sleep 20 <"$folder/typed"
expect_exit 1
expect_stderr "what is 'tapp'? There are wait, seen, "

# Files: links, folders, what cannot be opened.
inside -- cat /sys/bus/i2c/devices/i2c-1/name /proc/device-tree/model
expect_stdout 'bcm2835 (i2c@7e804000)' 'Raspberry Pi 4'
inside -- readlink /sys/bus/i2c/devices/1-005d/driver
expect_stdout bus/i2c/drivers/Goodix-TS
inside -- readlink -f /dev/i2c-touch
expect_stdout /dev/i2c-1
inside -- ls /sys/bus/i2c/devices
expect_stdout 1-005d
inside -- test -c /dev/gpiochip0
expect_exit 0
inside -- test -e /dev/i2c-7
expect_exit 1
inside 'deny /dev/i2c-1
wait exit' -- cat /dev/i2c-1
expect_stderr 'Permission denied'

# Debian's tools for I2C.
inside -- i2cdetect -l
expect_stdout 'bcm2835 (i2c@7e804000)'
inside -- i2cdetect -F 1
expect_stdout 'I2C                              yes'
inside -- i2cdetect -F 2
expect_stdout 'I2C                              no'
inside -- i2ctransfer -y -f 1 w2@0x5d 0x81 0x40 r4
expect_stdout '0x39 0x31 0x31 0x00'
expect_trace 'i2c 0x5d w 8140 r 39313100'
inside 'fault nack 1
wait exit' -- i2ctransfer -y -f 1 w2@0x5d 0x81 0x40 r4
expect_stderr 'Remote I/O error'
inside 'bus off 19
wait exit' -- i2cdetect -l
expect_stdout_empty

# Debian's tools for GPIO: whichever version they are.
inside -- gpiodetect
expect_stdout 'gpiochip0 [pinctrl-bcm2711] (28 lines)' 'gpiochip1 [raspberrypi-exp-gpio] (2 lines)'
inside -- gpioinfo
expect_stdout '"other"'
if [[ $(gpiodetect --version) == *'v1.'* ]]; then
    inside -- gpiofind WL_ON
    expect_stdout 'gpiochip1 1'
    inside -- gpioset gpiochip0 23=1
    expect_trace 'line GPIO23 1'
    expect_trace 'release GPIO23 1'
    inside -- gpioset gpiochip0 22=1
    expect_stderr 'Device or resource busy'
    inside 'wait request GPIO5
pull GPIO5 1
pull GPIO5 0
wait exit 0' -- gpiomon --num-events=2 gpiochip0 5
    expect_exit 0
    expect_stdout 'FALLING EDGE'
fi
if [[ -n $gpiod2 ]]; then
    for library in "$gpiod2"/usr/lib/*-linux-*; do export LD_LIBRARY_PATH=$library; done
    inside -- "$gpiod2/usr/bin/gpiodetect"
    expect_stdout 'gpiochip0 [pinctrl-bcm2711] (28 lines)'
    inside -- "$gpiod2/usr/bin/gpioget" GPIO4
    expect_stdout '"GPIO4"=active'
    inside 'wait request GPIO5
pull GPIO5 1
pull GPIO5 0
wait exit 0' -- "$gpiod2/usr/bin/gpiomon" -n 2 GPIO5
    expect_exit 0
    expect_stdout 'falling'
    inside 'wait line GPIO23 1
signal TERM
wait exit' -- "$gpiod2/usr/bin/gpioset" GPIO23=1
    expect_trace 'request GPIO23 output'
    inside -- "$gpiod2/usr/bin/gpioset" GPIO22=1
    expect_stderr 'busy'
    unset LD_LIBRARY_PATH
fi

# Scripts fail with what they waited for, and the tool that reads traces does.
inside 'wait line GPIO23 1' -- true
expect_exit 1
expect_stderr 'wait line GPIO23 1' 'the program has ended with exit code 0'
inside 'timeout 100ms
wait line GPIO23 1' -- sleep 10
expect_exit 1
expect_stderr 'did not happen'
printf '%s\n' '1 edge GPIO4 0' '2 i2c 0x5d w 814e r 81' '3 line GPIO23 1' >"$folder/sample"
ordered() {
    printf '%s\n' "$@" >"$folder/order"
    run "$here/expect-order.bash" "$folder/sample" <"$folder/order"
}
ordered 'edge GPIO4' 'w 814e r 8*' '! line GPIO24' 'line GPIO23'
expect_exit 0
ordered 'line GPIO23' 'edge GPIO4'
expect_exit 1
ordered 'edge GPIO4' '! i2c' 'line GPIO23'
expect_exit 1
ordered 'edge GPIO4' '! line'
expect_exit 1

summarize
