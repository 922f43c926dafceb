/*
 * expect: protocolViolation phase=didPerformAction reason=an instance was made twice
 *
 * Says that its instance is made once more.
 */
#include "wire.h"

static void misbehave(void) { send_frame(INSTANCE_MADE, 0, 1, 0, NULL, 0); }
