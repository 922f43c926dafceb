/*
 * expect: protocolViolation phase=didPerformAction reason=bytes; at most
 * each: KIND VIOLATION CALL REFUSED
 *
 * Sends a megabyte of text, which is one character with many accents, where the host expects a line for people. To make such a
 * text safe to show would take the host some 10 ms.
 */
#include "wire.h"

static void misbehave(void) {
    enum { SIZE = 1000000 };
    static char bytes[20 + 8 + SIZE];
    uint32_t length = sizeof bytes - 4, instance = 1, size = SIZE;
    uint16_t function = LOG;
    memcpy(bytes, &length, 4);
    bytes[4] = KIND;
    memcpy(bytes + 6, &function, 2);
    memcpy(bytes + 8, &instance, 4);
    memcpy(bytes + 24, &size, 4);
    for (int i = 0; i < SIZE; i += 2) {
        memcpy(bytes + 28 + i, i ? "\xCC\x81" : "ee", 2);
    }
    for (size_t sent = 0; sent < sizeof bytes;) {
        ssize_t count = write(CONTROL, bytes + sent, sizeof bytes - sent);
        if (count <= 0) {
            return;
        }
        sent += (size_t)count;
    }
}
