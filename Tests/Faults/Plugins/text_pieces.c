/*
 * expect: hostTime
 *
 * Puts a text into the person's input field letter by letter: the more there are, the longer the host takes for each.
 */
#include "fault.h"

static void misbehave(void) {
    for (int i = 0; i < 9000; i++) {
        conversation->insert_text(host, mayfly_text("x"), NULL, NULL);
    }
}
