/*
 * expect: finished
 * says: text 1001
 * says: message 1001
 * says: dismiss 1001
 *
 * Continues to call the host after it has resigned.
 */
#define WHEN didResignActive
#include "fault.h"

static void misbehave(void) {
    print("text %d", (int)conversation->insert_text(host, mayfly_text("late"), NULL, NULL));
    print("message %d", (int)conversation->insert_message(host, NULL, NULL, NULL));
    print("dismiss %d", (int)conversation->dismiss(host));
}
