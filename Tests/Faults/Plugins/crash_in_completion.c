/*
 * expect: crashed signal=11 phase=none
 * steps: text
 *
 * Crashes on the thread of the completions, between callbacks.
 */
#define WHEN completion
#include "fault.h"

static void misbehave(void) { *(volatile int *)NULL = 1; }
