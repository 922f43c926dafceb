/*
 * expect: finished
 * needs: sandbox
 * says: setsid EPERM
 * says: daemon EPERM
 *
 * Makes itself a daemon in a session of its own.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("setsid", setsid());
    attempt("daemon", daemon(1, 1));
}
