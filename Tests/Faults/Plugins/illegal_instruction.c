/*
 * expect: crashed signal=4 phase=didPerformAction
 *
 * Executes an illegal instruction.
 */
#include "fault.h"

static void misbehave(void) { __builtin_trap(); }
