/*
 * expect: channelClosed phase=didPerformAction
 *
 * Shuts its channel for writing and lives on.
 */
#include "wire.h"

static void misbehave(void) {
    shutdown(CONTROL, SHUT_WR);
    for (;;) {
        pause();
    }
}
