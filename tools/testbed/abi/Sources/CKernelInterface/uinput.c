#include "kernel_interface.h"

#include <errno.h>
#include <linux/uinput.h>
#include <string.h>

struct abi_uinput_command abi_uinput_classify(struct abi_request request) {
    unsigned number = request.argument;
    switch (request.command) {
    case UI_SET_EVBIT: return (struct abi_uinput_command){ABI_UINPUT_TYPE, number};
    case UI_SET_KEYBIT: return (struct abi_uinput_command){ABI_UINPUT_KEY, number};
    case UI_SET_PROPBIT: return (struct abi_uinput_command){ABI_UINPUT_PROPERTY, number};
    case UI_ABS_SETUP: return (struct abi_uinput_command){ABI_UINPUT_AXIS, 0};
    case UI_SET_PHYS: return (struct abi_uinput_command){ABI_UINPUT_PLACE, 0};
    case UI_DEV_SETUP: return (struct abi_uinput_command){ABI_UINPUT_SETUP, 0};
    case UI_DEV_CREATE: return (struct abi_uinput_command){ABI_UINPUT_CREATE, 0};
    }
    return (struct abi_uinput_command){ABI_UINPUT_UNKNOWN, 0};
}

int abi_uinput_fetch_axis(struct abi_request request, struct abi_uinput_axis *axis) {
    struct uinput_abs_setup setup;
    int error = abi_peek(request.pid, request.argument, &setup, sizeof setup);
    if (error) return error;
    *axis = (struct abi_uinput_axis){setup.code, setup.absinfo.minimum, setup.absinfo.maximum, setup.absinfo.resolution};
    return 0;
}

int abi_uinput_fetch_text(struct abi_request request, enum abi_uinput_kind kind, char *text, size_t size) {
    if (kind == ABI_UINPUT_PLACE) {
        // (As the kernel's strndup_user: byte by byte, up to its end.)
        for (size_t i = 0; i < size; i++) {
            int error = abi_peek(request.pid, request.argument + i, text + i, 1);
            if (error) return error;
            if (!text[i]) return 0;
        }
        return -EINVAL;
    }
    struct uinput_setup setup;
    int error = abi_peek(request.pid, request.argument, &setup, sizeof setup);
    if (error) return error;
    if (!setup.name[0]) return -EINVAL;
    setup.name[sizeof setup.name - 1] = 0;
    if (strlen(setup.name) >= size) return -EINVAL;
    strcpy(text, setup.name);
    return 0;
}
