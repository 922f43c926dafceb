/*
 * expect: crashed signal=11 phase=didPerformAction
 * options: -U_FORTIFY_SOURCE -O0
 *
 * Jumps out of a callback to where an earlier one was, whose part of the stack is long gone.
 */
#include <alloca.h>
#include <setjmp.h>

#include "fault.h"

static jmp_buf place;

__attribute__((noinline)) static void mark(void) {
    void *volatile room[64];
    memset((void *)room, 0, sizeof room);
    if (setjmp(place)) {
        /* The frame that this returns from is no more: it was overwritten on the way here. */
        return;
    }
}

static void misbehave(void) {
    mark();
    memset(__builtin_alloca(4096), 0x41, 4096);
    longjmp(place, 1);
}
