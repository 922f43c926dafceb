/*
 * expect: channelClosed phase=didPerformAction
 *
 * Puts another file in the place of its channel and lives on.
 */
#include "wire.h"

static void misbehave(void) {
    dup2(open("/proc/self/maps", O_RDONLY | O_CLOEXEC), CONTROL);
    for (;;) {
        pause();
    }
}
