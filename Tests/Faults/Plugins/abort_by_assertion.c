/*
 * expect: crashed signal=6 phase=didPerformAction
 * says-part: Assertion
 *
 * An assertion of the extension's fails; what it printed last is kept.
 */
#include <assert.h>

#include "fault.h"

static void misbehave(void) { assert(host == NULL); }
