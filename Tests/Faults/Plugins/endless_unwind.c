/*
 * expect: unresponsive callback=didPerformAction stack=misbehave
 *
 * Loops in a function whose unwind table is a program without an end: the report of its stack must not put off its end, and
 * has the function.
 */
#include "fault.h"

static void misbehave(void) {
    /* The rule for the frame above is a program that jumps back to its beginning (DW_OP_skip -3). */
    __asm__ volatile(".cfi_escape 0x0f, 0x03, 0x2f, 0xfd, 0xff");
    for (;;) {
        __asm__ volatile("" ::: "memory");
    }
}
