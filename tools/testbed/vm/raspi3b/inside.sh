#!/bin/sh
# The part of tools/testbed/vm/raspi3b/test.bash that runs on the emulated Raspberry Pi: a line for each thing shown.

cd /run/shared || exit 1
export PATH=/run/shared:$PATH

# verdict STATUS NAME WHAT: a line. (The status comes first: what is put into WHAT would have one of its own.)
verdict() {
    [ "$1" = 0 ] && result=passed || result=FAILED
    printf '%-24s %-62s %s\n' "$2" "$3" "$result"
}

# shape NAME ERROR: what the probe must have seen.
shape() {
    grep -Eq "^$1 +$2 " shapes
    verdict $? driver "$1: $(sed -n "s/^$1  *//p" shapes)"
}

# level: of GPIO25, as the kernel reads it back. (Older kernels number lines from elsewhere on.)
level() { sed -n 's/^ gpio-[0-9]* *(GPIO25 *|tapline[^)]*) out \(hi\|lo\).*/\1/p' /sys/kernel/debug/gpio; }

# in_time COMMAND…: waits until it succeeds, at most 60 s.
in_time() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || return 1
        sleep 0.1
    done
}

level_is() { [ "$(level)" = "$1" ]; }

name=$(cat /sys/bus/i2c/devices/i2c-1/name)
probe shapes /dev/i2c-1 0x5d 0x14 >shapes
grep -Eq '^functions .*: I2C yes' shapes
verdict $? driver "$name: $(head -n 1 shapes)"
shape 'write' 0
shape 'read' 0
shape 'write, read' 0
# At most one read in a transfer, and it is the last message: EOPNOTSUPP.
shape 'write, read, write, read' 95
shape 'read, write' 95
shape 'read, read' 95
# Nobody has the address: EREMOTEIO.
shape 'nobody: write' 121
shape 'nobody: write, read' 121

# The daemon: the chip's registers are a memory's, and somebody else writes the fingers into it.
taplined --board board.yaml --config config.yaml >stdout 2>stderr &
daemon=$!
in_time level_is lo
verdict $? starts "GPIO25 of $(cat /sys/bus/gpio/devices/gpiochip0/label 2>/dev/null || echo pinctrl-bcm2835) is an output, $(level)"
probe write /dev/i2c-1 0x5d 0x814f 0x00 0x90 0x01 0xf0 0x00 0x28 0x00
probe write /dev/i2c-1 0x5d 0x814e 0x81
in_time level_is hi
verdict $? press "a finger at 400,240, held: GPIO25 $(level)"
kb=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' /proc/$daemon/status)
[ "${kb:-9999}" -le 3000 ]
verdict $? memory "$kb KB resident"
probe write /dev/i2c-1 0x5d 0x814e 0x80
in_time level_is lo
verdict $? lift "GPIO25 $(level)"
kill -TERM $daemon
wait $daemon
verdict $? ends "SIGTERM: it ends well, $(grep -c . stdout) lines told, $(grep -c . stderr) complaints"
grep -q '"gesture":"press","kind":"longPress","state":"ended"' stdout
verdict $? told "the press and its end: $(grep -c '"gesture":"press"' stdout) events"

# A board whose chip is not there: EREMOTEIO, which this driver says for it, is no answer.
taplined --board absent.yaml --config config.yaml >stdout 2>stderr &
daemon=$!
in_time grep -q 'no controller answers' stderr
kill -TERM $daemon
wait $daemon && grep -q 'no controller answers at 0x14 on bus /dev/i2c-1' stderr
verdict $? absent "$(grep -m 1 'answers' stderr | cut -c 1-150)"

# What else this machine has.
[ ! -e evdev.sh ] || . ./evdev.sh
