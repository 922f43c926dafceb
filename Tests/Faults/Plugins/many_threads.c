/*
 * expect: finished
 * says: done 4050 of 4050
 *
 * Calls the host from eight threads and from a callback at the same time, while completions run.
 */
#include "fault.h"

static int done;

static void *call(void *argument) {
    for (int i = 0; i < 450; i++) {
        mayfly_uuid session;
        int32_t made = conversation->make_session(host, &session);
        int32_t asked = i % 150 ? logger->log(host, MAYFLY_LOG_DEBUG, mayfly_text("one of many"))
                                : conversation->insert_text(host, mayfly_text("x"), completed, NULL);
        if (made == MAYFLY_OK && asked == MAYFLY_OK) {
            __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
        }
    }
    return argument;
}

static void misbehave(void) {
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) {
        pthread_create(&threads[i], NULL, call, NULL);
    }
    call(NULL);
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
    }
    print("done %d of 4050", done);
}
