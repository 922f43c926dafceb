/*
 * expect: finished
 * needs: sandbox
 * says: parent EPERM
 * says: host EPERM
 *
 * Attaches to the process above it, and to the host.
 */
#include <sys/ptrace.h>

#include "fault.h"

static void misbehave(void) {
    attempt("parent", ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
    attempt("host", ptrace(PTRACE_ATTACH, atoi(fact("host")), NULL, NULL));
}
