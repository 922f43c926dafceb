/*
 * expect: launchTimeout phase=open
 *
 * Loops endlessly while the library is loaded.
 */
#include "fault.h"

__attribute__((constructor)) static void begin(void) {
    for (;;) {
    }
}

static void misbehave(void) {}
