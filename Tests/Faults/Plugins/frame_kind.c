/*
 * expect: protocolViolation phase=didPerformAction reason=frame
 * each: KIND 0 1 2 3 4 5 15 23 255
 *
 * Sends a frame of a kind that does not exist, or that only the host sends.
 */
#include "wire.h"

static void misbehave(void) { send_frame(KIND, 0, 1, 0, NULL, 0); }
