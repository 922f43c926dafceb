/*
 * Opens the file PAGE of its bundle for the first time when the person taps: `read` logs its content, `attach` has the host read it for
 * the field. Each version of the extension has another PAGE.
 */
#include <mayfly/mayfly.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;
static const mayfly_conversation_functions *conversation;
static char page[1200];

static void say(const char *line) { logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line)); }

static void attached(void *context, const mayfly_error *error) {
    char line[40];
    (void)context;
    snprintf(line, sizeof line, "attached with %d", error ? (int)error->code : 0);
    say(line);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char text[100] = "", line[200];
    (void)context, (void)state;
    if (mayfly_text_equals(action->id, mayfly_text("attach"))) {
        conversation->insert_attachment(host, mayfly_text(page), mayfly_text(PAGE), attached, NULL);
    } else {
        FILE *file = fopen(page, "r");
        snprintf(line, sizeof line, "found %s", file && fgets(text, sizeof text, file) ? text : strerror(errno));
        if (file) {
            fclose(file);
        }
        say(line);
    }
}

static void view_did_load(void *context, const mayfly_state *state) {
    static const char *const ids[] = {"read", "attach"};
    char card[400];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":[");
    (void)context, (void)state;
    end_with_buttons(card, sizeof card, used, ids, 2);
    view->present_view(host, mayfly_text(card));
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    host = given;
    view = mayfly_ability(host, MAYFLY_VIEW);
    logger = mayfly_ability(host, MAYFLY_LOG);
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    snprintf(page, sizeof page, "%.*s/%s", (int)launch->bundle_folder.length, launch->bundle_folder.data, PAGE);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
