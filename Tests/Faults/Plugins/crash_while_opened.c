/*
 * expect: crashed signal=11 phase=open
 * each: WHEN entry makeInstance
 *
 * Writes through a null pointer before there is an instance to call back.
 */
#include "fault.h"

static void misbehave(void) { *(volatile int *)NULL = 1; }
