/*
 * expect: launchTimeout phase=open
 * each: WHEN entry makeInstance
 *
 * Computes for ever before there is an instance.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
    }
}
