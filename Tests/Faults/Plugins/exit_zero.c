/*
 * expect: exited status=0 phase=didPerformAction
 *
 * Exits with status 0 in a callback.
 */
#include "fault.h"

static void misbehave(void) { exit(0); }
