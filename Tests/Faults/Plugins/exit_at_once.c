/*
 * expect: exited status=3 phase=didPerformAction
 *
 * Ends without running any exit handler.
 */
#include "fault.h"

static void misbehave(void) { _exit(3); }
