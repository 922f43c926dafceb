/*
 * expect: finished
 * needs: sandbox
 * says: vfork EPERM
 *
 * Tries the other system calls that create a process.
 */
#include <sched.h>
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) { attempt("vfork", syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)); }
