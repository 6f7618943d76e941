#include <stdint.h>

// The square root, the one function of a mathematics library that Tapline uses, correctly rounded as IEEE 754 asks:
// by the floating point unit where there is one, else digit by digit in integers.

#if defined(__arm__) && defined(__ARM_FP)
float sqrtf(float x) {
    float root;
    __asm__("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
    return root;
}
#elif defined(__aarch64__)
float sqrtf(float x) {
    float root;
    __asm__("fsqrt %s0, %s1" : "=w"(root) : "w"(x));
    return root;
}
#else
float sqrtf(float x) {
    union {
        float value;
        uint32_t bits;
    } number = {.value = x};
    const uint32_t bits = number.bits;
    const uint32_t infinity = 0x7F800000;

    if ((bits & 0x7FFFFFFF) == 0) return x;  // ±0
    if (bits > infinity || bits == infinity) {
        // A NaN, +infinity, or negative and without a root.
        if (bits == infinity || (bits & 0x7FFFFFFF) > infinity) return x;
        number.bits = 0x7FC00000;
        return number.value;
    }

    // x = mantissa · 2^(exponent - 150), the mantissa with its top bit at 23.
    int32_t exponent = (int32_t)(bits >> 23);
    uint32_t mantissa = bits & 0x7FFFFF;
    if (exponent == 0) {
        exponent = 1;
        while (mantissa < 0x800000) {
            mantissa <<= 1;
            exponent--;
        }
    } else {
        mantissa |= 0x800000;
    }
    // An even power of two, so that it halves; then 25 digits of the root: 24 to keep and one to round by.
    int32_t power = exponent - 127;
    if (power & 1) {
        mantissa <<= 1;
        power--;
    }
    mantissa <<= 1;
    uint32_t root = 0, remainder = 0;
    for (uint32_t digit = 0x1000000; digit; digit >>= 1) {
        const uint32_t trial = remainder + digit;
        if (trial <= mantissa) {
            remainder = trial + digit;
            mantissa -= trial;
            root += digit;
        }
        mantissa <<= 1;
    }
    // A root never lies half-way between two floats, so the last digit alone decides.
    root = (root >> 1) + (root & 1);
    number.bits = root + ((uint32_t)(power / 2 + 126) << 23);
    return number.value;
}
#endif
