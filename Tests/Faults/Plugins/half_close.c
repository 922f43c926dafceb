/*
 * expect: channelClosed phase=didPerformAction
 *
 * Shuts down its channel for writing and continues to run.
 */
#include "wire.h"

static void misbehave(void) {
    shutdown(CONTROL, SHUT_WR);
    for (;;) {
        pause();
    }
}
