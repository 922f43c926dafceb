/*
 * expect: crashed signal=6 phase=didPerformAction
 * says-part: Assertion
 *
 * An assertion of the extension fails. The receipt keeps its last output.
 */
#include <assert.h>

#include "fault.h"

static void misbehave(void) { assert(host == NULL); }
