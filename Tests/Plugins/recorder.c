/*
 * Writes every callback, with the state that it was told, to its log, and does what the buttons of its view say.
 * The tests read what it saw: the host's own account of itself proves nothing.
 */
#include <mayfly/mayfly.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;

static void say(const char *line) { logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line)); }

static void caption_of(const mayfly_message *message, char *text, size_t size) {
    if (!message) {
        snprintf(text, size, "none");
    } else if (message->layout && message->layout->caption.data) {
        snprintf(text, size, "%.*s", (int)message->layout->caption.length, message->layout->caption.data);
    } else {
        snprintf(text, size, "%.*s", (int)message->url.length, message->url.data ? message->url.data : "");
    }
}

static void saw(const char *name, const mayfly_state *state, const char *more) {
    char line[400], selected[100];
    const mayfly_conversation *active = state->active_conversation;
    caption_of(active ? active->selected_message : NULL, selected, sizeof selected);
    snprintf(line, sizeof line, "saw %s %s%s%s%s%s", name, state->presentation_style ? "expanded" : "compact",
             active ? " selected=" : " no-conversation", active ? selected : "", *more ? " " : "", more);
    say(line);
}

static void completed(void *context, const mayfly_error *error) {
    char line[300];
    snprintf(line, sizeof line, "completed %s %d", (const char *)context, error ? (int)error->code : 0);
    say(line);
}

static void completed_then_dismiss(void *context, const mayfly_error *error) {
    completed(context, error);
    conversation->dismiss(host);
}

static void completed_never(void *context, const mayfly_error *error) {
    completed(context, error);
    for (;;) {
        pause();
    }
}

static mayfly_uuid session;

static int32_t stage(const char *caption, const char *summary, mayfly_completion completion) {
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text(caption)};
    mayfly_message message = {
        .size = sizeof message,
        .session = &session,
        .url = MAYFLY_TEXT("?from=recorder"),
        .layout = &layout,
        .summary_text = mayfly_text(summary),
    };
    return conversation->insert_message(host, &message, completion, (void *)"insert");
}

static void view_did_load(void *context, const mayfly_state *state) {
    static const char *const ids[] = {"stage",        "second", "stage-dismiss", "expand",     "compact", "dismiss",
                                      "text",         "crash",  "hang",          "exit",       "bad-url", "many",
                                      "dismiss-late", "handle", "stop",          "never-done", "print",   "both-styles",
                                      "transcript",   "flood",  "texts-dismiss"};
    char card[4000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":[");
    (void)context;
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    saw("viewDidLoad", state, "");
    view->present_view(host, mayfly_text(card));
}

#define RECORD(function, name)                                                                                         \
    static void function(void *context, const mayfly_state *state) {                                                   \
        (void)context;                                                                                                 \
        saw(name, state, "");                                                                                          \
    }
#define RECORD_MESSAGE(function, name)                                                                                 \
    static void function(void *context, const mayfly_state *state, const mayfly_message *message) {                    \
        char text[100], more[140];                                                                                     \
        (void)context;                                                                                                 \
        caption_of(message, text, sizeof text);                                                                        \
        snprintf(more, sizeof more, "message=%s", text);                                                               \
        saw(name, state, more);                                                                                        \
    }
#define RECORD_STYLE(function, name)                                                                                   \
    static void function(void *context, const mayfly_state *state, int32_t style) {                                    \
        (void)context;                                                                                                 \
        saw(name, state, style ? "to=expanded" : "to=compact");                                                        \
    }

RECORD(will_become_active, "willBecomeActive")
RECORD(did_become_active, "didBecomeActive")
RECORD(view_will_appear, "viewWillAppear")
RECORD(view_did_appear, "viewDidAppear")
RECORD(view_will_disappear, "viewWillDisappear")
RECORD(view_did_disappear, "viewDidDisappear")
RECORD_MESSAGE(will_select, "willSelect")
RECORD_MESSAGE(did_select, "didSelect")
RECORD_MESSAGE(did_receive, "didReceive")
RECORD_MESSAGE(did_start_sending, "didStartSending")
RECORD_MESSAGE(did_cancel_sending, "didCancelSending")
RECORD_STYLE(will_transition, "willTransition")
RECORD_STYLE(did_transition, "didTransition")

static int stages_in_resign, calls_late;

static void will_resign_active(void *context, const mayfly_state *state) {
    (void)context;
    saw("willResignActive", state, "");
    if (stages_in_resign) {
        char line[60];
        snprintf(line, sizeof line, "insert in willResignActive %d", (int)stage("last word", "last", NULL));
        say(line);
    }
}

static void did_resign_active(void *context, const mayfly_state *state) {
    (void)context;
    saw("didResignActive", state, "");
    if (calls_late) {
        char line[60];
        snprintf(line, sizeof line, "insert in didResignActive %d", (int)stage("too late", "late", NULL));
        say(line);
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char id[40];
    (void)context;
    snprintf(id, sizeof id, "%.*s", (int)action->id.length, action->id.data ? action->id.data : "");
    saw("didPerformAction", state, id);
    if (!strcmp(id, "stage")) {
        stage("first", "first step", completed);
    } else if (!strcmp(id, "second")) {
        stage("second", "second step", completed);
    } else if (!strcmp(id, "stage-dismiss")) {
        stage("staged", "staged step", completed_then_dismiss);
    } else if (!strcmp(id, "expand")) {
        conversation->request_presentation_style(host, MAYFLY_STYLE_EXPANDED);
    } else if (!strcmp(id, "compact")) {
        conversation->request_presentation_style(host, MAYFLY_STYLE_COMPACT);
    } else if (!strcmp(id, "both-styles")) {
        conversation->request_presentation_style(host, MAYFLY_STYLE_EXPANDED);
        conversation->request_presentation_style(host, MAYFLY_STYLE_COMPACT);
    } else if (!strcmp(id, "transcript")) {
        conversation->request_presentation_style(host, MAYFLY_STYLE_TRANSCRIPT);
    } else if (!strcmp(id, "dismiss")) {
        conversation->dismiss(host);
    } else if (!strcmp(id, "dismiss-late")) {
        stages_in_resign = calls_late = 1;
        conversation->dismiss(host);
    } else if (!strcmp(id, "text")) {
        conversation->insert_text(host, mayfly_text("hello "), completed, (void *)"text");
    } else if (!strcmp(id, "bad-url")) {
        mayfly_message message = {.size = sizeof message, .url = MAYFLY_TEXT("ftp://example.org")};
        conversation->insert_message(host, &message, completed, (void *)"bad-url");
    } else if (!strcmp(id, "many")) {
        static char names[50][12];
        for (int i = 0; i < 50; i++) {
            snprintf(names[i], sizeof names[i], "many-%d", i);
            conversation->insert_text(host, mayfly_text(names[i]), completed, names[i]);
        }
    } else if (!strcmp(id, "texts-dismiss")) {
        conversation->insert_text(host, mayfly_text("one "), completed, (void *)"one");
        conversation->insert_text(host, mayfly_text("two "), completed, (void *)"two");
        conversation->dismiss(host);
    } else if (!strcmp(id, "handle")) {
        char line[60];
        snprintf(line, sizeof line, "wrong handle %d", (int)conversation->dismiss((const mayfly_host *)&line));
        say(line);
    } else if (!strcmp(id, "print")) {
        printf("printed without a log\n");
    } else if (!strcmp(id, "flood")) {
        for (int i = 0; i < 5000; i++) {
            say("flood");
            printf("printed %d\n", i);
        }
    } else if (!strcmp(id, "never-done")) {
        conversation->insert_text(host, mayfly_text("x"), completed_never, (void *)"never");
    } else if (!strcmp(id, "crash")) {
        stage("before the crash", "crash", NULL);
        raise(SIGSEGV);
    } else if (!strcmp(id, "hang")) {
        for (;;) {
        }
    } else if (!strcmp(id, "stop")) {
        raise(SIGSTOP);
    } else if (!strcmp(id, "exit")) {
        exit(7);
    }
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
};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *the_host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    (void)launch;
    host = the_host;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    logger = mayfly_ability(host, MAYFLY_LOG);
    conversation->make_session(host, &session);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
