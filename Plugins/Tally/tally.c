/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Tally: a counter that travels in a message. A complete extension in plain C, meant to be copied. Build it with
 *
 *     cc -std=c99 -shared -fPIC -fvisibility=hidden -I<folder of mayfly/> tally.c -o tally.so
 *
 * All callbacks run on one thread, one at a time, but the completion of an insertion runs on another. A mutex protects
 * what both threads use; the rest never changes after the instance is made.
 */
#define _POSIX_C_SOURCE 200809L

#include "mayfly/mayfly.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 999999, TITLE_BYTES = 80, PROBLEM_BYTES = 300 };

/* A text that is being built. What does not fit is left out; the sizes below ensure that everything fits. */
typedef struct text {
    char bytes[4096];
    size_t length;
} text;

/* One instance of the extension. */
typedef struct tally {
    const mayfly_host *host;
    const mayfly_conversation_functions *conversation;
    const mayfly_view_functions *view;
    char folder[3072]; /* the folder of the saved count; empty if the host has no storage */

    pthread_mutex_t lock; /* protects the members below */
    long count;
    char title[TITLE_BYTES + 1];
    int changed;                     /* whether the count or the title is not saved yet */
    char problem[PROBLEM_BYTES + 1]; /* the last error, for the person; empty if there is none */
} tally;

/* ---- Text ---- */

static void append(text *to, const char *format, ...) {
    size_t room = sizeof to->bytes - to->length;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->bytes + to->length, room, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < room) {
        to->length += (size_t)length;
    }
}

static mayfly_string borrowed(const text *from) {
    mayfly_string string = {from->bytes, from->length};
    return string;
}

/* Appends a JSON string, quotes included. */
static void append_json(text *to, const char *string) {
    append(to, "\"");
    for (; *string; string++) {
        unsigned char byte = (unsigned char)*string;
        if (byte == '"' || byte == '\\') {
            append(to, "\\%c", byte);
        } else if (byte < 0x20) {
            append(to, "\\u%04x", (unsigned)byte);
        } else {
            append(to, "%c", byte);
        }
    }
    append(to, "\"");
}

/* Appends the value of a query item: all bytes except letters, digits and "-._~" are percent-encoded (RFC 3986). */
static void append_query(text *to, const char *value) {
    for (; *value; value++) {
        unsigned char byte = (unsigned char)*value;
        int letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        int plain = letter || (byte >= '0' && byte <= '9') || strchr("-._~", byte);
        append(to, plain ? "%c" : "%%%02X", byte);
    }
}

/* The number of bytes of the UTF-8 character at `bytes`; 0 if it is invalid. */
static size_t character_length(const unsigned char *bytes, size_t left) {
    unsigned char first = bytes[0];
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length > left) {
        return 0;
    }
    for (size_t index = 1; index < length; index++) {
        if ((bytes[index] & 0xC0) != 0x80) {
            return 0;
        }
    }
    /* Overlong forms, surrogates, and code points above U+10FFFF. */
    int wrong = (first == 0xE0 && bytes[1] < 0xA0) || (first == 0xED && bytes[1] > 0x9F) ||
                (first == 0xF0 && bytes[1] < 0x90) || (first == 0xF4 && bytes[1] > 0x8F);
    return wrong ? 0 : length;
}

/*
 * Copies whole characters, up to `limit` bytes. The text may come from another device: control characters and invalid
 * bytes become '?'.
 */
static void copy_text(char *to, size_t limit, const char *bytes, size_t length) {
    size_t used = 0;
    while (length > 0) {
        size_t taken = character_length((const unsigned char *)bytes, length);
        int strange = taken == 0 || (unsigned char)bytes[0] < 0x20 || bytes[0] == 0x7F;
        taken = taken ? taken : 1;
        if (used + taken > limit) {
            break;
        }
        memcpy(to + used, strange ? "?" : bytes, taken);
        used += taken;
        bytes += taken;
        length -= taken;
    }
    to[used] = 0;
}

static long bounded(long count) { return count < 0 ? 0 : count > MOST ? MOST : count; }

/* ---- The payload: "?count=3&title=Laps" ---- */

static int hex_digit(char digit) {
    const char *digits = "0123456789abcdef";
    const char *found = digit ? strchr(digits, digit >= 'A' && digit <= 'F' ? digit + 32 : digit) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Finds `name` in the query of `url` and writes its value, decoded and NUL-terminated; 0 if it is not there. */
static int query_value(mayfly_string url, const char *name, char *value, size_t capacity) {
    const char *at = url.data ? memchr(url.data, '?', (size_t)url.length) : NULL;
    const char *end = at ? url.data + url.length : NULL;
    size_t name_length = strlen(name);
    while (at && at < end) {
        const char *item = at + 1;
        const char *next = memchr(item, '&', (size_t)(end - item));
        const char *item_end = next ? next : end;
        at = next;
        if ((size_t)(item_end - item) <= name_length || memcmp(item, name, name_length) || item[name_length] != '=') {
            continue;
        }
        size_t used = 0;
        for (item += name_length + 1; item < item_end && used + 1 < capacity; item++) {
            int coded = *item == '%' && item_end - item > 2 && hex_digit(item[1]) >= 0 && hex_digit(item[2]) >= 0;
            value[used++] = coded ? (char)(hex_digit(item[1]) * 16 + hex_digit(item[2])) : *item;
            item += coded ? 2 : 0;
        }
        value[used] = 0;
        return 1;
    }
    return 0;
}

/* Takes over the count of a message. A message without a count changes nothing. */
static void take_message(tally *self, const mayfly_message *message) {
    char value[3 * TITLE_BYTES];
    char *end = value;
    long count = 0;
    if (message && query_value(message->url, "count", value, sizeof value)) {
        count = strtol(value, &end, 10);
    }
    if (end == value) {
        return;
    }
    self->count = bounded(count);
    self->changed = 1;
    if (query_value(message->url, "title", value, sizeof value)) {
        copy_text(self->title, TITLE_BYTES, value, strlen(value));
    }
}

/* ---- The view ---- */

/* Shows the card for the current state. Call it with the lock held. */
static void show(const tally *self) {
    text card = {.length = 0};
    append(&card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[");
    append(&card, "{\"type\":\"TextBlock\",\"id\":\"count\",\"size\":\"extraLarge\",\"text\":\"%ld\"}", self->count);
    append(&card,
           ",{\"type\":\"Input.Text\",\"id\":\"title\",\"label\":\"Title\",\"maxLength\":%d,\"value\":", TITLE_BYTES);
    append_json(&card, self->title);
    append(&card, "}");
    if (self->problem[0]) {
        append(&card, ",{\"type\":\"TextBlock\",\"id\":\"problem\",\"color\":\"attention\",\"wrap\":true,\"text\":");
        append_json(&card, self->problem);
        append(&card, "}");
    }
    append(&card, "],\"actions\":[{\"type\":\"Action.Submit\",\"id\":\"plus\",\"title\":\"+1\"}"
                  ",{\"type\":\"Action.Submit\",\"id\":\"minus\",\"title\":\"-1\"}"
                  ",{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"Put it in the message\"}]}");
    self->view->present_view(self->host, borrowed(&card));
}

/* ---- Staging ---- */

/* Stores an error for the person. `message` may be "no text". */
static void set_problem(tally *self, int32_t code, mayfly_string message) {
    if (message.data) {
        copy_text(self->problem, PROBLEM_BYTES, message.data, (size_t)message.length);
    } else {
        snprintf(self->problem, sizeof self->problem, "It could not be put into the message: error %d", (int)code);
    }
}

/* The completion of insert_message. It does not run on the main thread, so it takes the lock. */
static void staged(void *context, const mayfly_error *error) {
    tally *self = context;
    pthread_mutex_lock(&self->lock);
    self->problem[0] = 0;
    if (error) {
        set_problem(self, error->code, error->message);
    }
    show(self);
    pthread_mutex_unlock(&self->lock);
    if (!error) { /* the input field is visible only in the compact style, and only the person sends */
        self->conversation->request_presentation_style(self->host, MAYFLY_STYLE_COMPACT);
    }
}

/* Puts the count into the input field, as the next message in the session of the tapped message if there is one. */
static void stage(tally *self, const mayfly_state *state) {
    const mayfly_message *selected = state->active_conversation ? state->active_conversation->selected_message : NULL;
    mayfly_uuid session;
    if (selected && selected->session) {
        session = *selected->session;
    } else {
        self->conversation->make_session(self->host, &session);
    }
    const char *title = self->title[0] ? self->title : "Tally";
    text url = {.length = 0};
    append(&url, "?count=%ld&title=", self->count);
    append_query(&url, self->title);
    text caption = {.length = 0};
    append(&caption, "%s: %ld", title, self->count);
    mayfly_template_layout layout = {.size = sizeof layout, .caption = borrowed(&caption)};
    mayfly_message message = {
        .size = sizeof message,
        .session = &session,
        .url = borrowed(&url),
        .layout = &layout,
        .summary_text = borrowed(&caption),
    };
    int32_t code = self->conversation->insert_message(self->host, &message, staged, self);
    if (code != MAYFLY_OK) { /* no completion follows */
        set_problem(self, code, mayfly_text(NULL));
    }
}

/* ---- Saving the count ---- */

/* Reads "count, newline, title". If the file is missing or damaged, the values stay as they are. */
static void restore(tally *self) {
    char path[sizeof self->folder + 16];
    snprintf(path, sizeof path, "%s/count", self->folder);
    FILE *file = self->folder[0] ? fopen(path, "r") : NULL;
    if (!file) {
        return;
    }
    char line[2 * TITLE_BYTES];
    if (fgets(line, sizeof line, file)) {
        self->count = bounded(strtol(line, NULL, 10));
    }
    if (fgets(line, sizeof line, file)) {
        copy_text(self->title, TITLE_BYTES, line, strcspn(line, "\n"));
    }
    fclose(file);
}

/*
 * Saves what has changed, before the callback returns: the process may be killed at any later moment. It writes a new
 * file and renames it, so that a kill during this leaves the old count or the new one.
 */
static void save(tally *self) {
    char path[sizeof self->folder + 16];
    char draft[sizeof self->folder + 16];
    snprintf(path, sizeof path, "%s/count", self->folder);
    snprintf(draft, sizeof draft, "%s/count.new", self->folder);
    FILE *file = self->changed && self->folder[0] ? fopen(draft, "w") : NULL;
    if (!file) {
        return;
    }
    int written = fprintf(file, "%ld\n%s\n", self->count, self->title) > 0;
    if (fclose(file) == 0 && written && rename(draft, path) == 0) {
        self->changed = 0;
    }
}

/* ---- Callbacks ---- */

static void view_did_load(void *context, const mayfly_state *state) {
    tally *self = context;
    (void)state;
    pthread_mutex_lock(&self->lock);
    restore(self);
    pthread_mutex_unlock(&self->lock);
}

static void will_become_active(void *context, const mayfly_state *state) {
    tally *self = context;
    pthread_mutex_lock(&self->lock);
    take_message(self, state->active_conversation->selected_message);
    save(self);
    show(self);
    pthread_mutex_unlock(&self->lock);
}

static void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    tally *self = context;
    (void)state;
    pthread_mutex_lock(&self->lock);
    take_message(self, message);
    save(self);
    show(self);
    pthread_mutex_unlock(&self->lock);
}

/* A newer message of the open session has arrived. `selected_message` does not change, so take the new message. */
static void did_receive(void *context, const mayfly_state *state, const mayfly_message *message) {
    const mayfly_message *selected = state->active_conversation->selected_message;
    if (selected && selected->session && message->session && mayfly_uuid_equals(selected->session, message->session)) {
        did_select(context, state, message);
    }
}

/* What could not be saved before is tried once more. */
static void will_resign_active(void *context, const mayfly_state *state) {
    tally *self = context;
    (void)state;
    pthread_mutex_lock(&self->lock);
    save(self);
    pthread_mutex_unlock(&self->lock);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    tally *self = context;
    pthread_mutex_lock(&self->lock);
    for (uint32_t index = 0; index < action->input_count; index++) {
        const mayfly_input *input = mayfly_input_at(action, index);
        if (mayfly_text_equals(input->id, mayfly_text("title")) && input->value.data) {
            copy_text(self->title, TITLE_BYTES, input->value.data, (size_t)input->value.length);
            self->changed = 1;
        }
    }
    if (mayfly_text_equals(action->id, mayfly_text("plus"))) {
        self->count = bounded(self->count + 1);
        self->changed = 1;
    } else if (mayfly_text_equals(action->id, mayfly_text("minus"))) {
        self->count = bounded(self->count - 1);
        self->changed = 1;
    } else if (mayfly_text_equals(action->id, mayfly_text("stage"))) {
        stage(self, state);
    }
    save(self);
    show(self);
    pthread_mutex_unlock(&self->lock);
}

/* ---- Making an instance ---- */

static const mayfly_controller controller = {
    .size = sizeof controller,
    .view_did_load = view_did_load,
    .will_become_active = will_become_active,
    .will_resign_active = will_resign_active,
    .did_select = did_select,
    .did_receive = did_receive,
};

static const mayfly_view_delegate view_delegate = {
    .size = sizeof view_delegate,
    .did_perform_action = did_perform_action,
};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &view_delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    (void)launch;
    tally *self = calloc(1, sizeof *self); /* lives as long as the process */
    if (!self) {
        return MAYFLY_ERROR_UNKNOWN;
    }
    self->host = host;
    self->conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    self->view = mayfly_ability(host, MAYFLY_VIEW);
    if (!self->conversation || !self->view || pthread_mutex_init(&self->lock, NULL)) {
        free(self);
        return MAYFLY_ERROR_UNKNOWN;
    }
    const mayfly_storage_functions *storage = mayfly_ability(host, MAYFLY_STORAGE);
    if (storage) {
        storage->private_folder(host, self->folder, sizeof self->folder - 1); /* stays empty if it does not fit */
    }
    instance->context = self;
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    if (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0) {
        extension->refusal = mayfly_text("Tally speaks version 1.0 of the interface only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
