/*
 * expect: exited status=0 phase=didPerformAction
 *
 * Closes all of its descriptors. The worker cannot answer any more, and ends.
 */
#include "wire.h"

static void misbehave(void) {
    for (int i = 0; i < 1024; i++) {
        close(i);
    }
}
