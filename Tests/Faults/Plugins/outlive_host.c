/*
 * expect: hostEnded
 * says: waiting
 *
 * Waits in a callback with every signal blocked that can be. Then the host is killed.
 */
#include "fault.h"

static void misbehave(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    print("waiting");
    for (;;) {
        pause();
    }
}
