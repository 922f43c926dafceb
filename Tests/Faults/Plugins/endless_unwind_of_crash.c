/*
 * expect: crashed signal=11 phase=didPerformAction
 *
 * Crashes in a function whose unwind table is a program without an end: the report of the crash must end.
 */
#include "fault.h"

static void misbehave(void) {
    /* The rule for the frame above is a program that jumps back to its beginning (DW_OP_skip -3). */
    __asm__ volatile(".cfi_escape 0x0f, 0x03, 0x2f, 0xfd, 0xff");
    *(volatile int *)0x1234 = 1;
}
