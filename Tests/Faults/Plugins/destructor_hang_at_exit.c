/*
 * expect: unresponsive callback=didPerformAction
 *
 * Exits, and hangs when the library is unloaded.
 */
#include "fault.h"

__attribute__((destructor)) static void end(void) {
    for (;;) {
        pause();
    }
}

static void misbehave(void) { exit(0); }
