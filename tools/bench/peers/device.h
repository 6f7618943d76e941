// A touchscreen that the libraries take for one of the kernel's: device.c answers their ioctl, read and epoll calls, what
// they ask udev, and the clock, inside the process. So what is measured has no system call in it, and nobody needs
// uinput.

#ifndef DEVICE_H
#define DEVICE_H

#include "harness.h"

// Makes the device. The answer is a descriptor for it.
int device_open(enum manner manner);
// Takes a descriptor of the library's own for the device.
void device_is(int fd, enum manner manner);
// These events can be read now; the clock shows their time.
void device_send(const struct report *report);

#endif
