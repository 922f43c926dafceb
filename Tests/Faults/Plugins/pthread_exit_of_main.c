/*
 * expect: protocolViolation phase=didPerformAction reason=first thread
 *
 * Ends the main thread inside a callback. Another thread keeps the process running, which answers no more, and which the host
 * cannot measure.
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
