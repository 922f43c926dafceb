/*
 * expect: finished
 * says: view 1007
 *
 * Presents a view of 100 MB.
 */
#include "fault.h"

static void misbehave(void) {
    uint64_t size = 100000000;
    char *card = (char *)calloc(1, size);
    mayfly_string text = {card, size};
    print("view %d", (int)view->present_view(host, text));
    free(card);
}
