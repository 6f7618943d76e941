#include "kernel_interface.h"

#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <string.h>

// The kernel's own limit for one message.
enum { longest_message = 8192 };

static struct abi_i2c_message messages[I2C_RDWR_IOCTL_MAX_MSGS];
static uint8_t storage[I2C_RDWR_IOCTL_MAX_MSGS][longest_message];

enum abi_i2c_kind abi_i2c_classify(unsigned command) {
    switch (command) {
    case I2C_FUNCS: return ABI_I2C_FUNCTIONS;
    case I2C_SLAVE: return ABI_I2C_ADDRESS;
    case I2C_SLAVE_FORCE: return ABI_I2C_ADDRESS_FORCED;
    case I2C_RETRIES:
    case I2C_TIMEOUT:
    case I2C_TENBIT:
    case I2C_PEC: return ABI_I2C_OPTION;
    case I2C_RDWR: return ABI_I2C_TRANSFER;
    case I2C_SMBUS: return ABI_I2C_SMBUS;
    default: return ABI_I2C_UNKNOWN;
    }
}

int abi_i2c_put_functions(struct abi_request request, bool has_plain_transfers) {
    // What i2c-bcm2835 has, and what a controller for SMBus only (i2c-i801) has.
    unsigned long functions = I2C_FUNC_SMBUS_EMUL;
    if (has_plain_transfers)
        functions |= I2C_FUNC_I2C;
    else
        functions = I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_BYTE | I2C_FUNC_SMBUS_BYTE_DATA |
                    I2C_FUNC_SMBUS_WORD_DATA | I2C_FUNC_SMBUS_BLOCK_DATA | I2C_FUNC_SMBUS_I2C_BLOCK;
    return abi_poke(request.pid, request.argument, &functions, sizeof functions);
}

static int fetch_plain(struct abi_request request, struct abi_i2c_transfer *transfer) {
    struct i2c_rdwr_ioctl_data data;
    struct i2c_msg raw[I2C_RDWR_IOCTL_MAX_MSGS];
    if (abi_peek(request.pid, request.argument, &data, sizeof data)) return -EFAULT;
    if (!data.msgs || data.nmsgs == 0 || data.nmsgs > I2C_RDWR_IOCTL_MAX_MSGS) return -EINVAL;
    if (abi_peek(request.pid, (uint64_t)data.msgs, raw, data.nmsgs * sizeof *raw)) return -EFAULT;
    for (unsigned i = 0; i < data.nmsgs; i++) {
        if (raw[i].len > longest_message) return -EINVAL;
        messages[i] = (struct abi_i2c_message){
            .address = raw[i].addr, .is_read = raw[i].flags & I2C_M_RD, .count = raw[i].len, .bytes = storage[i],
            .remote = (uint64_t)raw[i].buf};
        if (!messages[i].is_read && raw[i].len > 0 &&
            abi_peek(request.pid, messages[i].remote, storage[i], raw[i].len))
            return -EFAULT;
    }
    *transfer = (struct abi_i2c_transfer){.count = data.nmsgs, .messages = messages};
    return 0;
}

// How many bytes of data a command has, block commands aside.
static unsigned data_length(unsigned size) {
    switch (size) {
    case I2C_SMBUS_BYTE_DATA: return 1;
    case I2C_SMBUS_WORD_DATA: return 2;
    default: return 0;
    }
}

static int fetch_smbus(struct abi_request request, uint16_t address, struct abi_i2c_transfer *transfer) {
    struct i2c_smbus_ioctl_data call;
    union i2c_smbus_data data = {0};
    if (abi_peek(request.pid, request.argument, &call, sizeof call)) return -EFAULT;
    bool reads = call.read_write == I2C_SMBUS_READ;
    *transfer = (struct abi_i2c_transfer){
        .messages = messages, .is_smbus = true, .remote = (uint64_t)call.data, .smbus_size = call.size,
        .smbus_read = reads};
    messages[0] = (struct abi_i2c_message){.address = address, .bytes = storage[0]};
    messages[1] = (struct abi_i2c_message){.address = address, .bytes = storage[1], .is_read = true};
    storage[0][0] = call.command;

    switch (call.size) {
    case I2C_SMBUS_QUICK:
        messages[0].is_read = reads;
        transfer->count = 1;
        return 0;
    case I2C_SMBUS_BYTE:
        messages[0].is_read = reads;
        messages[0].count = 1;
        transfer->count = 1;
        return 0;
    case I2C_SMBUS_BYTE_DATA:
    case I2C_SMBUS_WORD_DATA:
    case I2C_SMBUS_I2C_BLOCK_DATA: break;
    default: return -EOPNOTSUPP;
    }
    bool is_block = call.size == I2C_SMBUS_I2C_BLOCK_DATA;
    unsigned length = data_length(call.size);
    if (is_block || !reads) {
        // (Of a block, the length comes first.)
        if (abi_peek(request.pid, transfer->remote, &data, is_block ? sizeof data.block : length)) return -EFAULT;
        if (is_block) length = data.block[0];
        if (is_block && (length == 0 || length > I2C_SMBUS_BLOCK_MAX)) return -EINVAL;
    }
    messages[0].count = 1;
    messages[1].count = length;
    transfer->count = reads ? 2 : 1;
    if (reads) return 0;
    memcpy(storage[0] + 1, is_block ? data.block + 1 : (uint8_t *)&data, length);
    messages[0].count = 1 + length;
    return 0;
}

int abi_i2c_fetch(struct abi_request request, uint16_t address, struct abi_i2c_transfer *transfer) {
    return request.command == I2C_SMBUS ? fetch_smbus(request, address, transfer) : fetch_plain(request, transfer);
}

int abi_i2c_store(struct abi_request request, const struct abi_i2c_transfer *transfer) {
    if (!transfer->is_smbus) {
        for (unsigned i = 0; i < transfer->count; i++) {
            const struct abi_i2c_message *message = &transfer->messages[i];
            if (message->is_read && message->count > 0 &&
                abi_poke(request.pid, message->remote, message->bytes, message->count))
                return -EFAULT;
        }
        return transfer->count;
    }
    if (!transfer->smbus_read || transfer->smbus_size == I2C_SMBUS_QUICK) return 0;
    const struct abi_i2c_message *last = &transfer->messages[transfer->count - 1];
    if (transfer->smbus_size != I2C_SMBUS_I2C_BLOCK_DATA)
        return abi_poke(request.pid, transfer->remote, last->bytes, last->count);
    uint8_t block[1 + I2C_SMBUS_BLOCK_MAX] = {last->count};
    memcpy(block + 1, last->bytes, last->count);
    return abi_poke(request.pid, transfer->remote, block, 1 + last->count);
}
