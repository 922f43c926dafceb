/*
 * expect: unresponsive callback=didPerformAction
 *
 * Announces more bytes than it sends, so that the host reads the worker's answer as the rest of the frame.
 */
#include "wire.h"

static void misbehave(void) {
    uint32_t length = 1 << 20;
    (void)!write(CONTROL, &length, sizeof length);
    (void)!write(CONTROL, "half", 4);
}
