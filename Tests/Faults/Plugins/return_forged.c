/*
 * expect: protocolViolation phase=didPerformAction reason=returned without being called
 * each: TOKEN 0 1 7 0xFFFFFFFFFFFFFFFF
 *
 * Answers a callback that it was not called for.
 */
#include "wire.h"

static void misbehave(void) { send_frame(RETURNED, DID_PERFORM_ACTION, 1, TOKEN, NULL, 0); }
