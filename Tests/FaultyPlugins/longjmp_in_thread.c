/*
 * expect: unresponsive callback=didPerformAction
 *
 * Leaves a callback by a jump that never comes back: the host's own frames are skipped.
 */
#include <setjmp.h>

#include "fault.h"

static jmp_buf place;

/* A loop of its own on the main thread's stack, entered from the callback and never left. */
static void misbehave(void) {
    volatile int rounds = 0;
    setjmp(place);
    rounds = rounds + 1;
    usleep(1000);
    longjmp(place, 1);
}
