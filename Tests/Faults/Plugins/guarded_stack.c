/*
 * expect: crashed signal=6 phase=didPerformAction
 * options: -fstack-protector-all
 * says-part: stack smashing detected
 *
 * The same with the compiler's guard, which aborts.
 */
#include "fault.h"

static void misbehave(void) {
    char buffer[16];
    volatile char *past = buffer;
    for (int i = 0; i < 64; i++) {
        past[i] = 'A';
    }
}
