/*
 * expect: exited status=0 phase=none
 * steps: misbehave wait
 *
 * Shuts down its channel for reading. To the worker this looks like the end of its host, so it exits.
 */
#include "wire.h"

static void misbehave(void) { shutdown(CONTROL, SHUT_RD); }
