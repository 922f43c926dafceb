/*
 * expect: finished
 * needs: sandbox
 * says: parent EPERM
 * says: host EPERM
 *
 * Kills the process above it, and the host.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("parent", kill(getppid(), SIGKILL));
    attempt("host", is_contained() ? kill(atoi(fact("host")), SIGKILL) : -1);
}
