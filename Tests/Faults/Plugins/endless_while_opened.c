/*
 * expect: launchTimeout phase=open
 * each: WHEN entry makeInstance
 *
 * Loops endlessly before there is an instance.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
    }
}
