/*
 * expect: protocolViolation phase=didPerformAction reason=host function $FUNCTION does not exist
 * each: FUNCTION 0 100 9999 65535
 *
 * Calls a host function that does not exist, or the number of a callback.
 */
#include "wire.h"

static void misbehave(void) { send_frame(CALL, FUNCTION, 1, 0, NULL, 0); }
