/*
 * expect: unresponsive callback=$WHEN
 * each: WHEN viewDidLoad didPerformAction stickerAt didResignActive
 *
 * Loops endlessly in a callback, and uses a processor all the time.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
    }
}
