/*
 * expect: finished
 * needs: sandbox
 * says: parent EPERM
 * says: place-parent EPERM
 * says: real-time EPERM
 * says: batch OK
 * says: place EPERM
 *
 * Changes the scheduling of its parent, and asks for real time. It may choose an ordinary policy for itself,
 * and no processors: the kernel moves a thread at the expense of nobody.
 */
#include <sched.h>

#include "fault.h"

static void misbehave(void) {
    struct sched_param none = {0}, first = {1};
    cpu_set_t set;
    attempt("parent", sched_setscheduler(getppid(), SCHED_BATCH, &none));
    attempt("known", sched_getaffinity(0, sizeof set, &set));
    attempt("place-parent", sched_setaffinity(getppid(), sizeof set, &set));
    attempt("real-time", sched_setscheduler(0, SCHED_FIFO, &first));
    attempt("batch", sched_setscheduler(0, SCHED_BATCH, &none));
    attempt("place", sched_setaffinity(0, sizeof set, &set));
}
