/*
 * expect: protocolViolation phase=didPerformAction reason=instance 7 does not exist
 *
 * Speaks for an instance that it does not have.
 */
#include "wire.h"

static void misbehave(void) { send_frame(CALL, INSERT_TEXT, 7, 0, NULL, 0); }
