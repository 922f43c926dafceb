/*
 * expect: exited status=0 phase=didPerformAction
 *
 * Exits in the middle of a frame.
 */
#include "wire.h"

static void misbehave(void) {
    uint32_t length = 100;
    (void)!write(CONTROL, &length, sizeof length);
    (void)!write(CONTROL, "half", 4);
    _exit(0);
}
