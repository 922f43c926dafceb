/*
 * expect: finished
 * needs: sandbox
 * says: timer EPERM
 *
 * Makes all the timers that the workers of one zygote may have together, so that no other gets one.
 */
#include <signal.h>
#include <time.h>

#include "fault.h"

static void misbehave(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    for (int i = 0; i < 1000; i++) {
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0) {
            attempt("timer", -1);
            return;
        }
    }
}
