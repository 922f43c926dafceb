/*
 * expect: crashed signal=14 phase=none
 * steps: misbehave wait
 *
 * Sets an alarm that kills it between two callbacks.
 */
#include <sys/time.h>

#include "fault.h"

static void misbehave(void) {
    struct itimerval soon = {.it_value = {.tv_usec = 50000}};
    setitimer(ITIMER_REAL, &soon, NULL);
}
