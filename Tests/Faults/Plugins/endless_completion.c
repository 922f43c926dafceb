/*
 * expect: unresponsive callback=completion
 * steps: text
 *
 * Computes for ever on the thread of the completions.
 */
#define WHEN completion
#include "fault.h"

static void misbehave(void) {
    for (;;) {
    }
}
