/*
 * expect: protocolViolation phase=didPerformAction reason=frame
 * each: KIND 0 1 2 3 4 5 15 23 255
 *
 * Sends a frame of an unknown kind, or of a kind that only the host sends.
 */
#include "wire.h"

static void misbehave(void) { send_frame(KIND, 0, 1, 0, NULL, 0); }
