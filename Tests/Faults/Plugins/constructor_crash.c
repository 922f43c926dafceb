/*
 * expect: crashed signal=11 phase=open
 *
 * Crashes while the library is loaded.
 */
#include "fault.h"

__attribute__((constructor)) static void begin(void) { *(volatile int *)NULL = 1; }

static void misbehave(void) {}
