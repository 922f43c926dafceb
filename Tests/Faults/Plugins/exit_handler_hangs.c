/*
 * expect: unresponsive callback=didPerformAction
 *
 * Exits, and hangs in an exit handler.
 */
#include "fault.h"

static void hang(void) {
    for (;;) {
        pause();
    }
}

static void misbehave(void) {
    atexit(hang);
    exit(0);
}
