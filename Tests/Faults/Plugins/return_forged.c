/*
 * expect: protocolViolation phase=didPerformAction reason=returned without being called
 * each: TOKEN 0 1 7 0xFFFFFFFFFFFFFFFF
 *
 * Sends the return of a callback that the host did not call.
 */
#include "wire.h"

static void misbehave(void) { send_frame(RETURNED, DID_PERFORM_ACTION, 1, TOKEN, NULL, 0); }
