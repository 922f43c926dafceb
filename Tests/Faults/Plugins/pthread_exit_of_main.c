/*
 * expect: unresponsive callback=didPerformAction
 *
 * Ends the main thread inside a callback. Another one keeps the process alive, which answers nothing any more.
 */
#include "fault.h"

static void *stay(void *argument) {
    for (;;) {
        pause();
    }
    return argument;
}

static void misbehave(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, stay, NULL);
    pthread_exit(NULL);
}
