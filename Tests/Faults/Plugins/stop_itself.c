/*
 * expect: unresponsive callback=didPerformAction
 *
 * Stops its own process with SIGSTOP.
 */
#include "fault.h"

static void misbehave(void) { raise(SIGSTOP); }
