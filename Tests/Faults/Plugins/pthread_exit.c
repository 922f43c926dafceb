/*
 * expect: exited status=0 phase=didPerformAction
 *
 * Ends its only thread inside a callback, and the process with it.
 */
#include "fault.h"

static void misbehave(void) { pthread_exit(NULL); }
