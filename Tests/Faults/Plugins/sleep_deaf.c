/*
 * expect: unresponsive callback=didPerformAction
 *
 * Sleeps with every blockable signal blocked.
 */
#include "fault.h"

static void misbehave(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (;;) {
        sleep(1000);
    }
}
