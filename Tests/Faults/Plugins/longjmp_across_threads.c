/*
 * expect: crashed | unresponsive | protocolViolation | exited
 * steps: wait
 * options: -U_FORTIFY_SOURCE
 *
 * A completion jumps to a callback of the main thread: two threads then use one stack, with an undefined result.
 */
#define WHEN didBecomeActive
#include "fault.h"

#include <setjmp.h>

static jmp_buf place;

static void jump(void *context, const mayfly_error *error) {
    (void)context, (void)error;
    longjmp(place, 1);
}

static void misbehave(void) {
    if (setjmp(place) == 0) {
        conversation->insert_text(host, mayfly_text("x"), jump, NULL);
    }
}
