/*
 * expect: finished
 * says: zero 1005
 * says: small 0
 *
 * Passes structs with invalid sizes.
 */
#include "fault.h"

static void misbehave(void) {
    mayfly_message message = {.size = 0, .url = mayfly_text("https://example.org")};
    print("zero %d", (int)conversation->insert_message(host, &message, NULL, NULL));
    message.size = 9;
    print("small %d", (int)conversation->insert_message(host, &message, NULL, NULL));
}
