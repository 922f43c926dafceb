/*
 * expect: unresponsive callback=didPerformAction
 *
 * Jumps back to its beginning endlessly, so that the callback never returns.
 */
#include <setjmp.h>

#include "fault.h"

static jmp_buf place;

static void misbehave(void) {
    volatile int rounds = 0;
    setjmp(place);
    rounds = rounds + 1;
    usleep(1000);
    longjmp(place, 1);
}
