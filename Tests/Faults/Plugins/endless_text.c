/*
 * expect: transfer | hostTime
 *
 * Inserts half a megabyte of text into the input field repeatedly, below the limit on calls.
 * A host that was built without optimization reaches the limit on host time before the limit on bytes.
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
