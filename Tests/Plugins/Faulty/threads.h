/* Time that passes, and threads. */
#ifndef FAULTY_THREADS_H
#define FAULTY_THREADS_H

#include "state.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void wait_milliseconds(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void *sleep_for_ever(void *unused) {
    (void)unused;
    for (;;) {
        wait_milliseconds(1000000);
    }
    return NULL;
}

static void *wake_again_and_again(void *unused) {
    (void)unused;
    for (;;) {
        wait_milliseconds(5);
    }
    return NULL;
}

static void start(void *(*body)(void *)) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, NULL) == 0) {
        pthread_detach(thread);
    }
}

#endif
