/*
 * expect: exited status=0 phase=didPerformAction
 *
 * Ends its only thread, and with it the process, inside a callback.
 */
#include "fault.h"

static void misbehave(void) { pthread_exit(NULL); }
