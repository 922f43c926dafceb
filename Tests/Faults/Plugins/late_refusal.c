/*
 * expect: refused phase=didPerformAction reason=after all
 *
 * Reports that its library cannot be used, although it is already in use.
 */
#include "wire.h"

static void misbehave(void) { send_frame(REFUSED, 0, 1, 0, "\x09\0\0\0after all", 13); }
