/*
 * expect: protocolViolation phase=didPerformAction reason=a frame of 4008636142 bytes
 *
 * Writes bytes that are not a frame.
 */
#include "wire.h"

static void misbehave(void) {
    char bytes[64];
    memset(bytes, 0xEE, sizeof bytes);
    (void)!write(CONTROL, bytes, sizeof bytes);
}
