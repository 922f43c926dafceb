/*
 * expect: exited status=3 phase=didPerformAction
 *
 * Exits without running exit handlers.
 */
#include "fault.h"

static void misbehave(void) { _exit(3); }
