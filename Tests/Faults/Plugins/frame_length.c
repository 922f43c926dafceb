/*
 * expect: protocolViolation phase=didPerformAction reason=16 to 17825792 | protocolViolation reason=at most 1048560
 * each: LENGTH 0 1 15 0x00100001 0x7FFFFFFF 0x80000000 0xFFFFFFFF 0x8000000000000000
 *
 * Announces a frame with an invalid length.
 */
#include "wire.h"

static void misbehave(void) {
    uint64_t length = LENGTH;
    char bytes[64] = {0};
    memcpy(bytes, &length, sizeof length);
    (void)!write(CONTROL, bytes, sizeof bytes);
}
