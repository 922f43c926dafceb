/*
 * expect: finished
 * steps: stickers
 *
 * Reports four thousand million stickers. The host asks for a thousand.
 */
#define STICKERS UINT32_MAX
#include "fault.h"

static void misbehave(void) {}
