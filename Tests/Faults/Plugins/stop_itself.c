/*
 * expect: unresponsive callback=didPerformAction
 *
 * Stops its own process.
 */
#include "fault.h"

static void misbehave(void) { raise(SIGSTOP); }
