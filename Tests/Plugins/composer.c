/*
 * Puts one of everything into the input field, as its buttons say: messages of new sessions and of old ones, messages that
 * expire, files, stickers and text. Each time the content is another. The sticker is good.png of the bundle.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <stdlib.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static const mayfly_sticker_functions *stickers;
static char private_folder[1000], bundle_folder[1000];
static mayfly_uuid session;
static unsigned launch_number, made;

static void show(void) {
    static const char *const ids[] = {"stage", "again", "reply", "expiring", "sticker", "attach", "text", "browser"};
    char card[2000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":[");
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
}

/* A word that no other launch writes. */
static const char *word(const char *kind) {
    static char text[80];
    snprintf(text, sizeof text, "%s-%08x-%u", kind, launch_number, made);
    return text;
}

static mayfly_string picture(void) {
    static char path[1100];
    snprintf(path, sizeof path, "%s/good.png", bundle_folder);
    return mayfly_text(path);
}

static void stage(const char *kind, const mayfly_uuid *in, int expires) {
    char url[100];
    snprintf(url, sizeof url, "?state=%s", word(kind));
    mayfly_template_layout layout = {
        .size = sizeof layout, .image_file = picture(), .caption = mayfly_text(word(kind))};
    mayfly_message message = {
        .size = sizeof message,
        .should_expire = expires ? 1 : 0,
        .session = in,
        .url = mayfly_text(url),
        .layout = &layout,
        .summary_text = mayfly_text(word(kind)),
    };
    conversation->insert_message(host, &message, NULL, NULL);
}

/* Forty kilobytes, so that copying them takes a while. */
static void attach(void) {
    char path[1100];
    snprintf(path, sizeof path, "%s/note.txt", private_folder);
    FILE *file = fopen(path, "w");
    if (!file) {
        return;
    }
    for (int line = 0; line < 1000; line++) {
        fprintf(file, "%s, line %d, and more of it\n", word("note"), line);
    }
    fclose(file);
    conversation->insert_attachment(host, mayfly_text(path), mayfly_text(word("note")), NULL, NULL);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    const mayfly_message *selected = state->active_conversation ? state->active_conversation->selected_message : NULL;
    (void)context;
    made++;
    if (mayfly_text_equals(action->id, mayfly_text("stage"))) {
        conversation->make_session(host, &session);
        stage("stage", &session, 0);
    } else if (mayfly_text_equals(action->id, mayfly_text("again"))) {
        stage("again", &session, 0);
    } else if (mayfly_text_equals(action->id, mayfly_text("reply"))) {
        stage("reply", selected ? selected->session : NULL, 0);
    } else if (mayfly_text_equals(action->id, mayfly_text("expiring"))) {
        stage("expiring", NULL, 1);
    } else if (mayfly_text_equals(action->id, mayfly_text("sticker"))) {
        mayfly_sticker sticker = {
            .size = sizeof sticker, .file = picture(), .description = mayfly_text(word("sticker"))};
        conversation->insert_sticker(host, &sticker, NULL, NULL);
    } else if (mayfly_text_equals(action->id, mayfly_text("attach"))) {
        attach();
    } else if (mayfly_text_equals(action->id, mayfly_text("text"))) {
        conversation->insert_text(host, mayfly_text(word("text")), NULL, NULL);
    } else if (mayfly_text_equals(action->id, mayfly_text("browser"))) {
        stickers->present_sticker_browser(host, MAYFLY_STICKER_REGULAR);
    }
}

static uint32_t sticker_count(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    return 2;
}

static void sticker_at(void *context, const mayfly_state *state, uint32_t index) {
    mayfly_sticker sticker = {.size = sizeof sticker, .file = picture(), .description = mayfly_text(word("cell"))};
    (void)context, (void)state;
    stickers->supply_sticker(host, index, &sticker);
}

static void view_did_load(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    show();
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};
static const mayfly_sticker_source source = {
    .size = sizeof source, .sticker_count = sticker_count, .sticker_at = sticker_at};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE))) {
        return &delegate;
    }
    return mayfly_text_equals(id, mayfly_text(MAYFLY_STICKER_SOURCE)) ? &source : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    const mayfly_storage_functions *storage;
    (void)context;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    stickers = mayfly_ability(host, MAYFLY_STICKERS);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    snprintf(bundle_folder, sizeof bundle_folder, "%.*s", (int)launch->bundle_folder.length,
             launch->bundle_folder.data);
    if (storage->private_folder(host, NULL, 0) >= sizeof private_folder) {
        return MAYFLY_ERROR_UNKNOWN;
    }
    storage->private_folder(host, private_folder, sizeof private_folder - 1);
    conversation->make_session(host, &session);
    memcpy(&launch_number, &session, sizeof launch_number);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
