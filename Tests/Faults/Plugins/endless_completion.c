/*
 * expect: unresponsive callback=completion
 * steps: text
 *
 * Loops endlessly on the thread of the completions.
 */
#define WHEN completion
#include "fault.h"

static void misbehave(void) {
    for (;;) {
    }
}
