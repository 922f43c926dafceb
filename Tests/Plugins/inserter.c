/*
 * Does what the file "orders" of its private folder says when its one button is tapped, and what "early" says before it is
 * active. A line is one call: its kind, a name and the arguments, with tabs between them; "-" stands for NULL, and a leading
 * "@" for the private folder. It logs what each call was answered, and what it reads in the messages that it is told of.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <stdlib.h>

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_log_functions *logger;
static char private_folder[1000];

/* Called in the thread of completions, and by `returned` in that of callbacks. */
static void completed(void *context, const mayfly_error *error) {
    char line[1000];
    char *name = context;
    snprintf(line, sizeof line, "%s %d %d %.*s", name, error ? (int)error->domain : 0, error ? (int)error->code : 0,
             error ? (int)error->message.length : 0, error && error->message.data ? error->message.data : "");
    free(name);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

/* A call that is refused at once has no completion. */
static void returned(char *name, int32_t code) {
    if (code != MAYFLY_OK) {
        mayfly_error error = {.size = sizeof error};
        error.code = code;
        completed(name, &error);
    }
}

/* One argument; the text lives until the next line is read. */
static mayfly_string argument(char **rest) {
    static char paths[4][1200];
    static int next;
    char *text = strtok_r(NULL, "\t\n", rest);
    if (!text || !strcmp(text, "-")) {
        return mayfly_text(NULL);
    }
    if (*text != '@') {
        return mayfly_text(text);
    }
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", private_folder, text + 1);
    return mayfly_text(paths[next]);
}

static void insert_message(void *name, char **rest) {
    mayfly_template_layout layout = {.size = sizeof layout};
    mayfly_message message = {.size = sizeof message};
    mayfly_string caption;
    message.url = argument(rest);
    layout.image_file = argument(rest);
    layout.media_file = argument(rest);
    caption = argument(rest);
    layout.caption = caption;
    if (caption.data) {
        layout.image_title = mayfly_text("title");
        layout.image_subtitle = mayfly_text("subtitle");
        layout.subcaption = mayfly_text("subcaption");
        layout.trailing_caption = mayfly_text("trailing");
        layout.trailing_subcaption = mayfly_text("below");
    }
    if (caption.data || layout.image_file.data || layout.media_file.data) {
        message.layout = &layout;
    }
    returned(name, conversation->insert_message(host, &message, completed, name));
}

/* A message whose image is in memory, which is overwritten and freed right after the call. */
static void insert_from_memory(void *name, char **rest) {
    mayfly_template_layout layout = {.size = sizeof layout};
    mayfly_message message = {.size = sizeof message};
    mayfly_string path, how;
    char *bytes = malloc(MAYFLY_LARGEST_FILE + 1);
    FILE *file;
    int32_t code;
    message.url = argument(rest);
    path = argument(rest);
    layout.image_file = argument(rest);
    layout.media_file = argument(rest);
    how = argument(rest);
    file = bytes && path.data ? fopen(path.data, "r") : NULL;
    layout.image_bytes = bytes;
    layout.image_size = file ? fread(bytes, 1, MAYFLY_LARGEST_FILE + 1, file) : 0;
    if (file) {
        fclose(file);
    }
    if (mayfly_text_equals(how, mayfly_text("null"))) {
        layout.image_bytes = NULL;
    } else if (mayfly_text_equals(how, mayfly_text("older"))) {
        /* Built with the headers from before these fields. */
        layout.size = offsetof(mayfly_template_layout, image_bytes);
    } else if (mayfly_text_equals(how, mayfly_text("cut"))) {
        layout.size = offsetof(mayfly_template_layout, image_size);
    }
    message.layout = &layout;
    code = conversation->insert_message(host, &message, completed, name);
    if (bytes) {
        memset(bytes, 0, MAYFLY_LARGEST_FILE + 1);
    }
    free(bytes);
    returned(name, code);
}

static void carry_out(const char *orders) {
    static char path[1200], line[16384];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", private_folder, orders);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char *rest, *kind = strtok_r(line, "\t\n", &rest), *word = strtok_r(NULL, "\t\n", &rest), *name;
        if (!kind || !word || !(name = malloc(strlen(word) + 1))) {
            break;
        }
        strcpy(name, word);
        if (!strcmp(kind, "sticker")) {
            mayfly_sticker sticker = {.size = sizeof sticker};
            sticker.file = argument(&rest);
            sticker.description = argument(&rest);
            returned(name, conversation->insert_sticker(host, &sticker, completed, name));
        } else if (!strcmp(kind, "attachment")) {
            mayfly_string attached = argument(&rest);
            returned(name, conversation->insert_attachment(host, attached, argument(&rest), completed, name));
        } else if (!strcmp(kind, "memory")) {
            insert_from_memory(name, &rest);
        } else {
            insert_message(name, &rest);
        }
    }
    if (file) {
        fclose(file);
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context, (void)state, (void)action;
    carry_out("orders");
}

static const char *cut(mayfly_string text, char *buffer, size_t size) {
    snprintf(buffer, size, "%.*s", (int)text.length, text.data ? text.data : "-");
    return text.data ? buffer : "-";
}

static void tell(const char *event, const mayfly_message *message) {
    static char line[4000], a[8][1200];
    const mayfly_template_layout *layout = message ? message->layout : NULL;
    if (!layout) {
        return;
    }
    snprintf(line, sizeof line, "%s|%s|%s|%s|%s|%s|%s|%s|%s", event, cut(layout->image_title, a[0], sizeof a[0]),
             cut(layout->image_subtitle, a[1], sizeof a[1]), cut(layout->caption, a[2], sizeof a[2]),
             cut(layout->subcaption, a[3], sizeof a[3]), cut(layout->trailing_caption, a[4], sizeof a[4]),
             cut(layout->trailing_subcaption, a[5], sizeof a[5]), cut(layout->image_file, a[6], sizeof a[6]),
             cut(layout->media_file, a[7], sizeof a[7]));
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

static void did_become_active(void *context, const mayfly_state *state) {
    (void)context;
    tell("opened", state->active_conversation->selected_message);
}

static void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state;
    tell("selected", message);
}

static void did_start_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state;
    tell("sending", message);
}

static void did_receive(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state;
    tell("received", message);
}

static void view_did_load(void *context, const mayfly_state *state) {
    const mayfly_view_functions *view = mayfly_ability(host, MAYFLY_VIEW);
    (void)context, (void)state;
    view->present_view(host, mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":["
                                         "{\"type\":\"Action.Submit\",\"id\":\"go\",\"title\":\"go\"}]}"));
    carry_out("early");
}

static const mayfly_controller controller = {.size = sizeof controller,
                                             .view_did_load = view_did_load,
                                             .did_become_active = did_become_active,
                                             .did_select = did_select,
                                             .did_receive = did_receive,
                                             .did_start_sending = did_start_sending};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    const mayfly_storage_functions *storage;
    (void)context, (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    logger = mayfly_ability(host, MAYFLY_LOG);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    storage->private_folder(host, private_folder, sizeof private_folder - 1);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
