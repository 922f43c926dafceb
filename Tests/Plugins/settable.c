/*
 * Writes its settings to its log when its view is loaded, when they change, and at the button `read`, as a line `WHEN CODE KEY=VALUE,...`, and at first a
 * line with the locale that it was told. The button `stage` puts a message into the input field.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;
static const mayfly_conversation_functions *conversation;
static const mayfly_settings_functions *settings;
static char locale[40];

static void say(const char *line) { logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line)); }

static void got_settings(void *context, const mayfly_error *error, const mayfly_setting *all, uint32_t count) {
    char line[2000];
    int used = snprintf(line, sizeof line, "%s %d ", (const char *)context, error ? (int)error->code : 0);
    for (uint32_t i = 0; i < count && used < (int)sizeof line; i++) {
        const mayfly_setting *one = mayfly_setting_at(all, i);
        used += snprintf(line + used, sizeof line - (size_t)used, "%s%.*s=%.*s", i ? "," : "", (int)one->key.length,
                         one->key.data, (int)one->value.length, one->value.data);
    }
    say(line);
}

static void read_settings(const char *when) { settings->read_settings(host, got_settings, (void *)when); }

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context, (void)state;
    if (mayfly_text_equals(action->id, mayfly_text("read"))) {
        read_settings("read");
    } else {
        mayfly_message message = {.size = sizeof message, .url = mayfly_text("?a=1")};
        conversation->insert_message(host, &message, NULL, NULL);
    }
}

static void did_change_settings(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    read_settings("changed");
}

static void view_did_load(void *context, const mayfly_state *state) {
    static const char *const ids[] = {"read", "stage"};
    char card[1000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[],\"actions\":[");
    (void)context, (void)state;
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
    say(locale);
    read_settings("load");
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};

static const mayfly_settings_delegate changes = {.size = sizeof changes, .did_change_settings = did_change_settings};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_SETTINGS_DELEGATE))) {
        return &changes;
    }
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *the_host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    host = the_host;
    view = mayfly_ability(host, MAYFLY_VIEW);
    logger = mayfly_ability(host, MAYFLY_LOG);
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    settings = mayfly_ability(host, MAYFLY_SETTINGS);
    snprintf(locale, sizeof locale, "locale %.*s", (int)launch->locale.length, launch->locale.data);
    instance->controller = &controller;
    instance->ability = ability;
    return settings ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

#include "plugin_entry.h"
