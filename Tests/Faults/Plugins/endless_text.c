/*
 * expect: transfer | hostTime
 *
 * Puts another half of a megabyte of text into the person's input field, again and again, at less than the rate of calls.
 * A host that was built without optimization has computed for too long before it was given too much.
 */
#include "fault.h"

static void misbehave(void) {
    enum { SIZE = 500000 };
    char *bytes = (char *)malloc(SIZE);
    mayfly_string text = {bytes, SIZE};
    memset(bytes, 'x', SIZE);
    for (int i = 0; i < 5000; i++) {
        conversation->insert_text(host, text, NULL, NULL);
    }
    free(bytes);
}
