/*
 * expect: finished
 * steps: stickers
 *
 * Has four thousand million stickers. The host asks for a thousand.
 */
#define STICKERS UINT32_MAX
#include "fault.h"

static void misbehave(void) {}
