/*
 * expect: finished
 *
 * Would hang when the library is unloaded. It never is: its process is killed.
 */
#include "fault.h"

__attribute__((destructor)) static void end(void) {
    for (;;) {
        pause();
    }
}

static void misbehave(void) {}
