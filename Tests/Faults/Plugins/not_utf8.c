/*
 * expect: finished
 * says: text 1005
 * says: view 1005
 *
 * Passes texts that are not UTF-8.
 */
#include "fault.h"

static void misbehave(void) {
    static const mayfly_string broken = {"\xC3\x28 \xED\xA0\x80 \xFF", 8};
    mayfly_message message = {.size = sizeof message, .url = broken};
    print("text %d", (int)conversation->insert_text(host, broken, NULL, NULL));
    print("view %d", (int)view->present_view(host, broken));
    print("log %d", (int)logger->log(host, MAYFLY_LOG_INFO, broken));
    print("message %d", (int)conversation->insert_message(host, &message, NULL, NULL));
}
