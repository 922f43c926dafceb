/*
 * expect: finished
 * says: descriptors EMFILE
 *
 * Opens descriptors up to the limit. Its calls still reach the host.
 */
#include "fault.h"

static void misbehave(void) {
    int last;
    do {
        last = dup(0);
    } while (last >= 0);
    attempt("descriptors", last);
}
