/*
 * expect: crashed signal=11 phase=none
 * steps: misbehave wait
 *
 * A thread that the extension started crashes while no callback runs.
 */
#include "fault.h"

static void *crash(void *delay) {
    usleep(50000);
    *(volatile int *)delay = 1;
    return NULL;
}

static void misbehave(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, crash, NULL);
}
