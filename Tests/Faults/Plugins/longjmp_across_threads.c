/*
 * expect: crashed | unresponsive | protocolViolation | exited
 * steps: wait
 * options: -U_FORTIFY_SOURCE
 *
 * A completion jumps out to where a callback was: two threads go on upon one stack, and the machine decides how that ends.
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
