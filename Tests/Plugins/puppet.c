/*
 * Reports all that it is told in every callback, and does what the file `script` of its private folder says.
 *
 * A line of the script is the name of a callback, a command and its argument; the command is carried out each time
 * that callback comes. What a command is answered stands in the log as "done", "refused" or "returned".
 *
 * It is long because it has a command for each call of the interface and reports each field of each argument.
 */
#include <mayfly/mayfly.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TEXT = 1200 };

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static const mayfly_sticker_functions *stickers;
static const mayfly_log_functions *logger;
static char folder[1000], cells[1000];
static char *hoard;
static pthread_t main_thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void say(const char *line) { logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line)); }

static void add(char *line, const char *key, const char *value, size_t length) {
    size_t used = strlen(line);
    snprintf(line + used, 4000 - used, "; %s=%.*s", key, (int)length, value);
}

static void uuid_text(const mayfly_uuid *uuid, char *text) {
    for (int i = 0; i < 16; i++) {
        text += sprintf(text, "%s%02X", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid->bytes[i]);
    }
}

/* What a message can say, by the names that scripts and reports use. */
static const char *const keys[] = {"url",          "summary", "label",    "caption", "subcaption", "trailing",
                                   "trailing-sub", "title",   "subtitle", "image",   "media"};
enum { KEYS = sizeof keys / sizeof *keys };

struct letter {
    char text[KEYS][TEXT];
    int has[KEYS];
    int has_session, expires;
    mayfly_uuid session;
};

static mayfly_string field(const mayfly_message *message, int key) {
    static const mayfly_template_layout bare = {.size = sizeof bare};
    const mayfly_template_layout *layout = message->layout ? message->layout : &bare;
    const mayfly_string all[KEYS] = {message->url,
                                     message->summary_text,
                                     message->accessibility_label,
                                     layout->caption,
                                     layout->subcaption,
                                     layout->trailing_caption,
                                     layout->trailing_subcaption,
                                     layout->image_title,
                                     layout->image_subtitle,
                                     layout->image_file,
                                     layout->media_file};
    return all[key];
}

static void report_message(char *line, const char *prefix, const mayfly_message *message) {
    char key[60], text[40];
    if (!message) {
        return;
    }
    for (int i = 0; i < KEYS; i++) {
        mayfly_string value = field(message, i);
        snprintf(key, sizeof key, "%s.%s", prefix, keys[i]);
        if (value.data) {
            add(line, key, value.data, value.length);
        }
    }
    if (message->sender) {
        uuid_text(message->sender, text);
        snprintf(key, sizeof key, "%s.sender", prefix);
        add(line, key, text, 36);
    }
    if (message->session) {
        uuid_text(message->session, text);
        snprintf(key, sizeof key, "%s.session", prefix);
        add(line, key, text, 36);
    }
    snprintf(text, sizeof text, "%d", message->error ? (int)message->error->code : 0);
    snprintf(key, sizeof key, "%s.error", prefix);
    add(line, key, text, strlen(text));
}

static void completed(void *context, const mayfly_error *error) {
    char line[200];
    pthread_mutex_lock(&lock);
    snprintf(line, sizeof line, "done %s %d %s", (const char *)context, error ? (int)error->code : 0,
             pthread_equal(pthread_self(), main_thread) ? "main" : "aside");
    pthread_mutex_unlock(&lock);
    say(line);
}

/* The test made the pipe; one byte of its lets this return. */
static void hold(const char *pipe) {
    char byte;
    int gate = open(pipe, O_RDONLY);
    if (gate < 0 || read(gate, &byte, 1) != 1) {
        say("no gate");
    }
    close(gate);
}

static void completed_late(void *pipe, const mayfly_error *error) {
    hold(pipe);
    completed((void *)"late", error);
}

static void check(const char *what, int32_t answer) {
    char line[100];
    if (answer != MAYFLY_OK) {
        snprintf(line, sizeof line, "refused %s %d", what, (int)answer);
        say(line);
    }
}

/* {me} is the local person's UUID, {0} that of the first other one; {me-lower} and {0-lower} are in lower case. */
static void expand(const char *from, const mayfly_conversation *active, char *to) {
    char *end = to + TEXT - 40;
    while (*from && to < end) {
        const mayfly_uuid *uuid = NULL;
        size_t skip = 0;
        int lower;
        if (active && !strncmp(from, "{me", 3)) {
            uuid = &active->local_participant;
            skip = 3;
        } else if (active && from[0] == '{' && from[1] >= '0' && from[1] <= '9' &&
                   (uint32_t)(from[1] - '0') < active->remote_participant_count) {
            uuid = &active->remote_participants[from[1] - '0'];
            skip = 2;
        }
        lower = uuid && !strncmp(from + skip, "-lower", 6);
        skip += lower ? 6 : 0;
        if (!uuid || from[skip++] != '}') {
            *to++ = *from++;
            continue;
        }
        uuid_text(uuid, to);
        for (int i = 0; lower && i < 36; i++) {
            to[i] = (char)(to[i] >= 'A' && to[i] <= 'F' ? to[i] + 32 : to[i]);
        }
        to += 36;
        from += skip;
    }
    *to = 0;
}

static const char *path(const char *name) {
    static char text[2200];
    snprintf(text, sizeof text, "%s/%s", folder, name);
    return *name == '/' || strchr(name, ':') ? name : text;
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(path(name), "wb");
    if (file) {
        fwrite(bytes, 1, size, file);
        fclose(file);
    }
}

static size_t read_file(const char *name, void *bytes, size_t size) {
    FILE *file = fopen(path(name), "rb");
    size_t count = file ? fread(bytes, 1, size, file) : 0;
    if (file) {
        fclose(file);
    }
    return count;
}

static void copy_message(const mayfly_message *message, struct letter *letter) {
    for (int i = 0; i < KEYS; i++) {
        mayfly_string value = field(message, i);
        letter->has[i] = value.data != NULL;
        snprintf(letter->text[i], TEXT, "%.*s", value.data ? (int)value.length : 0, value.data ? value.data : "");
    }
    letter->has_session = message->session != NULL;
    if (message->session) {
        letter->session = *message->session;
    }
}

static void set(struct letter *letter, char *pair, const mayfly_conversation *active) {
    char *value = strchr(pair, '=');
    const mayfly_message *selected = active ? active->selected_message : NULL;
    if (!value) {
        return;
    }
    *value++ = 0;
    if (!strcmp(pair, "from")) {
        if (!strcmp(value, "selected") && selected) {
            copy_message(selected, letter);
        } else if (!strcmp(value, "kept")) {
            read_file("kept", letter, sizeof *letter);
        }
    } else if (!strcmp(pair, "session")) {
        letter->has_session = 1;
        memset(&letter->session, *value, sizeof letter->session);
        if (!strcmp(value, "new")) {
            conversation->make_session(host, &letter->session);
        } else if (!strcmp(value, "selected") && selected && selected->session) {
            letter->session = *selected->session;
        }
    } else if (!strcmp(pair, "expires")) {
        letter->expires = 1;
    }
    for (int i = 0; i < KEYS; i++) {
        if (!strcmp(pair, keys[i])) {
            letter->has[i] = 1;
            expand(value, active, letter->text[i]);
        }
    }
}

static mayfly_string text_of(const struct letter *letter, int key) {
    static char files[2][2200];
    const char *text = letter->has[key] ? letter->text[key] : NULL;
    if (text && key >= KEYS - 2) {
        text = strcpy(files[key - (KEYS - 2)], path(text));
    }
    return mayfly_text(text);
}

/* Inserts it, or asks the host to send it at once. */
static void give_message(char *argument, const mayfly_conversation *active, int sends) {
    static struct letter letter;
    mayfly_template_layout layout = {.size = sizeof layout};
    mayfly_message message = {.size = sizeof message};
    memset(&letter, 0, sizeof letter);
    for (char *pair = strtok(argument, "|"); pair; pair = strtok(NULL, "|")) {
        set(&letter, pair, active);
    }
    message.url = text_of(&letter, 0);
    message.summary_text = text_of(&letter, 1);
    message.accessibility_label = text_of(&letter, 2);
    layout.caption = text_of(&letter, 3);
    layout.subcaption = text_of(&letter, 4);
    layout.trailing_caption = text_of(&letter, 5);
    layout.trailing_subcaption = text_of(&letter, 6);
    layout.image_title = text_of(&letter, 7);
    layout.image_subtitle = text_of(&letter, 8);
    layout.image_file = text_of(&letter, 9);
    layout.media_file = text_of(&letter, 10);
    message.layout = &layout;
    for (int i = 3; i < KEYS && !letter.has[i]; i++) {
        message.layout = i == KEYS - 1 ? NULL : &layout;
    }
    message.session = letter.has_session ? &letter.session : NULL;
    message.should_expire = (uint8_t)letter.expires;
    if (sends) {
        check("send", conversation->send_message(host, &message, completed, (void *)"send message"));
    } else {
        check("message", conversation->insert_message(host, &message, completed, (void *)"message"));
    }
    /* What is changed after the call changes nothing (C-122). */
    for (int i = 0; i < KEYS; i++) {
        memset(letter.text[i], 'X', strlen(letter.text[i]));
    }
    memset(&letter.session, 'X', sizeof letter.session);
}

static void give_sticker(char *argument, int sends) {
    char *name = strtok(argument, "|"), *description = strtok(NULL, "|");
    mayfly_sticker sticker = {.size = sizeof sticker};
    sticker.file = mayfly_text(path(name ? name : ""));
    sticker.description = mayfly_text(description ? description : "");
    if (sends) {
        check("send", conversation->send_sticker(host, &sticker, completed, (void *)"send sticker"));
    } else {
        check("sticker", conversation->insert_sticker(host, &sticker, completed, (void *)"sticker"));
    }
}

static void give_attachment(char *argument, int sends) {
    char *name = strtok(argument, "|");
    mayfly_string shown = mayfly_text(strtok(NULL, "|")), file = mayfly_text(path(name ? name : ""));
    if (sends) {
        check("send", conversation->send_attachment(host, file, shown, completed, (void *)"send attachment"));
    } else {
        check("attachment", conversation->insert_attachment(host, file, shown, completed, (void *)"attachment"));
    }
}

/* Writes into the host's copy of the selected message. */
static void scribble(const mayfly_message *selected) {
    if (selected && selected->url.data) {
        memset((char *)(uintptr_t)selected->url.data, '#', selected->url.length);
    }
    if (selected && selected->layout && selected->layout->caption.data) {
        memset((char *)(uintptr_t)selected->layout->caption.data, '#', selected->layout->caption.length);
    }
}

static void *wait_for_ever(void *nothing) {
    (void)nothing;
    for (;;) {
        pause();
    }
    return NULL;
}

/* The commands that call the host; 0 for another one. */
static int call_host(const char *command, char *argument, const mayfly_conversation *active) {
    if (!strcmp(command, "text")) {
        check("text", conversation->insert_text(host, mayfly_text(argument), completed, (void *)"text"));
    } else if (!strcmp(command, "text-unanswered")) {
        check("text", conversation->insert_text(host, mayfly_text(argument), NULL, NULL));
    } else if (!strcmp(command, "text-send")) {
        check("send", conversation->send_text(host, mayfly_text(argument), completed, (void *)"send text"));
    } else if (!strcmp(command, "text-held")) {
        /* The completion stays until the test lets it go. */
        static char pipe[2200];
        strcpy(pipe, path(argument));
        check("text", conversation->insert_text(host, mayfly_text("held"), completed_late, pipe));
    } else if (!strcmp(command, "text-locked")) {
        /* No completion can come to its end before the call has returned. */
        pthread_mutex_lock(&lock);
        conversation->insert_text(host, mayfly_text(argument), completed, (void *)"locked");
        say("returned locked");
        pthread_mutex_unlock(&lock);
    } else if (!strcmp(command, "message")) {
        give_message(argument, active, 0);
    } else if (!strcmp(command, "message-send")) {
        give_message(argument, active, 1);
    } else if (!strcmp(command, "sticker")) {
        give_sticker(argument, 0);
    } else if (!strcmp(command, "sticker-send")) {
        give_sticker(argument, 1);
    } else if (!strcmp(command, "attach")) {
        give_attachment(argument, 0);
    } else if (!strcmp(command, "attach-send")) {
        give_attachment(argument, 1);
    } else if (!strcmp(command, "dismiss")) {
        check("dismiss", conversation->dismiss(host));
    } else if (!strcmp(command, "style")) {
        check("style", conversation->request_presentation_style(host, (int32_t)atoi(argument)));
    } else if (!strcmp(command, "scribble")) {
        scribble(active ? active->selected_message : NULL);
    } else if (!strcmp(command, "card")) {
        check("card", view->present_view(host, mayfly_text(argument)));
    } else if (!strcmp(command, "more")) {
        const mayfly_more_time_functions *more = mayfly_ability(host, MAYFLY_MORE_TIME);
        check("more", more->extend(host, mayfly_text(argument), 1000, completed, (void *)"more"));
    } else if (!strcmp(command, "cells")) {
        snprintf(cells, sizeof cells, "%s", argument);
    } else if (!strcmp(command, "browse")) {
        stickers->present_sticker_browser(host, (int32_t)atoi(argument));
    } else if (!strcmp(command, "reload")) {
        stickers->reload_stickers(host);
    } else {
        return 0;
    }
    return 1;
}

/* The commands that concern the puppet alone. */
static void act_alone(const char *command, char *argument, const mayfly_conversation *active) {
    static struct letter kept;
    static int count;
    char line[1400];
    if (!strcmp(command, "keep") && active && active->selected_message) {
        memset(&kept, 0, sizeof kept);
        copy_message(active->selected_message, &kept);
        write_file("kept", &kept, sizeof kept);
    } else if (!strcmp(command, "count")) {
        snprintf(line, sizeof line, "count %d", ++count);
        say(line);
    } else if (!strcmp(command, "save")) {
        write_file("saved", argument, strlen(argument));
    } else if (!strcmp(command, "load")) {
        char saved[1200] = {0};
        snprintf(line, sizeof line, "loaded %.*s", (int)read_file("saved", saved, sizeof saved - 1), saved);
        say(line);
    } else if (!strcmp(command, "print")) {
        puts(argument);
        fflush(stdout);
    } else if (!strcmp(command, "delete")) {
        unlink(path(argument));
    } else if (!strcmp(command, "hold")) {
        hold(path(argument));
    } else if (!strcmp(command, "hang")) {
        wait_for_ever(NULL);
    } else if (!strcmp(command, "thread")) {
        pthread_t thread;
        pthread_create(&thread, NULL, wait_for_ever, NULL);
    } else if (!strcmp(command, "sleep")) {
        long milliseconds = atol(argument);
        struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
        nanosleep(&time, NULL);
    } else if (!strcmp(command, "hog")) {
        size_t size = (size_t)atoi(argument) << 20;
        char *more = malloc(size);
        free(hoard);
        hoard = more ? memset(more, 1, size) : NULL;
    } else if (!strcmp(command, "let-go")) {
        free(hoard);
        hoard = NULL;
    } else if (!strcmp(command, "crash-open")) {
        pthread_mutex_lock(&lock);
        conversation->insert_text(host, mayfly_text(argument), completed, (void *)"open");
        raise(SIGSEGV);
    } else if (!strcmp(command, "crash")) {
        raise(SIGSEGV);
    }
}

static void carry_out(const char *command, char *argument, const mayfly_conversation *active) {
    if (!call_host(command, argument, active)) {
        act_alone(command, argument, active);
    }
}

static void follow_script(const char *callback, const mayfly_state *state) {
    char script[8000];
    char *rest = script;
    script[read_file("script", script, sizeof script - 1)] = 0;
    while (*rest) {
        char *line = rest, *end = strchr(rest, '\n'), *command, *argument;
        rest = end ? end + 1 : rest + strlen(rest);
        if (end) {
            *end = 0;
        }
        command = strchr(line, ' ');
        if (!command || strncmp(line, callback, (size_t)(command - line)) || callback[command - line]) {
            continue;
        }
        argument = strchr(++command, ' ');
        if (argument) {
            *argument++ = 0;
        }
        carry_out(command, argument ? argument : command + strlen(command), state->active_conversation);
    }
}

static void saw(const char *name, const mayfly_state *state, const mayfly_message *message, int style) {
    char line[4000], text[40];
    const mayfly_conversation *active = state->active_conversation;
    snprintf(line, sizeof line, "saw %s; style=%d", name, (int)state->presentation_style);
    if (active) {
        uuid_text(&active->local_participant, text);
        add(line, "local", text, 36);
        for (uint32_t i = 0; i < active->remote_participant_count; i++) {
            char key[20];
            snprintf(key, sizeof key, "remote%u", (unsigned)i);
            uuid_text(&active->remote_participants[i], text);
            add(line, key, text, 36);
        }
        report_message(line, "selected", active->selected_message);
    }
    report_message(line, "message", message);
    if (style >= 0) {
        add(line, "to", style ? "1" : "0", 1);
    }
    say(line);
    follow_script(name, state);
}

static void view_did_load(void *context, const mayfly_state *state) {
    (void)context;
    view->present_view(host, mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":["
                                         "{\"type\":\"Action.Submit\",\"id\":\"run\",\"title\":\"run\"}]}"));
    saw("viewDidLoad", state, NULL, -1);
}

#define REPORT(function, name)                                                                                         \
    static void function(void *context, const mayfly_state *state) {                                                   \
        (void)context;                                                                                                 \
        saw(name, state, NULL, -1);                                                                                    \
    }
#define REPORT_MESSAGE(function, name)                                                                                 \
    static void function(void *context, const mayfly_state *state, const mayfly_message *message) {                    \
        (void)context;                                                                                                 \
        saw(name, state, message, -1);                                                                                 \
    }
#define REPORT_STYLE(function, name)                                                                                   \
    static void function(void *context, const mayfly_state *state, int32_t style) {                                    \
        (void)context;                                                                                                 \
        saw(name, state, NULL, (int)style);                                                                            \
    }

#ifndef BARE
REPORT(will_become_active, "willBecomeActive")
REPORT(did_become_active, "didBecomeActive")
REPORT(will_resign_active, "willResignActive")
REPORT(did_resign_active, "didResignActive")
REPORT(view_will_appear, "viewWillAppear")
REPORT(view_did_appear, "viewDidAppear")
REPORT(view_will_disappear, "viewWillDisappear")
REPORT(view_did_disappear, "viewDidDisappear")
#ifndef CUT
REPORT(did_receive_memory_warning, "didReceiveMemoryWarning")
REPORT_MESSAGE(will_select, "willSelect")
REPORT_MESSAGE(did_select, "didSelect")
REPORT_MESSAGE(did_receive, "didReceive")
REPORT_MESSAGE(did_start_sending, "didStartSending")
REPORT_MESSAGE(did_cancel_sending, "didCancelSending")
REPORT_STYLE(will_transition, "willTransition")
REPORT_STYLE(did_transition, "didTransition")
#endif
#endif

/* BARE leaves out every callback that can be left out, CUT those of messages and what follows them. */
#if defined BARE
static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};
#else
static const mayfly_controller controller = {
    .size = sizeof controller,
    .view_did_load = view_did_load,
    .will_become_active = will_become_active,
    .did_become_active = did_become_active,
    .will_resign_active = will_resign_active,
    .did_resign_active = did_resign_active,
    .view_will_appear = view_will_appear,
    .view_did_appear = view_did_appear,
    .view_will_disappear = view_will_disappear,
    .view_did_disappear = view_did_disappear,
#ifndef CUT
    .will_select = will_select,
    .did_select = did_select,
    .did_receive = did_receive,
    .did_start_sending = did_start_sending,
    .did_cancel_sending = did_cancel_sending,
    .will_transition = will_transition,
    .did_transition = did_transition,
    .did_receive_memory_warning = did_receive_memory_warning,
#endif
};
#endif

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context, (void)action;
    saw("didPerformAction", state, NULL, -1);
}

/* `cells` holds the names of files, separated by commas. */
static uint32_t sticker_count(void *context, const mayfly_state *state) {
    uint32_t count = 1;
    (void)context;
    for (const char *rest = cells; (rest = strchr(rest, ',')); rest++) {
        count++;
    }
    saw("stickerCount", state, NULL, -1);
    return count;
}

static void sticker_at(void *context, const mayfly_state *state, uint32_t index) {
    char line[60], names[1000], *name = names;
    mayfly_sticker sticker = {.size = sizeof sticker};
    (void)context;
    snprintf(line, sizeof line, "asked %u", (unsigned)index);
    say(line);
    follow_script("stickerAt", state);
    snprintf(names, sizeof names, "%s", cells);
    for (uint32_t i = 0; name && i < index; i++) {
        name = strchr(name, ',');
        name += name != NULL;
    }
    if (name) {
        name[strcspn(name, ",")] = 0;
        sticker.file = mayfly_text(path(name));
        sticker.description = mayfly_text(name);
        stickers->supply_sticker(host, index, *name ? &sticker : NULL);
    }
}

static void did_swipe(void *context, const mayfly_state *state, int32_t direction) {
    (void)context, (void)direction;
    saw("didSwipe", state, NULL, -1);
}

static void did_change_settings(void *context, const mayfly_state *state) {
    (void)context;
    saw("didChangeSettings", state, NULL, -1);
}

static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};
static const mayfly_gesture_delegate gestures = {.size = sizeof gestures, .did_swipe = did_swipe};
static const mayfly_settings_delegate settings = {.size = sizeof settings, .did_change_settings = did_change_settings};
static const mayfly_sticker_source source = {
    .size = sizeof source, .sticker_count = sticker_count, .sticker_at = sticker_at};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE))) {
        return &delegate;
    }
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_GESTURES))) {
        return &gestures;
    }
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_SETTINGS_DELEGATE))) {
        return &settings;
    }
    return mayfly_text_equals(id, mayfly_text(MAYFLY_STICKER_SOURCE)) ? &source : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    const mayfly_storage_functions *storage;
    (void)context, (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    stickers = mayfly_ability(host, MAYFLY_STICKERS);
    logger = mayfly_ability(host, MAYFLY_LOG);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    storage->private_folder(host, folder, sizeof folder - 1);
    main_thread = pthread_self();
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
