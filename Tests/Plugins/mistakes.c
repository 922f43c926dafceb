/*
 * Makes the mistakes of a beginner, who passes NULL for every completion and reads no answer: each button is one.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <string.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;

static const char *const buttons[] = {"title", "below", "stranger", "long", "null", "card", "element", "log", "many"};

static void show(const char *element) {
    char card[2000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[%s],\"actions\":[",
                        element);
    end_with_buttons(card, sizeof card, used, buttons, sizeof buttons / sizeof *buttons);
    view->present_view(host, mayfly_text(card));
}

static void log_line(const char *line) {
    const mayfly_log_functions *logger = mayfly_ability(host, MAYFLY_LOG);
    logger->log(host, MAYFLY_LOG_WARNING, mayfly_text(line));
}

static void insert(const mayfly_template_layout *layout, mayfly_string url) {
    mayfly_message message = {.size = sizeof message, .url = url, .layout = layout};
    conversation->insert_message(host, &message, NULL, NULL);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    static char address[6000];
    mayfly_template_layout layout = {.size = sizeof layout};
    (void)context;
    (void)state;
    if (mayfly_text_equals(action->id, mayfly_text("title"))) {
        layout.caption = mayfly_text("A caption");
        layout.image_title = mayfly_text("A title without an image");
        insert(&layout, mayfly_text("?a"));
    } else if (mayfly_text_equals(action->id, mayfly_text("below"))) {
        layout.subcaption = mayfly_text("Below nothing");
        insert(&layout, mayfly_text("?a"));
    } else if (mayfly_text_equals(action->id, mayfly_text("stranger"))) {
        layout.caption = mayfly_text("$11111111-2222-3333-4444-555555555555 waves");
        insert(&layout, mayfly_text("?a"));
    } else if (mayfly_text_equals(action->id, mayfly_text("long"))) {
        memset(address, 'a', sizeof address - 1);
        address[0] = '?';
        insert(NULL, mayfly_text(address));
    } else if (mayfly_text_equals(action->id, mayfly_text("null"))) {
        conversation->insert_message(host, NULL, NULL, NULL);
    } else if (mayfly_text_equals(action->id, mayfly_text("card"))) {
        view->present_view(host, mayfly_text("{\"type\":\"Card\"}"));
    } else if (mayfly_text_equals(action->id, mayfly_text("element"))) {
        show("{\"type\":\"Hologram\"}");
    } else if (mayfly_text_equals(action->id, mayfly_text("log"))) {
        log_line("the count is lost");
    } else if (mayfly_text_equals(action->id, mayfly_text("many"))) {
        for (int i = 1; i <= 40; i++) {
            char line[40];
            snprintf(line, sizeof line, "line %d", i);
            log_line(line);
        }
    }
}

static void view_did_load(void *context, const mayfly_state *state) {
    (void)context;
    (void)state;
    show("");
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
