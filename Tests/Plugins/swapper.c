/*
 * Changes the input field when nobody expects it, as its buttons say: `stage` puts a message in, `swap` has another one take its
 * place when the test writes a byte into the pipe `gate` of the private folder, `restless` does so a hundred times, `tireless`
 * until it is ended, `ceaseless` so too, but often, and `flood` three hundred times with messages of 32 KiB.
 */
#include <mayfly/mayfly.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static char folder[1000];

static void insert(const char *caption, const char *summary) {
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text(caption)};
    mayfly_message message = {.size = sizeof message, .url = mayfly_text("?x"), .layout = &layout};
    message.summary_text = mayfly_text(summary);
    conversation->insert_message(host, &message, NULL, NULL);
}

static void *swap(void *nothing) {
    char path[1100], byte;
    int gate;
    snprintf(path, sizeof path, "%s/gate", folder);
    gate = open(path, O_RDONLY);
    if (gate >= 0 && read(gate, &byte, 1) == 1) {
        insert("swapped", NULL);
    }
    return nothing;
}

static void insert_again(const char *name, int number, long milliseconds) {
    char caption[40];
    snprintf(caption, sizeof caption, "%s %d", name, number);
    insert(caption, NULL);
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

static void *never_rest(void *nothing) {
    for (int i = 0; i < 100; i++) {
        insert_again("restless", i, 20);
    }
    return nothing;
}

/* More often than the pause of a person's tap, and so seldom that the host may carry it out for ever. */
static void *never_tire(void *nothing) {
    for (int i = 0;; i++) {
        insert_again("tireless", i, 200);
    }
    return nothing;
}

static void *never_pause(void *nothing) {
    for (int i = 0;; i++) {
        insert_again("ceaseless", i, 5);
    }
    return nothing;
}

static void flood(void) {
    static char summary[32 * 1024];
    memset(summary, 'x', sizeof summary - 1);
    for (int i = 0; i < 300; i++) {
        char caption[40];
        snprintf(caption, sizeof caption, "flood %d", i);
        insert(caption, summary);
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    pthread_t thread;
    (void)context, (void)state;
    if (mayfly_text_equals(action->id, mayfly_text("stage"))) {
        insert("harmless", NULL);
    } else if (mayfly_text_equals(action->id, mayfly_text("swap"))) {
        pthread_create(&thread, NULL, swap, NULL);
    } else if (mayfly_text_equals(action->id, mayfly_text("flood"))) {
        flood();
    } else if (mayfly_text_equals(action->id, mayfly_text("tireless"))) {
        pthread_create(&thread, NULL, never_tire, NULL);
    } else if (mayfly_text_equals(action->id, mayfly_text("ceaseless"))) {
        pthread_create(&thread, NULL, never_pause, NULL);
    } else {
        pthread_create(&thread, NULL, never_rest, NULL);
    }
}

static void view_did_load(void *context, const mayfly_state *state) {
    const mayfly_view_functions *view = mayfly_ability(host, MAYFLY_VIEW);
    (void)context, (void)state;
    view->present_view(host,
                       mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":["
                                   "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"stage\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"swap\",\"title\":\"swap\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"tireless\",\"title\":\"tireless\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"flood\",\"title\":\"flood\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"restless\",\"title\":\"restless\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"ceaseless\",\"title\":\"ceaseless\"}]}"));
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    const mayfly_storage_functions *storage;
    (void)context, (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    storage->private_folder(host, folder, sizeof folder - 1);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
