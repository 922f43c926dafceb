/*
 * expect: unresponsive callback=viewWillDisappear
 * steps: misbehave close
 *
 * Reads what the host sends in the worker's place.
 */
#include "wire.h"

static void *steal(void *argument) {
    char bytes[4096];
    while (read(CONTROL, bytes, sizeof bytes) > 0) {
    }
    return argument;
}

static void misbehave(void) {
    /* Many, because the worker itself waits there too. */
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, steal, NULL);
    }
    usleep(10000);
}
