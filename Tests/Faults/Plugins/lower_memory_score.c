/*
 * expect: finished
 * needs: sandbox
 * says: lower ENOENT
 *
 * Tries to become the last process that the kernel ends when the machine is out of memory.
 */
#include "fault.h"

static void misbehave(void) {
    int writing = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    attempt("lower", writing < 0 ? -1 : write(writing, "-1000", 5));
}
