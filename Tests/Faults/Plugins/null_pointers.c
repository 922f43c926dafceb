/*
 * expect: finished
 * says: message 1005
 * says: session 1005
 * says: text 0
 * says: endless 1007
 *
 * Passes NULL for every pointer, and a length without a pointer.
 */
#include "fault.h"

static void misbehave(void) {
    static const mayfly_string none, endless = {"x", UINT64_MAX};
    print("message %d", (int)conversation->insert_message(host, NULL, NULL, NULL));
    print("session %d", (int)conversation->make_session(host, NULL));
    print("text %d", (int)conversation->insert_text(host, none, NULL, NULL));
    print("endless %d", (int)conversation->insert_text(host, endless, NULL, NULL));
}
