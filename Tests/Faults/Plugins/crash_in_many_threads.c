/*
 * expect: crashed signal=11 phase=didPerformAction
 *
 * Eight threads crash at once.
 */
#include "fault.h"

static pthread_barrier_t barrier;

static void *crash(void *argument) {
    pthread_barrier_wait(&barrier);
    *(volatile int *)0x1234 = 1;
    return argument;
}

static void misbehave(void) {
    pthread_t threads[8];
    pthread_barrier_init(&barrier, NULL, 8);
    for (int i = 0; i < 8; i++) {
        pthread_create(&threads[i], NULL, crash, NULL);
    }
    pthread_join(threads[0], NULL);
}
