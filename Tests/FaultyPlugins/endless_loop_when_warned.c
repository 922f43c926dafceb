/*
 * expect: unresponsive callback=didReceiveMemoryWarning
 * awaits: policy
 *
 * Computes for ever when it is warned.
 */
#define WHEN didReceiveMemoryWarning
#include "fault.h"

static void misbehave(void) {
    for (;;) {
    }
}
