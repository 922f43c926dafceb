/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The common part of all faulty plugins: the entry, every callback, a view with buttons, and functions that report results.
 *
 * A file includes this header and defines `misbehave`, which is called once, in the callback that WHEN names. Without WHEN
 * this is didPerformAction, after a tap on the button "misbehave". The first comment of each file has the expected result,
 * which the test reads; README.md describes its grammar.
 */
#ifndef FAULT_H
#define FAULT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <mayfly/mayfly.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#ifndef WHEN
#define WHEN didPerformAction
#endif
/* The number of stickers that the browser gets. */
#ifndef STICKERS
#define STICKERS 1
#endif
#define FAULT_TEXT(word) #word
#define FAULT_NAME(word) FAULT_TEXT(word)

/* NO_STICKER_AT: a sticker source without sticker_at. */

/* The fault. */
static void misbehave(void);

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;
static const mayfly_sticker_functions *stickers;
static const mayfly_storage_functions *storage;
static const char *bundle_folder;

/* Writes a line to the extension's log. */
__attribute__((unused, format(printf, 1, 2))) static void print(const char *format, ...) {
    char line[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

/* Logs the result of an attempt: its name with OK, or with the name of errno after a negative result. */
__attribute__((unused)) static void attempt(const char *what, long result) {
    const char *name = result < 0 ? strerrorname_np(errno) : "OK";
    print("%s %s", what, name ? name : "?");
}

/* The path of a file in the private folder; valid until the next call. */
__attribute__((unused)) static const char *private_file(const char *name) {
    static char path[1200];
    uint64_t length = storage->private_folder(host, path, sizeof path - 100);
    snprintf(path + length, sizeof path - length, "/%s", name);
    return path;
}

/* Fills the disk with unlinked files: each is unlinked after it is opened, and a mapping keeps it. */
__attribute__((unused)) static void fill_disk_unseen(void) {
    static char bytes[8 << 20];
    memset(bytes, 1, sizeof bytes);
    for (;;) {
        int file = open(private_file("unnamed"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        (void)!write(file, bytes, sizeof bytes);
        mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
        unlink(private_file("unnamed"));
        close(file);
    }
}

/*
 * A fact about the machine that the test provides, so that an attempt on a real target is refused and does not fail for lack of
 * one: `host` (a process id), `neighbour` (another extension's private folder), `port`, `socket`, `abstract`. Empty without the
 * fact.
 */
__attribute__((unused)) static const char *fact(const char *name) {
    static char line[1200];
    size_t length = strlen(name);
    FILE *file = fopen(private_file("facts"), "r");
    while (file && fgets(line, sizeof line, file)) {
        if (!strncmp(line, name, length) && line[length] == ' ') {
            line[strcspn(line, "\n")] = 0;
            fclose(file);
            return line + length + 1;
        }
    }
    if (file) {
        fclose(file);
    }
    return "";
}

/* Whether this process sees only its own namespace. Faults that act on all processes run only then. */
__attribute__((unused)) static int is_contained(void) { return getpid() == 2; }

/* The body of every callback. The fault runs once. */
static void reached(const char *callback) {
    static int is_done;
    if (!is_done && !strcmp(callback, FAULT_NAME(WHEN))) {
        is_done = 1;
        misbehave();
    }
}

#define FAULT_CALLBACK(function, name)                                                                                 \
    static void function(void *context, const mayfly_state *state) {                                                   \
        (void)context, (void)state;                                                                                    \
        reached(name);                                                                                                 \
    }
#define FAULT_MESSAGE_CALLBACK(function, name)                                                                         \
    static void function(void *context, const mayfly_state *state, const mayfly_message *message) {                    \
        (void)context, (void)state, (void)message;                                                                     \
        reached(name);                                                                                                 \
    }
#define FAULT_STYLE_CALLBACK(function, name)                                                                           \
    static void function(void *context, const mayfly_state *state, int32_t style) {                                    \
        (void)context, (void)state, (void)style;                                                                       \
        reached(name);                                                                                                 \
    }

FAULT_CALLBACK(will_become_active, "willBecomeActive")
FAULT_CALLBACK(did_become_active, "didBecomeActive")
FAULT_CALLBACK(will_resign_active, "willResignActive")
FAULT_CALLBACK(did_resign_active, "didResignActive")
FAULT_CALLBACK(view_will_appear, "viewWillAppear")
FAULT_CALLBACK(view_did_appear, "viewDidAppear")
FAULT_CALLBACK(view_did_disappear, "viewDidDisappear")
FAULT_CALLBACK(did_receive_memory_warning, "didReceiveMemoryWarning")
FAULT_CALLBACK(did_change_settings, "didChangeSettings")
FAULT_MESSAGE_CALLBACK(will_select, "willSelect")
FAULT_MESSAGE_CALLBACK(did_select, "didSelect")
FAULT_MESSAGE_CALLBACK(did_receive, "didReceive")
FAULT_MESSAGE_CALLBACK(did_start_sending, "didStartSending")
FAULT_MESSAGE_CALLBACK(did_cancel_sending, "didCancelSending")
FAULT_STYLE_CALLBACK(did_transition, "didTransition")
FAULT_STYLE_CALLBACK(did_swipe, "didSwipe")

/* How many changes of style have begun. */
__attribute__((unused)) static unsigned style_changes;

static void will_transition(void *context, const mayfly_state *state, int32_t style) {
    (void)context, (void)state, (void)style;
    style_changes++;
    reached("willTransition");
}

#ifdef AT_END
/* What a file defines as AT_END is called when the extension leaves the screen. */
static void AT_END(void);
#endif

static void view_will_disappear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    reached("viewWillDisappear");
#ifdef AT_END
    AT_END();
#endif
}

static void view_did_load(void *context, const mayfly_state *state) {
    static const char card[] = "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":["
                               "{\"type\":\"Action.Submit\",\"id\":\"misbehave\",\"title\":\"misbehave\"},"
                               "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"stage\"},"
                               "{\"type\":\"Action.Submit\",\"id\":\"text\",\"title\":\"text\"},"
                               "{\"type\":\"Action.Submit\",\"id\":\"grow\",\"title\":\"grow\"},"
                               "{\"type\":\"Action.Submit\",\"id\":\"stickers\",\"title\":\"stickers\"}]}";
    (void)context, (void)state;
    view->present_view(host, mayfly_text(card));
    reached("viewDidLoad");
}

/* Runs on the thread of the completions. */
__attribute__((unused)) static void completed(void *context, const mayfly_error *error) {
    (void)context, (void)error;
    reached("completion");
}

static void stage(void) {
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text("staged")};
    mayfly_message message = {.size = sizeof message, .url = mayfly_text("https://example.org/staged")};
    message.layout = &layout;
    conversation->insert_message(host, &message, NULL, NULL);
}

/* Allocates enough memory for a warning, and less than the limit. */
static void *grow(void *nothing) {
    size_t size = (size_t)110 << 20;
    char *memory = (char *)malloc(size);
    if (memory) {
        memset(memory, 1, size);
    }
    return nothing;
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context, (void)state;
    if (mayfly_text_equals(action->id, mayfly_text("stage"))) {
        stage();
    } else if (mayfly_text_equals(action->id, mayfly_text("text"))) {
        conversation->insert_text(host, mayfly_text("x"), completed, NULL);
    } else if (mayfly_text_equals(action->id, mayfly_text("grow"))) {
        /* In a thread of its own: on a busy machine it can take longer than a callback may. */
        pthread_t thread;
        pthread_create(&thread, NULL, grow, NULL);
    } else if (mayfly_text_equals(action->id, mayfly_text("stickers"))) {
        stickers->present_sticker_browser(host, 0);
    } else {
        reached("didPerformAction");
    }
}

#ifdef AT_COUNT
/* What a file defines as AT_COUNT is called each time when the host asks how many stickers there are. */
static void AT_COUNT(void);
#endif

static uint32_t sticker_count(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    reached("stickerCount");
#ifdef AT_COUNT
    AT_COUNT();
#endif
    return STICKERS;
}

__attribute__((unused)) static void sticker_at(void *context, const mayfly_state *state, uint32_t index) {
    (void)context, (void)state, (void)index;
    reached("stickerAt");
}

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
    .will_select = will_select,
    .did_select = did_select,
    .did_receive = did_receive,
    .did_start_sending = did_start_sending,
    .did_cancel_sending = did_cancel_sending,
    .will_transition = will_transition,
    .did_transition = did_transition,
    .did_receive_memory_warning = did_receive_memory_warning,
};
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};
static const mayfly_sticker_source source = {
    .size = sizeof source,
    .sticker_count = sticker_count,
#ifndef NO_STICKER_AT
    .sticker_at = sticker_at,
#endif
};
static const mayfly_gesture_delegate gestures = {.size = sizeof gestures, .did_swipe = did_swipe};

static const mayfly_settings_delegate settings = {.size = sizeof settings, .did_change_settings = did_change_settings};

static const void *fault_ability(void *context, mayfly_string id) {
    (void)context;
    reached("ability");
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

static int32_t fault_make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                                   mayfly_instance *instance) {
    static char folder[1200];
    (void)context;
    host = given;
    conversation = (const mayfly_conversation_functions *)mayfly_ability(host, MAYFLY_CONVERSATION);
    view = (const mayfly_view_functions *)mayfly_ability(host, MAYFLY_VIEW);
    logger = (const mayfly_log_functions *)mayfly_ability(host, MAYFLY_LOG);
    stickers = (const mayfly_sticker_functions *)mayfly_ability(host, MAYFLY_STICKERS);
    storage = (const mayfly_storage_functions *)mayfly_ability(host, MAYFLY_STORAGE);
    snprintf(folder, sizeof folder, "%.*s", (int)launch->bundle_folder.length, launch->bundle_folder.data);
    bundle_folder = folder;
    instance->controller = &controller;
    instance->ability = fault_ability;
    reached("makeInstance");
    return MAYFLY_OK;
}

/* clang-format off */
#ifdef __cplusplus
extern "C"
#endif
MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    /* clang-format on */
    (void)offer;
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = fault_make_instance;
    reached("entry");
    return MAYFLY_OK;
}

#endif
