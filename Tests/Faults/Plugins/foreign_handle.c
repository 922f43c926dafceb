/*
 * expect: finished
 * says: null 1006
 * says: foreign 1006
 *
 * Calls the host with a handle that it did not get.
 */
#include "fault.h"

static void misbehave(void) {
    mayfly_host copy = *host;
    print("null %d", (int)conversation->dismiss(NULL));
    print("foreign %d", (int)conversation->dismiss(&copy));
}
