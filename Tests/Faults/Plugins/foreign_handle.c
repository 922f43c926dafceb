/*
 * expect: finished
 * says: null 1006
 * says: foreign 1006
 *
 * Calls with a host handle that it was not given.
 */
#include "fault.h"

static void misbehave(void) {
    mayfly_host copy = *host;
    print("null %d", (int)conversation->dismiss(NULL));
    print("foreign %d", (int)conversation->dismiss(&copy));
}
