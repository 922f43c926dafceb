/*
 * expect: hostEnded
 * needs: sandbox
 * says: prctl EPERM
 *
 * Would take back the signal that it gets when its parent dies, and computes for ever. The host is killed then.
 */
#include "fault.h"

#include <sys/prctl.h>

static void misbehave(void) {
    attempt("prctl", prctl(PR_SET_PDEATHSIG, 0));
    for (;;) {
    }
}
