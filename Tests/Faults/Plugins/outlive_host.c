/*
 * expect: hostEnded
 * says: waiting
 *
 * Waits in a callback, deaf to every signal that can be blocked. The host is killed then.
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
