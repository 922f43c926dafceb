/*
 * expect: protocolViolation phase=viewWillDisappear | protocolViolation phase=stickerAt reason=callback 161 returned before it was sent
 *
 * Never returns from a callback, and sends the returns of this one and of all after it from another thread, while nobody reads what
 * the host sends: ten thousand stickers are asked for. The sockets take a part of that. The host must not queue the rest.
 */
#define STICKERS 1000
#include "wire.h"

#include <semaphore.h>

enum { STICKER_COUNT = 160, STICKER_AT };

/* The host numbers its callbacks: the tap on the button is the sixth. */
static uint64_t token = 6;
static sem_t answers;

static void answered(void *context, const mayfly_error *error) {
    (void)context, (void)error;
    sem_post(&answers);
}

/* Returns from a callback. The answer to the call that follows comes after the next callback. */
static void answer(int callback, uint32_t result, uint32_t size) {
    send_frame(RETURNED, callback, 1, token++, &result, size);
    conversation->send_text(host, mayfly_text("x"), answered, NULL);
    sem_wait(&answers);
}

static void *flood(void *context) {
    answer(DID_PERFORM_ACTION, 0, 0);
    for (int round = 0; round < 10; round++) {
        answer(STICKER_COUNT, STICKERS, 4);
        for (int i = 0; i < STICKERS - 1; i++) {
            answer(STICKER_AT, 0, 0);
        }
        stickers->reload_stickers(host);
        answer(STICKER_AT, 0, 0);
    }
    return context;
}

static void misbehave(void) {
    pthread_t thread;
    sem_init(&answers, 0, 0);
    stickers->present_sticker_browser(host, 0);
    pthread_create(&thread, NULL, flood, NULL);
    for (;;) {
        pause();
    }
}
