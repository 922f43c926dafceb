/*
 * expect: finished
 * needs: sandbox
 * says: exec EPERM
 *
 * Becomes what it is already.
 */
#include "fault.h"

static void misbehave(void) { attempt("exec", execl("/proc/self/exe", "mayfly-worker", "1", (char *)NULL)); }
