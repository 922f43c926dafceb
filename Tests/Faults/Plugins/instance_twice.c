/*
 * expect: protocolViolation phase=didPerformAction reason=an instance was made twice
 *
 * Reports a second time that its instance is made.
 */
#include "wire.h"

static void misbehave(void) { send_frame(INSTANCE_MADE, 0, 1, 0, NULL, 0); }
