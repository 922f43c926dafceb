/*
 * expect: crashed signal=4 phase=didPerformAction
 *
 * Runs into an instruction that does not exist.
 */
#include "fault.h"

static void misbehave(void) { __builtin_trap(); }
