/*
 * expect: channelClosed phase=didPerformAction
 *
 * Closes its channel and lives on.
 */
#include "wire.h"

static void misbehave(void) {
    close(CONTROL);
    for (;;) {
        pause();
    }
}
