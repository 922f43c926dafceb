/*
 * expect: channelClosed phase=didPerformAction
 *
 * Closes its channel and continues to run.
 */
#include "wire.h"

static void misbehave(void) {
    close(CONTROL);
    for (;;) {
        pause();
    }
}
