/*
 * expect: protocolViolation phase=didPerformAction reason=instance 7 does not exist
 *
 * Sends a frame with the number of an instance that does not exist.
 */
#include "wire.h"

static void misbehave(void) { send_frame(CALL, INSERT_TEXT, 7, 0, NULL, 0); }
