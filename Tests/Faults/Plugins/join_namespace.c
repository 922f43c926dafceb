/*
 * expect: finished
 * needs: sandbox
 * says: setns EPERM
 *
 * Joins the namespaces of the process above it.
 */
#include <sched.h>

#include "fault.h"

static void misbehave(void) {
    int file = open("/proc/1/ns/mnt", O_RDONLY | O_CLOEXEC);
    attempt("setns", setns(file < 0 ? 0 : file, 0));
}
