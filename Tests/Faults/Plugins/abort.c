/*
 * expect: crashed signal=6 phase=didPerformAction
 *
 * Aborts.
 */
#include "fault.h"

static void misbehave(void) { abort(); }
