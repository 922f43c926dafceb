/*
 * Inserts the interactive message that a button names: with and without a picture, with a web address or another one.
 * The picture comes from the bundle, as good.png. All messages are of one session.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <string.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static char picture[1200];
static mayfly_uuid session = {{7}};

/* `$` and the UUID by which this install knows its own user. */
static const char *me(const mayfly_state *state) {
    static char text[40];
    const uint8_t *bytes = state->active_conversation->local_participant.bytes;
    int used = snprintf(text, sizeof text, "$");
    for (int i = 0; i < 16; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%02X",
                         i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", bytes[i]);
    }
    return text;
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char id[40], summary[100];
    mayfly_template_layout layout = {
        .size = sizeof layout,
        .image_title = MAYFLY_TEXT("Title"),
        .image_subtitle = MAYFLY_TEXT("Subtitle"),
        .caption = MAYFLY_TEXT("a <caption> & more"),
        .subcaption = MAYFLY_TEXT("subcaption"),
        .trailing_caption = MAYFLY_TEXT("trailing"),
        .trailing_subcaption = MAYFLY_TEXT("end"),
    };
    mayfly_message message = {.size = sizeof message, .session = &session, .layout = &layout};
    (void)context;
    snprintf(id, sizeof id, "%.*s", (int)action->id.length, action->id.data ? action->id.data : "");
    snprintf(summary, sizeof summary, "%s asked", me(state));
    message.summary_text = mayfly_text(summary);
    if (!strcmp(id, "web")) {
        layout.image_file = mayfly_text(picture);
        message.url = mayfly_text("https://example.org/poll?x=%C3%BC&y");
    } else if (!strcmp(id, "link")) {
        message.url = mayfly_text("HTTP://example.org/");
    } else if (!strcmp(id, "picture")) {
        layout.image_file = mayfly_text(picture);
        message.url = mayfly_text("?poll=1");
    } else if (!strcmp(id, "data")) {
        message.url = mayfly_text("data:text/html,https://example.org/");
    } else if (!strcmp(id, "bare")) {
        memset(&message.summary_text, 0, sizeof message.summary_text);
        message.layout = NULL;
        message.url = mayfly_text("?");
    }
    conversation->insert_message(host, &message, NULL, NULL);
}

static void view_did_load(void *context, const mayfly_state *state) {
    static const char *const ids[] = {"web", "link", "picture", "data", "bare"};
    char card[1000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":[");
    (void)context, (void)state;
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    snprintf(picture, sizeof picture, "%.*s/good.png", (int)launch->bundle_folder.length, launch->bundle_folder.data);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
