// What an I2C adapter answers to the shapes of transfers, a line each; and bytes into a chip behind it.
//
//   probe shapes BUS ADDRESS ABSENT     functionality, shapes with the chip at ADDRESS, an address that nobody has
//   probe write BUS ADDRESS REGISTER BYTE…   numbers as 0x814e, the register in two bytes
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

static int bus;

// The error number of a transfer, 0 when it went through.
static int transfer(struct i2c_msg *messages, unsigned count) {
    struct i2c_rdwr_ioctl_data data = {messages, count};
    return ioctl(bus, I2C_RDWR, &data) == (int)count ? 0 : errno;
}

static void tell(const char *what, int error) { printf("%-28s %d %s\n", what, error, error ? strerror(error) : "ok"); }

static void shapes(unsigned short address, unsigned short absent) {
    unsigned char where[2] = {0x81, 0x40}, note[3] = {0x81, 0x80, 0x55}, one[4], other[4];
    unsigned long functions = 0;
    ioctl(bus, I2C_FUNCS, &functions);
    printf("functions 0x%08lx: I2C %s, SMBus block read %s\n", functions, functions & I2C_FUNC_I2C ? "yes" : "no",
           functions & I2C_FUNC_SMBUS_READ_BLOCK_DATA ? "yes" : "no");
    tell("write", transfer((struct i2c_msg[]){{address, 0, 3, note}}, 1));
    tell("read", transfer((struct i2c_msg[]){{address, I2C_M_RD, 4, one}}, 1));
    tell("write, read", transfer((struct i2c_msg[]){{address, 0, 2, where}, {address, I2C_M_RD, 4, one}}, 2));
    tell("write, read, write, read",
         transfer((struct i2c_msg[]){{address, 0, 2, where}, {address, I2C_M_RD, 4, one},
                                     {address, 0, 2, where}, {address, I2C_M_RD, 4, other}}, 4));
    tell("read, write", transfer((struct i2c_msg[]){{address, I2C_M_RD, 4, one}, {address, 0, 3, note}}, 2));
    tell("read, read", transfer((struct i2c_msg[]){{address, I2C_M_RD, 4, one}, {address, I2C_M_RD, 4, other}}, 2));
    tell("nobody: write", transfer((struct i2c_msg[]){{absent, 0, 2, where}}, 1));
    tell("nobody: write, read",
         transfer((struct i2c_msg[]){{absent, 0, 2, where}, {absent, I2C_M_RD, 4, one}}, 2));
}

int main(int count, char **words) {
    if (count < 5) return 64;
    bus = open(words[2], O_RDWR);
    if (bus < 0) {
        perror(words[2]);
        return 1;
    }
    unsigned short address = strtoul(words[3], NULL, 0);
    unsigned long fourth = strtoul(words[4], NULL, 0);
    if (!strcmp(words[1], "shapes")) {
        shapes(address, fourth);
        return 0;
    }
    unsigned char bytes[64] = {fourth >> 8, fourth};
    unsigned length = 2;
    for (int i = 5; i < count && length < sizeof bytes; i++) bytes[length++] = strtoul(words[i], NULL, 0);
    int error = transfer((struct i2c_msg[]){{address, 0, length, bytes}}, 1);
    if (error) tell("write", error);
    return error != 0;
}
