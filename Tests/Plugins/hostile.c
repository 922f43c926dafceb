/*
 * Misuses the interface in the way that its buttons name. The host must refuse with a number, or end this process.
 */
#include <mayfly/mayfly.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;

static void answer(const char *name, int32_t code) {
    char line[100];
    snprintf(line, sizeof line, "%s %d", name, (int)code);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

static void *insert_many(void *argument) {
    for (int i = 0; i < 50; i++) {
        conversation->insert_text(host, mayfly_text("x"), NULL, NULL);
    }
    return argument;
}

static void completed(void *context, const mayfly_error *error) {
    (void)error;
    answer(context, conversation->insert_text(host, mayfly_text("y"), NULL, NULL));
}

static void endless(void *context, const mayfly_error *error) {
    (void)error;
    conversation->insert_text(host, mayfly_text(""), endless, context);
}

static void nulls(void) {
    mayfly_string none = {NULL, 0};
    mayfly_message empty = {.size = sizeof empty};
    mayfly_message unsized = {.size = 0};
    answer("message", conversation->insert_message(host, NULL, NULL, NULL));
    answer("sticker", conversation->insert_sticker(host, NULL, NULL, NULL));
    answer("unsized", conversation->insert_message(host, &unsized, NULL, NULL));
    answer("empty", conversation->insert_message(host, &empty, NULL, NULL));
    answer("text", conversation->insert_text(host, none, NULL, NULL));
    answer("file", conversation->insert_attachment(host, none, none, NULL, NULL));
    answer("session", conversation->make_session(host, NULL));
    answer("host", conversation->dismiss(NULL));
    answer("card", view->present_view(host, none));
    answer("log", logger->log(host, 77, none));
}

static void large(void) {
    size_t size = 2000000;
    char *text = malloc(size);
    mayfly_string all = {text, size}, half = {text, size / 4};
    mayfly_template_layout layout = {.size = sizeof layout};
    mayfly_message message = {.size = sizeof message, .layout = &layout};
    memset(text, 'a', size);
    answer("card", view->present_view(host, all));
    answer("text", conversation->insert_text(host, all, NULL, NULL));
    answer("half", conversation->insert_text(host, half, NULL, NULL));
    layout.caption = half;
    answer("message", conversation->insert_message(host, &message, NULL, NULL));
    text[10] = '\xFF';
    answer("utf8", conversation->insert_text(host, half, NULL, NULL));
    free(text);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char id[40];
    (void)context, (void)state;
    snprintf(id, sizeof id, "%.*s", (int)action->id.length, action->id.data ? action->id.data : "");
    if (!strcmp(id, "nulls")) {
        nulls();
    } else if (!strcmp(id, "large")) {
        large();
    } else if (!strcmp(id, "threads")) {
        pthread_t threads[8];
        for (int i = 0; i < 8; i++) {
            pthread_create(&threads[i], NULL, insert_many, NULL);
        }
        for (int i = 0; i < 8; i++) {
            pthread_join(threads[i], NULL);
        }
    } else if (!strcmp(id, "from-completion")) {
        conversation->insert_text(host, mayfly_text("x"), completed, (void *)"completion");
    } else if (!strcmp(id, "endless")) {
        endless(NULL, NULL);
    } else if (!strcmp(id, "dismiss-twice")) {
        conversation->dismiss(host);
        conversation->dismiss(host);
    } else if (!strcmp(id, "print")) {
        for (int i = 0; i < 2000; i++) {
            char bytes[5000];
            memset(bytes, i % 7 ? 'x' : '\x1B', sizeof bytes);
            (void)!write(1, bytes, sizeof bytes);
        }
    }
}

static void will_become_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    answer("style", conversation->request_presentation_style(host, 99));
}

static void view_did_load(void *context, const mayfly_state *state) {
    static const char *const ids[] = {"nulls",         "large", "threads", "from-completion",
                                      "dismiss-twice", "print", "endless"};
    char card[2000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":[");
    (void)context, (void)state;
    answer("early", conversation->dismiss(host));
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
}

static void did_resign_active(void *context, const mayfly_state *state) { (void)context, (void)state; }

static const mayfly_controller controller = {.size = sizeof controller,
                                             .view_did_load = view_did_load,
                                             .will_become_active = will_become_active,
                                             .did_resign_active = did_resign_active};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    logger = mayfly_ability(host, MAYFLY_LOG);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
