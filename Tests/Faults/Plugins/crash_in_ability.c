/*
 * expect: crashed signal=11 phase=open
 *
 * Crashes in `ability`, which the worker calls for each table of callbacks when the instance is made.
 */
#define WHEN ability
#include "fault.h"

static void misbehave(void) { *(volatile int *)NULL = 1; }
