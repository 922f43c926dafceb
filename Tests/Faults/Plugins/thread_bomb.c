/*
 * expect: threads
 *
 * Starts threads endlessly.
 */
#include "fault.h"

static void *sleep_for_ever(void *argument) {
    for (;;) {
        pause();
    }
    return argument;
}

static void misbehave(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, &small, sleep_for_ever, NULL);
    }
}
