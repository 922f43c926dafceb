/*
 * Uses the session history, the session state and the gestures as the inputs and buttons of its view say, and writes
 * what it is answered to its log. Its messages carry a token in their URL and nothing else (model 5.7).
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <stdlib.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;
static const mayfly_session_history_functions *history;
static const mayfly_session_state_functions *states;

static int pushes, puts_in_resign;
/* The session that buttons are about: the selected message's, the token of its URL, or this one. */
static mayfly_uuid token = {{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}};
static char word[200];
static uint64_t known_version;
static char known[2000];

static void say(const char *line) { logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line)); }

/* MARK: Messages */

static void write_hex(const mayfly_uuid *uuid, char *text) {
    for (int i = 0; i < 16; i++) {
        sprintf(text + 2 * i, "%02x", uuid->bytes[i]);
    }
}

/* Takes the session that a message belongs to; its URL wins. */
static void take_token(const mayfly_message *message) {
    char text[33] = "";
    if (!message) {
        return;
    }
    if (message->session) {
        token = *message->session;
    }
    if (message->url.data && message->url.length == 39 && !strncmp(message->url.data, "?token=", 7)) {
        memcpy(text, message->url.data + 7, 32);
        for (int i = 0; i < 16; i++) {
            unsigned byte = 0;
            sscanf(text + 2 * i, "%2x", &byte);
            token.bytes[i] = (uint8_t)byte;
        }
    }
}

static void stage(int with_session) {
    char url[64] = "?token=";
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text(word)};
    mayfly_message message = {.size = sizeof message, .layout = &layout, .summary_text = mayfly_text(word)};
    write_hex(&token, url + 7);
    message.url = mayfly_text(url);
    message.session = with_session ? &token : NULL;
    conversation->insert_message(host, &message, NULL, NULL);
}

/* MARK: History */

static void read_page(void *context, const mayfly_error *error, const mayfly_message *const *messages, uint32_t count,
                      uint8_t has_older) {
    char line[4000];
    int used = snprintf(line, sizeof line, "page %d count=%u older=%d", error ? (int)error->code : 0, (unsigned)count,
                        has_older);
    (void)context;
    for (uint32_t i = 0; i < count && i < 20; i++) {
        mayfly_string caption = messages[i]->layout ? messages[i]->layout->caption : mayfly_text("");
        used += snprintf(line + used, sizeof line - (size_t)used, "%s%.*s%s%s", i ? "," : " ",
                         caption.length > 30 ? 30 : (int)caption.length, caption.data, messages[i]->sender ? "" : "?",
                         messages[i]->layout && messages[i]->layout->image_file.data ? "+image" : "");
    }
    say(line);
}

/* MARK: State */

static void say_state(const char *what, const mayfly_error *error, uint64_t version, const void *bytes, uint64_t size) {
    char line[300];
    snprintf(line, sizeof line, "%s %d version=%llu size=%llu %.*s", what, error ? (int)error->code : 0,
             (unsigned long long)version, (unsigned long long)size, size > 100 ? 100 : (int)size,
             bytes ? (const char *)bytes : "");
    say(line);
}

static void got(void *context, const mayfly_error *error, uint64_t version, const void *bytes, uint64_t size) {
    known_version = version;
    snprintf(known, sizeof known, "%.*s", (int)size, bytes ? (const char *)bytes : "");
    say_state((const char *)context, error, version, bytes, size);
}

static void put(void *context, const mayfly_error *error, uint64_t version, const void *bytes, uint64_t size) {
    say_state((const char *)context, error, version, bytes, size);
}

static void pushed(void *context, const mayfly_error *error, uint64_t version, const void *bytes, uint64_t size);

/* Adds the word to what stands there, as far as this device knows. */
static void push(void) {
    char state[2300];
    snprintf(state, sizeof state, "%s%s%s", known, *known ? "," : "", word);
    states->put_state(host, &token, known_version, state, strlen(state), pushed, (void *)"pushed");
}

static void pushed(void *context, const mayfly_error *error, uint64_t version, const void *bytes, uint64_t size) {
    got(context, error, version, bytes, size);
    if (error && error->code == MAYFLY_ERROR_VERSION_CONFLICT) {
        push();
    }
}

/* MARK: Callbacks */

static void show(void) {
    static const char *const inputs[] = {"word", "skip", "limit", "version", "size"};
    static const char *const ids[] = {"stage", "loose",     "page",        "get",      "put",      "push",   "puts",
                                      "null",  "bad-bytes", "put-dismiss", "put-late", "get-many", "unheard"};
    char card[4000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[");
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        used += snprintf(card + used, sizeof card - (size_t)used, "%s{\"type\":\"Input.Text\",\"id\":\"%s\"}",
                         i ? "," : "", inputs[i]);
    }
    used += snprintf(card + used, sizeof card - (size_t)used, "],\"actions\":[");
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
}

static void will_become_active(void *context, const mayfly_state *state) {
    (void)context;
    take_token(state->active_conversation->selected_message);
    show();
    if (state->active_conversation->selected_message) {
        states->get_state(host, &token, got, (void *)"fetched");
    }
}

static void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context;
    (void)state;
    take_token(message);
    states->get_state(host, &token, got, (void *)"fetched");
}

static void did_start_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context;
    (void)state;
    (void)message;
    if (pushes) {
        push();
    }
}

static void view_will_disappear(void *context, const mayfly_state *state) {
    (void)context;
    (void)state;
    say("saw viewWillDisappear");
}

static void will_resign_active(void *context, const mayfly_state *state) {
    (void)context;
    (void)state;
    if (puts_in_resign) {
        states->put_state(host, &token, known_version, word, strlen(word), put, (void *)"late");
    }
}

static void did_swipe(void *context, const mayfly_state *state, int32_t direction) {
    (void)context;
    (void)state;
    say(direction == MAYFLY_SWIPE_LEFT ? "saw didSwipe left" : "saw didSwipe right");
}

static mayfly_string value_of(const mayfly_action *action, const char *id) {
    for (uint32_t i = 0; i < action->input_count; i++) {
        const mayfly_input *input = mayfly_input_at(action, i);
        if (mayfly_text_equals(input->id, mayfly_text(id))) {
            return input->value;
        }
    }
    return mayfly_text("");
}

static uint64_t number_of(const mayfly_action *action, const char *id) {
    char text[30];
    mayfly_string value = value_of(action, id);
    snprintf(text, sizeof text, "%.*s", (int)value.length, value.data);
    return strtoull(text, NULL, 10);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    static char large[70000];
    const mayfly_string typed = value_of(action, "word");
    const uint64_t version = number_of(action, "version"), size = number_of(action, "size");
    char id[40], line[100];
    (void)context;
    (void)state;
    snprintf(id, sizeof id, "%.*s", (int)action->id.length, action->id.data);
    if (typed.length) {
        snprintf(word, sizeof word, "%.*s", (int)typed.length, typed.data);
    }
    if (!strcmp(id, "stage")) {
        stage(1);
    } else if (!strcmp(id, "loose")) {
        stage(0);
    } else if (!strcmp(id, "page")) {
        history->read_session(host, (uint32_t)number_of(action, "skip"), (uint32_t)number_of(action, "limit"),
                              read_page, NULL);
    } else if (!strcmp(id, "get")) {
        states->get_state(host, &token, got, (void *)"get");
    } else if (!strcmp(id, "put")) {
        memset(large, 'x', sizeof large);
        states->put_state(host, &token, version, size ? large : word, size ? size : strlen(word), put, (void *)"put");
    } else if (!strcmp(id, "push")) {
        pushes = 1;
    } else if (!strcmp(id, "puts")) { /* one state more in each of so many new sessions */
        for (uint64_t i = 0; i < size; i++) {
            mayfly_uuid session;
            conversation->make_session(host, &session);
            states->put_state(host, &session, 0, "x", 1, put, (void *)"puts");
        }
    } else if (!strcmp(id, "null")) {
        states->get_state(host, NULL, got, (void *)"null");
    } else if (!strcmp(id, "bad-bytes")) {
        snprintf(line, sizeof line, "bad bytes %d", (int)states->put_state(host, &token, 0, NULL, 5, put, NULL));
        say(line);
    } else if (!strcmp(id, "put-dismiss")) {
        states->put_state(host, &token, 0, "one", 3, put, (void *)"first");
        states->get_state(host, &token, got, (void *)"second");
        conversation->dismiss(host);
    } else if (!strcmp(id, "put-late")) {
        puts_in_resign = 1;
        conversation->dismiss(host);
    } else if (!strcmp(id, "get-many")) {
        for (uint64_t i = 0; i < size; i++) {
            states->get_state(host, &token, got, (void *)"many");
        }
    } else if (!strcmp(id, "unheard")) {
        states->put_state(host, &token, 0, "unheard", 7, NULL, NULL);
    }
}

/* Tests wait for these two. */
static void view_did_appear(void *context, const mayfly_state *state) { (void)context, (void)state; }
static void will_transition(void *context, const mayfly_state *state, int32_t style) {
    (void)context, (void)state, (void)style;
}

static const mayfly_controller controller = {
    .size = sizeof controller,
    .will_become_active = will_become_active,
    .view_did_appear = view_did_appear,
    .will_transition = will_transition,
    .will_resign_active = will_resign_active,
    .view_will_disappear = view_will_disappear,
    .did_select = did_select,
    .did_start_sending = did_start_sending,
};

static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};
static const mayfly_gesture_delegate gestures = {.size = sizeof gestures, .did_swipe = did_swipe};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE))) {
        return &delegate;
    }
    return mayfly_text_equals(id, mayfly_text(MAYFLY_GESTURES)) ? &gestures : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *the_host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    (void)launch;
    host = the_host;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    logger = mayfly_ability(host, MAYFLY_LOG);
    history = mayfly_ability(host, MAYFLY_SESSION_HISTORY);
    states = mayfly_ability(host, MAYFLY_SESSION_STATE);
    instance->controller = &controller;
    instance->ability = ability;
    return history && states ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

#include "plugin_entry.h"
