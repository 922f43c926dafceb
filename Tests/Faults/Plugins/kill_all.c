/*
 * expect: finished
 * needs: sandbox
 * says: all EPERM
 * says: group EPERM
 *
 * Kills every process that it can see; a guard keeps it from doing so where it can see others'.
 */
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) {
    if (is_contained()) {
        attempt("all", kill(-1, SIGKILL));
        attempt("first", syscall(SYS_tgkill, 1, 1, SIGKILL));
        attempt("group", killpg(0, SIGKILL));
    }
}
