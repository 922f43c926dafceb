/*
 * expect: cpu
 * steps: misbehave wait
 *
 * A thread loops endlessly while all callbacks return in time.
 */
#include "fault.h"

static void *compute(void *argument) {
    for (;;) {
    }
    return argument;
}

static void misbehave(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, compute, NULL);
}
