/*
 * expect: protocolViolation phase=none reason=a completion returned that was not called
 * steps: text wait
 *
 * Reports twice that a completion has returned.
 */
#define WHEN completion
#include "wire.h"

static void misbehave(void) { send_frame(COMPLETION_RETURNED, 0, 1, 1, NULL, 0); }
