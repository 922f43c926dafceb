/*
 * expect: threads phase=open
 *
 * Makes two hundred threads while the library is loaded, and waits.
 */
#include "fault.h"

static void *wait_forever(void *context) {
    pause();
    return context;
}

__attribute__((constructor)) static void begin(void) {
    for (int i = 0; i < 200; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, wait_forever, NULL);
    }
    pause();
}

static void misbehave(void) {}
