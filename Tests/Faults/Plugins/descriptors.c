/*
 * expect: finished
 * says: descriptors EMFILE
 *
 * Opens descriptors up to the limit. Its calls still reach the host.
 */
#include <sys/eventfd.h>

#include "fault.h"

static void misbehave(void) {
    int last;
    do {
        last = eventfd(0, 0);
    } while (last >= 0);
    attempt("descriptors", last);
}
