/*
 * expect: finished
 * needs: sandbox
 * says: user EPERM
 * says: mount EPERM
 *
 * Tries to become root of new namespaces.
 */
#include <sched.h>

#include "fault.h"

static void misbehave(void) {
    attempt("user", unshare(CLONE_NEWUSER));
    attempt("mount", unshare(CLONE_NEWNS));
}
