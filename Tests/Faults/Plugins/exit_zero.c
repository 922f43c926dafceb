/*
 * expect: exited status=0 phase=didPerformAction
 *
 * Ends as if all were well, in a callback.
 */
#include "fault.h"

static void misbehave(void) { exit(0); }
