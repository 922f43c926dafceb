/*
 * expect: crashed signal=9 phase=didPerformAction
 *
 * Sends itself the signal by which the host ends workers. The receipt must not say that the host sent it.
 */
#include "fault.h"

static void misbehave(void) { raise(SIGKILL); }
