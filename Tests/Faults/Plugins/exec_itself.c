/*
 * expect: finished
 * needs: sandbox
 * says: exec EPERM
 *
 * Executes its own program again.
 */
#include "fault.h"

static void misbehave(void) { attempt("exec", execl("/proc/self/exe", "mayfly-worker", "1", (char *)NULL)); }
