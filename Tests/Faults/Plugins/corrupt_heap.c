/*
 * expect: crashed signal=6 phase=didPerformAction
 *
 * Frees what is not its to free.
 */
#include "fault.h"

static void misbehave(void) {
    volatile uintptr_t piece = (uintptr_t)malloc(100);
    free((void *)(piece + 16));
}
