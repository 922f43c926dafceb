/*
 * expect: protocolViolation phase=didPerformAction reason=the library was opened twice
 *
 * Reports repeatedly that it is open. Each report costs it little, and the host one frame.
 */
#include "wire.h"

static void misbehave(void) {
    for (;;) {
        send_frame(OPENED, 0, 0, 0, NULL, 0);
    }
}
