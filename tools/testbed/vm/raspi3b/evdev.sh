# The kernel's input devices for a program of 32 bits: one daemon makes a touchscreen (uinput) of the panel on the bus, another
# one reads it. An event has 16 bytes, and its time is that of the monotonic clock.

taplined --board board.yaml --config writer.yaml >/dev/null 2>stderr-writer &
writer=$!
in_time [ -e /dev/input/event0 ]
verdict $? uinput "$(cat /sys/class/input/event0/device/name) is there"
taplined --board evdev.yaml --config config.yaml >stdout 2>stderr &
daemon=$!
in_time level_is lo
verdict $? evdev "$(head -n 1 stderr | cut -c 1-60)"
probe write /dev/i2c-1 0x5d 0x814f 0x00 0x90 0x01 0xf0 0x00 0x28 0x00
probe write /dev/i2c-1 0x5d 0x814e 0x81
in_time level_is hi
verdict $? evdev-press "the same finger by way of the kernel: GPIO25 $(level)"
probe write /dev/i2c-1 0x5d 0x814e 0x80
in_time level_is lo
verdict $? evdev-lift "GPIO25 $(level)"
kill -TERM $daemon
wait $daemon
seconds=$(sed -n 's/.*"t":\([0-9]*\)[0-9]\{6\},.*"state":"ended".*/\1/p' stdout)
now=$(cut -d . -f 1 /proc/uptime)
[ "$seconds" -le "$now" ] && [ "$seconds" -ge $((now - 60)) ] &&
    grep -q '"kind":"longPress","state":"ended","touches":1,"x":400.0,"y":240.0' stdout
verdict $? evdev-event "ended $((now - seconds)) s ago: $(grep -o '"x":.*' stdout | tail -n 1)"
kill -TERM $writer
wait $writer
verdict $? uinput-ends "$(ls /dev/input 2>/dev/null | grep -c event) input devices are left"
