/*
 * expect: crashed signal=8 phase=didPerformAction
 *
 * Divides by zero.
 */
#include "fault.h"

static volatile int zero;

static void misbehave(void) { zero = 7 / zero; }
