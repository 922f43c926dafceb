/*
 * expect: crashed signal=11 phase=didPerformAction
 * steps: misbehave
 *
 * Crashes when it is asked for what it offers beside its controller, which is when that is needed first.
 */
#define WHEN ability
#include "fault.h"

static void misbehave(void) { *(volatile int *)NULL = 1; }
