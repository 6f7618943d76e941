/* A headset for the machine of tools/testbed/vm/service.bash, which has no Python: an input device of uinput's with one key. Every line
 * on its standard input presses it once. */
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int emit(int device, int type, int code, int value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    return write(device, &event, sizeof event) == sizeof event ? 0 : -1;
}

int main(void) {
    struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 1, .product = 1}};
    char line[16];
    int device = open("/dev/uinput", O_WRONLY);
    strcpy(setup.name, "Headset");
    if (ioctl(device, UI_SET_EVBIT, EV_KEY) || ioctl(device, UI_SET_KEYBIT, KEY_PLAYPAUSE) ||
        ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE)) {
        perror("headset");
        return 1;
    }
    while (fgets(line, sizeof line, stdin))
        for (int value = 1; value >= 0; value--)
            if (emit(device, EV_KEY, KEY_PLAYPAUSE, value) || emit(device, EV_SYN, SYN_REPORT, 0)) return 1;
    return 0;
}
