/*
 * expect: finished
 * needs: sandbox
 * says: parent EPERM
 * says: host EPERM
 *
 * Tries to kill its parent process and the host.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("parent", kill(getppid(), SIGKILL));
    attempt("host", is_contained() ? kill(atoi(fact("host")), SIGKILL) : -1);
}
