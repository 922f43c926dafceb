/*
 * expect: finished | hostTime
 * says: replaced 120
 * grows: 1024
 *
 * Replaces its staged message 120 times with one of 16 KiB. The host keeps the last one only, where all of them are 2 MiB. A
 * host that was built without optimization may reach the limit on host time after the last one.
 */
#include "fault.h"

static int taken;

static void done(void *context, const mayfly_error *error) {
    (void)context;
    taken += error == NULL;
    if (taken == 120) {
        print("replaced %d", taken);
    }
}

static void misbehave(void) {
    static char text[16 * 1024];
    mayfly_message message = {.size = sizeof message, .url = mayfly_text("?x")};
    memset(text, 'x', sizeof text - 1);
    message.summary_text = mayfly_text(text);
    for (int i = 0; i < 120; i++) {
        conversation->insert_message(host, &message, done, NULL);
    }
}
