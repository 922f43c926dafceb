/*
 * expect: finished
 * needs: sandbox
 * says: all EPERM
 * says: first EPERM
 * says: group EPERM
 *
 * Kills every process that it can see. A guard stops it when it can see processes of others.
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
