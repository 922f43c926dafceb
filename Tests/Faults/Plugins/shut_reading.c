/*
 * expect: exited status=0 phase=none
 * steps: misbehave wait
 *
 * Shuts its channel for reading: to the worker that is the end of its host, and it ends as well.
 */
#include "wire.h"

static void misbehave(void) { shutdown(CONTROL, SHUT_RD); }
