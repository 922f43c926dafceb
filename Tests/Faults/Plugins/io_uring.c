/*
 * expect: finished
 * needs: sandbox
 * says: io_uring EPERM
 *
 * Sets up a ring that does system calls past their filter.
 */
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) {
    char parameters[120] = {0};
    attempt("io_uring", syscall(SYS_io_uring_setup, 4, parameters));
}
