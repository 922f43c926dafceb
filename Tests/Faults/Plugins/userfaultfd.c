/*
 * expect: finished
 * needs: sandbox
 * says: userfaultfd EPERM
 *
 * Takes page faults into its own hands, which widens races in the kernel.
 */
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) { attempt("userfaultfd", syscall(SYS_userfaultfd, O_CLOEXEC)); }
