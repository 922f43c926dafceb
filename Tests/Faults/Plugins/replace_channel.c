/*
 * expect: channelClosed phase=didPerformAction
 *
 * Replaces its channel by another file and continues to run.
 */
#include "wire.h"

static void misbehave(void) {
    close(CONTROL);
    /* The lowest number that is free. */
    open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    for (;;) {
        pause();
    }
}
