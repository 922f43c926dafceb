/*
 * expect: crashed signal=11 phase=didReceiveMemoryWarning
 * awaits: policy
 *
 * Writes through a null pointer when it is warned.
 */
#define WHEN didReceiveMemoryWarning
#include "fault.h"

static void misbehave(void) { *(volatile int *)NULL = 1; }
