/*
 * expect: finished
 * says: priority 5
 * says: raise EPERM
 * says: batch OK
 * says: ordinary OK
 * says: later 5
 * needs: sandbox
 *
 * Tries to get the priority of the host, below which extensions are: their threads would hold up its own.
 */
#include <sched.h>
#include <sys/resource.h>

#include "fault.h"

static void misbehave(void) {
    struct sched_param none = {0};
    print("priority %d", getpriority(PRIO_PROCESS, 0));
    attempt("raise", setpriority(PRIO_PROCESS, 0, 0));
    attempt("batch", sched_setscheduler(0, SCHED_BATCH, &none));
    attempt("ordinary", sched_setscheduler(0, SCHED_OTHER, &none));
    print("later %d", getpriority(PRIO_PROCESS, 0));
}
