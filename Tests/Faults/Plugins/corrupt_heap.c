/*
 * expect: crashed signal=6 phase=didPerformAction
 *
 * Frees memory that it did not allocate.
 */
#include "fault.h"

static void misbehave(void) {
    volatile uintptr_t piece = (uintptr_t)malloc(100);
    free((void *)(piece + 16));
}
