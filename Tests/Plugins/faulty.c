/*
 * An extension that passes every check of `mayfly validate`. With -DFAULT=… it breaks what one check is about, and nothing else:
 * Tests/Integration/Validation has the list.
 */
#define _GNU_SOURCE
#include <mayfly/mayfly.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum fault {
    none,
    crash_at_launch,
    hang_at_launch,
    no_view,
    slow_launch,
    text_at_launch,
    constructor_thread,
    constructor_files,
    crash_when_larger,
    crash_at_swipe,
    crash_when_smaller,
    crash_at_settings,
    crash_at_end,
    slow_callback,
    slow_resign,
    slow_transition,
    no_arabic,
    no_regions,
    more_threads,
    more_descriptors,
    more_memory,
    half_written_call,
    unknown_element,
    empty_compact,
    empty_expanded,
    silent_picture,
    double_ids,
    crash_at_tap,
    no_stage,
    crash_at_cancel,
    crash_at_second_stage,
    crash_at_send,
    crash_at_bubble,
    no_view_of_bubble,
    crash_at_answer,
    crash_at_receive,
    crash_at_select,
    no_summary,
    no_spoken_text,
    new_session,
    network,
    trace_me,
    key_ring,
    bad_call,
    prints,
    slow_start,
    much_memory,
    wakes_up,
    large_picture,
    answers_once,
    takes_newest,
    takes_any_version,
    any_table,
    known_contexts_only,
    needs_calls
};

#ifndef FAULT
#define FAULT none
#endif
/* The callback after whose end a kill leaves what the next launch does not survive. */
#ifndef KILLED_AFTER
#define KILLED_AFTER ""
#endif
/* A table of host functions without which it crashes. */
#ifndef NEEDS
#define NEEDS ""
#endif

#if defined(EXPORTS_MORE)
MAYFLY_EXPORT int faulty_second_export(void);
MAYFLY_EXPORT int faulty_second_export(void) { return 1; }
#endif
#if defined(UNDEFINED)
int faulty_that_nobody_has(void);
int (*const volatile faulty_pointer)(void) = faulty_that_nobody_has;
#endif
#if defined(TEXT_RELOCATION)
__asm__(".pushsection .text\n.p2align 3\n.quad faulty_place\n.popsection\n"
        ".pushsection .data\nfaulty_place: .quad 0\n.popsection\n");
#endif
#if defined(WRITABLE_CODE)
__asm__(".pushsection .faulty,\"awx\",@progbits\n.quad 0\n.popsection\n");
#endif

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static char folder[3072];
static int stages;
static int transitions;

/* ---- What is kept: the callback that ended last ---- */

static void path_of(const char *name, char *path, size_t size) { snprintf(path, size, "%s/%s", folder, name); }

static void keep(const char *text) {
    char path[3200], draft[3200];
    path_of("last", path, sizeof path);
    path_of("last.new", draft, sizeof draft);
    FILE *file = folder[0] ? fopen(draft, "w") : NULL;
    if (!file) {
        return;
    }
    int written = fputs(text, file) >= 0;
    if (fclose(file) == 0 && written) {
        rename(draft, path);
    }
}

static int has_kept(const char *text) {
    char path[3200], line[64] = "";
    path_of("last", path, sizeof path);
    FILE *file = folder[0] ? fopen(path, "r") : NULL;
    if (!file) {
        return 0;
    }
    char *read = fgets(line, sizeof line, file);
    fclose(file);
    return read && strcmp(line, text) == 0;
}

static void wait_milliseconds(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void *sleep_for_ever(void *unused) {
    (void)unused;
    for (;;) {
        wait_milliseconds(1000000);
    }
    return NULL;
}

static void *wake_again_and_again(void *unused) {
    (void)unused;
    for (;;) {
        wait_milliseconds(5);
    }
    return NULL;
}

static void start(void *(*body)(void *)) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, NULL) == 0) {
        pthread_detach(thread);
    }
}

__attribute__((constructor)) static void construct(void) {
    if (FAULT == constructor_thread) {
        start(sleep_for_ever);
    }
    if (FAULT == constructor_files) {
        int ends[2];
        if (pipe(ends)) {
            abort();
        }
    }
}

/* ---- The view ---- */

static void show(int is_expanded) {
    const char *button = "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"Put it in the message\"}";
    const char *body = "{\"type\":\"TextBlock\",\"text\":\"All is well\"},"
                       "{\"type\":\"Input.Text\",\"id\":\"name\",\"label\":\"Name\"}";
    const char *more = "";
    char card[2000];
    switch (FAULT) {
    case no_view: return;
    case unknown_element: more = ",{\"type\":\"Hologram\"}"; break;
    case silent_picture: more = ",{\"type\":\"Image\",\"url\":\"bundle:icon.png\"}"; break;
    default: break;
    }
    if (FAULT == double_ids) {
        button = "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"Put it in the message\"},"
                 "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"The same\"}";
    } else if (FAULT == crash_at_tap) {
        button = "{\"type\":\"Action.Submit\",\"id\":\"crash\",\"title\":\"Crash\"}";
    } else if (FAULT == no_stage) {
        button = "{\"type\":\"Action.Submit\",\"id\":\"nothing\",\"title\":\"Nothing\"}";
    }
    if ((FAULT == empty_compact && !is_expanded) || (FAULT == empty_expanded && is_expanded)) {
        view->present_view(host, mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[]}"));
        return;
    }
    snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[%s%s],\"actions\":[%s]}",
             body, more, button);
    view->present_view(host, mayfly_text(card));
}

/* ---- Staging ---- */

static void staged(void *context, const mayfly_error *error) {
    (void)context;
    if (!error) {
        conversation->request_presentation_style(host, MAYFLY_STYLE_COMPACT);
    }
}

static void stage(const mayfly_state *state) {
    const mayfly_message *selected = state->active_conversation ? state->active_conversation->selected_message : NULL;
    mayfly_uuid session;
    stages++;
    if ((FAULT == crash_at_second_stage && stages == 2) || (FAULT == crash_at_answer && selected)) {
        abort();
    }
    if (selected && selected->session && FAULT != new_session) {
        session = *selected->session;
    } else {
        conversation->make_session(host, &session);
    }
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text("All is well")};
    mayfly_message message = {.size = sizeof message,
                              .session = &session,
                              .url = mayfly_text("?well"),
                              .layout = &layout,
                              .summary_text = mayfly_text("It was well")};
    char picture[3200];
    if (FAULT == no_summary) {
        message.summary_text = mayfly_text(NULL);
    } else if (FAULT == no_spoken_text) {
        layout.caption = mayfly_text(NULL);
    } else if (FAULT == large_picture) {
        snprintf(picture, sizeof picture, "%s", "/bundle/large.png");
        layout.image_file = mayfly_text(picture);
    }
    int32_t code = conversation->insert_message(host, &message, staged, NULL);
    if (FAULT == needs_calls && code != MAYFLY_OK) {
        abort();
    }
}

/* ---- Callbacks ---- */

static int is_selected(const mayfly_state *state) {
    return state->active_conversation && state->active_conversation->selected_message;
}

/* A kill at the call is not to be one after the callback that KILLED_AFTER names. */
static int shows_early(void) {
    return strcmp(KILLED_AFTER, "willBecomeActive") == 0 || strcmp(KILLED_AFTER, "didBecomeActive") == 0;
}

static int is_expanded(const mayfly_state *state) { return state->presentation_style == MAYFLY_STYLE_EXPANDED; }

static void view_did_load(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (FAULT == crash_at_launch) {
        abort();
    }
    if (FAULT == hang_at_launch) {
        sleep_for_ever(NULL);
    }
    if (FAULT == slow_launch) {
        wait_milliseconds(1600);
    }
    if (FAULT == slow_start) {
        wait_milliseconds(1200);
    }
    if (FAULT == much_memory) {
        char *memory = malloc(72 << 20);
        if (memory) {
            memset(memory, 1, 72 << 20);
        }
    }
    if (FAULT == wakes_up) {
        start(wake_again_and_again);
    }
    if (FAULT == network && socket(AF_INET, SOCK_STREAM, 0) >= 0) {
        abort();
    }
    if (FAULT == trace_me) {
        syscall(SYS_ptrace, 0, 0, 0, 0);
    }
    if (FAULT == key_ring) {
        syscall(SYS_keyctl, 0, 0, 0, 0);
    }
    if (FAULT == prints) {
        puts("looking for a fault");
        fflush(stdout);
    }
    if (shows_early()) {
        show(is_expanded(state));
    }
    keep("viewDidLoad");
}

static void will_become_active(void *context, const mayfly_state *state) {
    (void)context;
    if (FAULT == crash_at_bubble && is_selected(state)) {
        abort();
    }
    if (FAULT == slow_launch) {
        wait_milliseconds(1600);
    }
    keep("willBecomeActive");
}

static void did_become_active(void *context, const mayfly_state *state) {
    (void)context;
    if (FAULT == slow_launch) {
        wait_milliseconds(1600);
    }
    if (FAULT == text_at_launch) {
        conversation->insert_text(host, mayfly_text("hello"), NULL, NULL);
    }
    if (FAULT == bad_call) {
        conversation->request_presentation_style(host, 77);
    }
    if (FAULT == half_written_call) {
        keep("call");
    }
    if (!shows_early() && !(FAULT == no_view_of_bubble && is_selected(state))) {
        show(is_expanded(state));
    }
    if (FAULT == half_written_call) {
        wait_milliseconds(500);
    }
    keep("didBecomeActive");
}

static void view_will_appear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (FAULT == slow_launch) {
        wait_milliseconds(1600);
    }
    keep("viewWillAppear");
}

static void view_did_appear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    keep("viewDidAppear");
}

static void view_will_disappear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    keep("viewWillDisappear");
}

static void view_did_disappear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    keep("viewDidDisappear");
}

static void will_resign_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (FAULT == slow_resign) {
        wait_milliseconds(350);
    }
    keep("willResignActive");
}

static void did_resign_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    keep("didResignActive");
    if (FAULT == crash_at_end) {
        abort();
    }
}

static void will_transition(void *context, const mayfly_state *state, int32_t style) {
    (void)context, (void)state, (void)style;
    if (FAULT == slow_transition) {
        wait_milliseconds(150);
    }
    keep("willTransition");
}

static void did_transition(void *context, const mayfly_state *state, int32_t style) {
    (void)context, (void)state;
    int is_large = style == MAYFLY_STYLE_EXPANDED;
    if ((FAULT == crash_when_larger && is_large) || (FAULT == crash_when_smaller && !is_large)) {
        abort();
    }
    transitions++;
    if (FAULT == more_threads && transitions % 4 == 0) {
        start(sleep_for_ever);
    }
    if (FAULT == more_descriptors && transitions % 4 == 0) {
        (void)!open("/bundle/icon.png", O_RDONLY); /* at the limit of descriptors there are enough */
    }
    if (FAULT == more_memory) {
        char *memory = malloc(256 << 10);
        if (memory) {
            memset(memory, transitions, 256 << 10);
        }
    }
    if (FAULT == empty_compact || FAULT == empty_expanded) {
        show(is_large);
    }
    keep("didTransition");
}

static void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
    if (FAULT == crash_at_select) {
        abort();
    }
}

static void did_receive(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
    if (FAULT == crash_at_receive) {
        abort();
    }
}

static void did_start_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
    if (FAULT == crash_at_send) {
        abort();
    }
}

static void did_cancel_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
    if (FAULT == crash_at_cancel) {
        abort();
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context;
    if (mayfly_text_equals(action->id, mayfly_text("crash"))) {
        abort();
    }
    if (mayfly_text_equals(action->id, mayfly_text("stage"))) {
        stage(state);
    }
}

static void did_swipe(void *context, const mayfly_state *state, int32_t direction) {
    (void)context, (void)state, (void)direction;
    if (FAULT == crash_at_swipe) {
        abort();
    }
    if (FAULT == slow_callback) {
        wait_milliseconds(2300);
    }
}

static void did_change_settings(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (FAULT == crash_at_settings) {
        abort();
    }
}

/* ---- Making an instance ---- */

static const mayfly_controller controller = {.size = sizeof controller,
                                             .view_did_load = view_did_load,
                                             .will_become_active = will_become_active,
                                             .did_become_active = did_become_active,
                                             .will_resign_active = will_resign_active,
                                             .did_resign_active = did_resign_active,
                                             .view_will_appear = view_will_appear,
                                             .view_did_appear = view_did_appear,
                                             .view_will_disappear = view_will_disappear,
                                             .view_did_disappear = view_did_disappear,
                                             .did_select = did_select,
                                             .did_receive = did_receive,
                                             .did_start_sending = did_start_sending,
                                             .did_cancel_sending = did_cancel_sending,
                                             .will_transition = will_transition,
                                             .did_transition = did_transition};
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};
static const mayfly_gesture_delegate gestures = {.size = sizeof gestures, .did_swipe = did_swipe};
static const mayfly_settings_delegate settings = {.size = sizeof settings, .did_change_settings = did_change_settings};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_GESTURES))) {
        return &gestures;
    }
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_SETTINGS_DELEGATE))) {
        return &settings;
    }
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_STICKER_SOURCE))) {
        return NULL;
    }
    int is_known = mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE));
    return is_known || FAULT == any_table ? &delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    if (NEEDS[0]) {
        const volatile uint32_t *size = mayfly_ability(host, NEEDS);
        (void)*size;
    }
    const mayfly_storage_functions *storage = mayfly_ability(host, MAYFLY_STORAGE);
    if (!conversation || !view) {
        return MAYFLY_ERROR_UNKNOWN;
    }
    if (storage) {
        storage->private_folder(host, folder, sizeof folder - 1);
    }
    if ((KILLED_AFTER[0] && has_kept(KILLED_AFTER)) || has_kept("call")) {
        abort();
    }
    if ((FAULT == no_arabic && launch->locale.length >= 2 && memcmp(launch->locale.data, "ar", 2) == 0) ||
        (FAULT == no_regions && launch->locale.length > 2) ||
        (FAULT == known_contexts_only && launch->presentation_context > MAYFLY_CONTEXT_MEDIA)) {
        abort();
    }
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    static int calls;
    calls++;
    if (FAULT == answers_once && calls > 1) {
        extension->refusal = mayfly_text("it was called before");
        return MAYFLY_ERROR_UNKNOWN;
    }
    if (FAULT != takes_any_version && (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0)) {
        extension->refusal = mayfly_text("it speaks version 1.0 only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = FAULT == takes_newest ? offer->abi_max : MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
