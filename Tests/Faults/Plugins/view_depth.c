/*
 * expect: finished
 * says: view 0
 *
 * Presents a view that is nested 100,000 deep.
 */
#include "fault.h"

static void misbehave(void) {
    enum { DEPTH = 100000 };
    char *card = (char *)malloc(DEPTH * 2);
    mayfly_string text = {card, DEPTH * 2};
    memset(card, '[', DEPTH);
    memset(card + DEPTH, ']', DEPTH);
    print("view %d", (int)view->present_view(host, text));
    free(card);
}
