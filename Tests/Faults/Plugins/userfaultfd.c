/*
 * expect: finished
 * needs: sandbox
 * says: userfaultfd EPERM
 *
 * Handles its own page faults (userfaultfd), which widens race windows in the kernel.
 */
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) { attempt("userfaultfd", syscall(SYS_userfaultfd, O_CLOEXEC)); }
