#include "kernel_interface.h"

#include <errno.h>
#include <linux/input.h>

struct abi_input_command abi_input_classify(unsigned command) {
    struct abi_input_command result = {ABI_INPUT_UNKNOWN, 0, _IOC_SIZE(command)};
    unsigned number = _IOC_NR(command);
    if (command == EVIOCGVERSION)
        result.kind = ABI_INPUT_VERSION;
    else if (command == EVIOCSCLOCKID)
        result.kind = ABI_INPUT_CLOCK;
    else if (command == EVIOCGRAB)
        result.kind = ABI_INPUT_GRAB;
    else if (number == _IOC_NR(EVIOCGNAME(0)))
        result.kind = ABI_INPUT_NAME;
    else if (number == _IOC_NR(EVIOCGMTSLOTS(0)))
        result.kind = ABI_INPUT_SLOTS;
    else if (number == _IOC_NR(EVIOCGKEY(0)))
        result.kind = ABI_INPUT_KEYS;
    else if (number >= _IOC_NR(EVIOCGBIT(0, 0)) && number < _IOC_NR(EVIOCGBIT(EV_CNT, 0)))
        result.kind = ABI_INPUT_ABILITIES, result.code = number - _IOC_NR(EVIOCGBIT(0, 0));
    else if (number >= _IOC_NR(EVIOCGABS(0)) && number < _IOC_NR(EVIOCGABS(0)) + ABS_CNT)
        result.kind = ABI_INPUT_AXIS, result.code = number - _IOC_NR(EVIOCGABS(0));
    return result;
}

int abi_input_fetch(struct abi_request request, int *value) {
    return abi_peek(request.pid, request.argument, value, sizeof *value);
}

int abi_input_put(struct abi_request request, const void *bytes, size_t count, size_t size) {
    return abi_poke(request.pid, request.argument, bytes, count < size ? count : size);
}

int abi_input_put_version(struct abi_request request) {
    int version = EV_VERSION;
    return abi_poke(request.pid, request.argument, &version, sizeof version);
}
