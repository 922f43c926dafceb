/*
 * expect: crashed signal=9 phase=didPerformAction
 *
 * Sends itself the signal with which the host ends workers: the host did not, and does not claim it.
 */
#include "fault.h"

static void misbehave(void) { raise(SIGKILL); }
