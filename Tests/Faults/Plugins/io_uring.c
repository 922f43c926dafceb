/*
 * expect: finished
 * needs: sandbox
 * says: io_uring EPERM
 *
 * Sets up an io_uring, whose operations bypass the system call filter.
 */
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) {
    char parameters[120] = {0};
    attempt("io_uring", syscall(SYS_io_uring_setup, 4, parameters));
}
