/*
 * expect: crashed signal=6 phase=didPerformAction
 * options: -fstack-protector-all
 * says-part: stack smashing detected
 *
 * Overwrites its return address with stack protection, which aborts the process.
 */
#include "fault.h"

static void misbehave(void) {
    char buffer[16];
    volatile char *past = buffer;
    for (int i = 0; i < 64; i++) {
        past[i] = 'A';
    }
}
