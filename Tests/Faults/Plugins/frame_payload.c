/*
 * expect: protocolViolation phase=didPerformAction
 * each: PAYLOAD EMPTY CUT LONG HUGE_TEXT NOT_UTF8 ALL_ONES ALL_SET
 *
 * Calls a host function with an invalid payload.
 */
#include "wire.h"

static void misbehave(void) {
    enum { EMPTY, CUT, LONG, HUGE_TEXT, NOT_UTF8, ALL_ONES, ALL_SET };
    static char bytes[1000];
    static const uint32_t lengths[] = {0, 2, 100, 16, 16, 1000, 1000};
    switch (PAYLOAD) {
    case HUGE_TEXT: memcpy(bytes, "\x00\x00\x00\x80", 4); break;
    case NOT_UTF8: memcpy(bytes, "\x04\x00\x00\x00\xC3\x28\xFF\xFE", 8); break;
    case ALL_ONES: memset(bytes, 1, sizeof bytes); break;
    case ALL_SET: memset(bytes, 0xFF, sizeof bytes); break;
    default: break;
    }
    send_frame(CALL, INSERT_TEXT, 1, 0, bytes, lengths[PAYLOAD]);
}
