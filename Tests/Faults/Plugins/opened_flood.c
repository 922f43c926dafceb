/*
 * expect: protocolViolation phase=didPerformAction reason=the library was opened twice
 *
 * Says again and again that it was opened, which costs it little and the host a frame each.
 */
#include "wire.h"

static void misbehave(void) {
    for (;;) {
        send_frame(OPENED, 0, 0, 0, NULL, 0);
    }
}
