/*
 * Forgets what an author may forget: it misspells the id of a table, and shows a card with an action and a sticker browser
 * without the callbacks that these need.
 */
#include <mayfly/mayfly.h>

static const mayfly_host *host;

static void view_did_load(void *context, const mayfly_state *state) {
    static const mayfly_string card =
        MAYFLY_TEXT("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":[{\"type\":"
                    "\"Action.Submit\",\"title\":\"Go\"}]}");
    const mayfly_view_functions *view = mayfly_ability(host, MAYFLY_VIEW);
    const mayfly_sticker_functions *stickers = mayfly_ability(host, MAYFLY_STICKERS);
    (void)context, (void)state;
    mayfly_ability(host, "mayfly.veiw/1");
    mayfly_ability(host, "mayfly.veiw/1");
    view->present_view(host, card);
    stickers->present_sticker_browser(host, MAYFLY_STICKER_REGULAR);
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    instance->controller = &controller;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
