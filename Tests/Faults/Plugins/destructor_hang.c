/*
 * expect: finished
 *
 * Has a destructor that hangs. It never runs, because the process is killed.
 */
#include "fault.h"

__attribute__((destructor)) static void end(void) {
    for (;;) {
        pause();
    }
}

static void misbehave(void) {}
