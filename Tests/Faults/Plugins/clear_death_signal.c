/*
 * expect: hostEnded
 * needs: sandbox
 * says: prctl EPERM
 *
 * Tries to clear its parent-death signal (PR_SET_PDEATHSIG), and loops endlessly. Then the host is killed.
 */
#include "fault.h"

#include <sys/prctl.h>

static void misbehave(void) {
    attempt("prctl", prctl(PR_SET_PDEATHSIG, 0));
    for (;;) {
    }
}
