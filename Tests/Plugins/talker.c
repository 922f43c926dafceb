/*
 * Presents cards without end while it is made, each of SIZE bytes. They are no cards: whoever only decodes the calls is not kept
 * busy by anything else.
 */
#include <mayfly/mayfly.h>

#include <string.h>

static const mayfly_controller controller = {.size = sizeof controller};

static int32_t make_instance(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    static char text[SIZE + 1];
    const mayfly_view_functions *view = mayfly_ability(host, MAYFLY_VIEW);
    (void)context, (void)launch;
    instance->controller = &controller;
    memset(text, 'x', SIZE);
    while (view->present_view(host, mayfly_text(text)) == MAYFLY_OK) {
    }
    return MAYFLY_OK;
}

#include "plugin_entry.h"
