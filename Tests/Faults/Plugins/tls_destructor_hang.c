/*
 * expect: unresponsive callback=didPerformAction
 *
 * Ends the main thread, and hangs in the destructor of its thread-specific data.
 */
#include "fault.h"

static void hang(void *value) {
    (void)value;
    for (;;) {
        pause();
    }
}

static void misbehave(void) {
    pthread_key_t key;
    pthread_key_create(&key, hang);
    pthread_setspecific(key, &key);
    pthread_exit(NULL);
}
