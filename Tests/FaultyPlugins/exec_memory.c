/*
 * expect: finished
 * needs: sandbox
 * says: exec EPERM
 *
 * Becomes a program that only memory holds.
 */
#include <sys/mman.h>

#include "fault.h"

static void misbehave(void) {
    int file = memfd_create("program", MFD_CLOEXEC);
    char *const none[] = {NULL};
    attempt("exec", fexecve(file, none, none));
}
