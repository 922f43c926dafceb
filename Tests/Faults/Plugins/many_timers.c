/*
 * expect: finished
 * needs: sandbox
 * says: timer EPERM
 *
 * Creates all POSIX timers that the workers of one zygote share, so that other workers could create none.
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
