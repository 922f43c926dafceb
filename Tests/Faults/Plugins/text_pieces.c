/*
 * expect: hostTime
 *
 * Inserts a text into the input field letter by letter. The host takes longer for each letter as their number grows.
 */
#include "fault.h"

static void misbehave(void) {
    for (int i = 0; i < 9000; i++) {
        conversation->insert_text(host, mayfly_text("x"), NULL, NULL);
    }
}
