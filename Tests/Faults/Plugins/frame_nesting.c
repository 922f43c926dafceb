/*
 * expect: protocolViolation phase=didPerformAction
 * each: DEPTH 1 10 1000
 *
 * Stages a message with an encoding in which every pointer is present, at great depth.
 */
#include "wire.h"

static void misbehave(void) {
    char bytes[1001];
    memset(bytes, 1, sizeof bytes);
    memset(bytes, 0, 4);
    send_frame(CALL, INSERT_MESSAGE, 1, 0, bytes, DEPTH);
}
