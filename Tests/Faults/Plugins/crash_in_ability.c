/*
 * expect: crashed signal=11 phase=didPerformAction
 * steps: misbehave
 *
 * Crashes in `ability`, which the host calls when it first needs a table other than the controller.
 */
#define WHEN ability
#include "fault.h"

static void misbehave(void) { *(volatile int *)NULL = 1; }
