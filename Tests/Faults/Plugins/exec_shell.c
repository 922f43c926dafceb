/*
 * expect: finished
 * needs: sandbox
 * says: execve EPERM
 * says: execveat EPERM
 *
 * Executes a shell.
 */
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) {
    attempt("execve", execl("/bin/sh", "sh", "-c", "exec sleep 3600", (char *)NULL));
    attempt("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/sh", NULL, NULL, 0));
}
