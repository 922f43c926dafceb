/*
 * expect: finished
 * needs: sandbox
 * says: setsid EPERM
 * says: daemon EPERM
 *
 * Becomes a daemon in a new session.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("setsid", setsid());
    attempt("daemon", daemon(1, 1));
}
