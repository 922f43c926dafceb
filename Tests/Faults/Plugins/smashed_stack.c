/*
 * expect: crashed signal=11 phase=didPerformAction
 * options: -fno-stack-protector -U_FORTIFY_SOURCE -O0
 *
 * Overwrites the return address of its own callback.
 */
#include "fault.h"

static void misbehave(void) {
    void *volatile frame = __builtin_frame_address(0);
    memset(frame, 0x41, 256);
}
