/*
 * expect: crashed signal=6 phase=didPerformAction
 * says-part: terminate called
 *
 * Throws a C++ exception out of a callback.
 */
#include "fault.h"

static void misbehave() { throw 42; }
