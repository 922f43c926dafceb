/*
 * expect: channelClosed phase=didPerformAction
 *
 * Replaces its channel by another file and continues to run.
 */
#include "wire.h"

static void misbehave(void) {
    dup2(open("/proc/self/maps", O_RDONLY | O_CLOEXEC), CONTROL);
    for (;;) {
        pause();
    }
}
