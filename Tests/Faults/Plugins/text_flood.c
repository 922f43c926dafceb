/*
 * expect: finished | hostTime
 *
 * Inserts half a megabyte of text into the input field twenty times. A host that was built without optimization may reach the
 * limit on host time before the last insertion.
 */
#include "fault.h"

static int taken, refused;

static void done(void *context, const mayfly_error *error) {
    (void)context;
    taken += error == NULL;
    refused += error != NULL;
    if (taken + refused == 20) {
        print("taken %d", taken);
    }
}

static void misbehave(void) {
    enum { SIZE = 500000 };
    char *bytes = (char *)malloc(SIZE);
    mayfly_string text = {bytes, SIZE};
    memset(bytes, 'x', SIZE);
    for (int i = 0; i < 20; i++) {
        conversation->insert_text(host, text, done, NULL);
    }
    free(bytes);
}
