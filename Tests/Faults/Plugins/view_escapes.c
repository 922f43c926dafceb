/*
 * expect: finished
 * says: view 0
 *
 * Presents a view whose texts all contain escape sequences for a terminal.
 */
#include "fault.h"

#define ESCAPES "\\u001b]0;title\\u0007\\u001b[2J\\u009b31m\\r\\b\\u202e"

static void misbehave(void) {
    static const char card[] =
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"fallbackText\":\"" ESCAPES "\",\"body\":["
        "{\"type\":\"TextBlock\",\"text\":\"" ESCAPES "\"},"
        "{\"type\":\"Input.Text\",\"id\":\"" ESCAPES "\",\"label\":\"" ESCAPES "\",\"value\":\"" ESCAPES "\"},"
        "{\"type\":\"FactSet\",\"facts\":[{\"title\":\"" ESCAPES "\",\"value\":\"" ESCAPES "\"}]}],"
        "\"actions\":[{\"type\":\"Action.Submit\",\"id\":\"x\",\"title\":\"" ESCAPES "\"}]}";
    print("view %d", (int)view->present_view(host, mayfly_text(card)));
}
