/*
 * expect: finished
 * needs: sandbox
 * says: parent EPERM
 * says: host EPERM
 *
 * Tries to attach to its parent process and to the host with ptrace.
 */
#include <sys/ptrace.h>

#include "fault.h"

static void misbehave(void) {
    attempt("parent", ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
    attempt("host", ptrace(PTRACE_ATTACH, atoi(fact("host")), NULL, NULL));
}
