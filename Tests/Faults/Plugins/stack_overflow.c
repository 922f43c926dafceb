/*
 * expect: crashed signal=11 phase=didPerformAction
 *
 * Calls itself until the stack is used up.
 */
#include "fault.h"

static int dig(volatile int depth) {
    volatile char room[1000];
    room[0] = (char)depth;
    return depth < 0 ? 0 : dig(depth + 1) + room[0];
}

static void misbehave(void) { print("%d", dig(1)); }
