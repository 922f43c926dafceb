/*
 * Takes more of something than it may, as the button says that is pressed. The host must end this process, or give it the
 * time that it asks for.
 */
#include <mayfly/mayfly.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_log_functions *logger;
static const mayfly_view_functions *view;
static const mayfly_more_time_functions *more_time;
static char pressed[40];

static void say(const char *what, int number) {
    char line[100];
    snprintf(line, sizeof line, "%s %d", what, number);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

static int is(const char *id) { return !strcmp(pressed, id); }

static void *spin(void *nothing) {
    for (volatile unsigned i = 0;; i++) {
    }
    return nothing;
}

static void *wait_for_ever(void *nothing) {
    for (;;) {
        pause();
    }
    return nothing;
}

static void *call(void *nothing) {
    for (;;) {
        logger->log(host, MAYFLY_LOG_INFO, mayfly_text("again"));
    }
    return nothing;
}

/* Writes byte by byte, and leaves the host time to read each of them: a line without an end, what the host does not wait for, and a
   frame of a call, which is as long as a frame can be. It takes minutes, so that a busy host, too, reads it in many parts. The frame
   begins with one write: what the worker itself sends meanwhile comes before it, or is a part of its payload. */
static void *trickle(void *descriptor) {
    static const unsigned char start[] = {0xfc, 0xff, 0x0f, 0, 20, 0, 202, 0, 1};
    (void)!write((int)(intptr_t)descriptor, start, sizeof start);
    for (;;) {
        (void)!write((int)(intptr_t)descriptor, "", 1);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    return NULL;
}

/* More views than a person can see. */
static void *flicker(void *nothing) {
    char card[100];
    for (int i = 1; i <= 200; i++) {
        snprintf(
            card, sizeof card,
            "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[{\"type\":\"TextBlock\",\"text\":\"card %d\"}]}",
            i);
        view->present_view(host, mayfly_text(card));
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return nothing;
}

/* Cards that take far longer to check than to send. */
static void *present(void *nothing) {
    static char card[1 << 18];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[");
    for (int i = 0; i < 900; i++) {
        used += snprintf(card + used, sizeof card - (size_t)used,
                         "%s{\"type\":\"Input.Text\",\"id\":\"%d\",\"label\":\"%0200d\"}", i ? "," : "", i, 0);
    }
    snprintf(card + used, sizeof card - (size_t)used, "]}");
    for (int i = 0; i < 200; i++) {
        view->present_view(host, mayfly_text(card));
    }
    return nothing;
}

static void put_states(void) {
    static const char bytes[1 << 16];
    const mayfly_session_state_functions *states = mayfly_ability(host, MAYFLY_SESSION_STATE);
    mayfly_uuid session = {{1}};
    for (int i = 0; i < 40; i++) {
        states->put_state(host, &session, 0, bytes, sizeof bytes, NULL, NULL);
    }
}

static void start(void *(*body)(void *), int count) {
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, body, NULL);
    }
}

static void start_with(void *(*body)(void *), intptr_t argument) {
    pthread_t thread;
    pthread_create(&thread, NULL, body, (void *)argument);
}

static void enter_folder(void) {
    const mayfly_storage_functions *storage = mayfly_ability(host, MAYFLY_STORAGE);
    char folder[2000] = {0};
    storage->private_folder(host, folder, sizeof folder - 1);
    (void)!chdir(folder);
}

static void write_files(int count, size_t size) {
    char *bytes = calloc(1, size);
    for (int i = 0; i < count; i++) {
        char name[40];
        snprintf(name, sizeof name, "file-%d", i);
        int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        memset(bytes, 'x', size);
        (void)!write(file, bytes, size);
        close(file);
    }
    free(bytes);
}

/* Files in a folder a hundred folders deep, which is then closed to everybody. */
static void hide(void) {
    for (int i = 0; i < 100; i++) {
        mkdir("d", 0700);
        (void)!chdir("d");
    }
    write_files(8, 1 << 20);
    (void)!chdir("..");
    chmod("d", 0);
}

/* Files in its folder itself, which is then closed to everybody. */
static void close_folder(void) {
    write_files(8, 1 << 20);
    chmod(".", 0);
}

static void print(void) {
    static char bytes[1 << 16];
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < 1 << 14; i++) {
        (void)!write(1, bytes, sizeof bytes);
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context, (void)state;
    snprintf(pressed, sizeof pressed, "%.*s", (int)action->id.length, action->id.data ? action->id.data : "");
    if (is("spin")) {
        start(spin, 1);
    } else if (is("threads")) {
        start(wait_for_ever, 40);
    } else if (is("calls")) {
        start(call, 1);
    } else if (is("states")) {
        put_states();
    } else if (is("cards")) {
        start(present, 1);
    } else if (is("flicker")) {
        start(flicker, 1);
    } else if (is("line")) {
        start_with(trickle, 1);
    } else if (is("crumbs")) {
        start_with(trickle, 3);
    } else if (is("noise")) {
        start_with(trickle, 4);
    } else if (is("fill")) {
        write_files(8, 1 << 20);
    } else if (is("hole")) {
        (void)!ftruncate(open("hole", O_WRONLY | O_CREAT, 0600), 48 << 20);
    } else if (is("files")) {
        write_files(200, 0);
    } else if (is("hide")) {
        hide();
    } else if (is("close")) {
        close_folder();
    } else if (is("print")) {
        print();
    } else if (is("sleep")) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    } else if (is("crash")) {
        abort();
    }
}

static void answered(void *context, const mayfly_error *error) { say(context, error ? (int)error->code : 0); }

static void ask(const char *reason, uint32_t milliseconds) {
    more_time->extend(host, mayfly_text(reason), milliseconds, answered, (void *)"extend");
}

static void will_resign_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (is("save")) {
        ask("saving the game", 60000);
        nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 500000000}, NULL);
        say("saved", 0);
    } else if (is("never")) {
        ask("saving \x1b[31meverything", 60000);
        ask("and more", 1);
        wait_for_ever(NULL);
    }
}

static void view_did_load(void *context, const mayfly_state *state) {
    static const char *const ids[] = {"spin", "threads", "calls",  "cards", "states", "fill",  "files",
                                      "hide", "close",   "print",  "crash", "save",   "never", "sleep",
                                      "hole", "line",    "crumbs", "noise", "flicker"};
    char card[2000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":[");
    (void)context, (void)state;
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
    enter_folder();
    /* Nobody resigns now. */
    ask("too early", 100);
}

static const mayfly_controller controller = {
    .size = sizeof controller, .view_did_load = view_did_load, .will_resign_active = will_resign_active};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    view = mayfly_ability(host, MAYFLY_VIEW);
    logger = mayfly_ability(host, MAYFLY_LOG);
    more_time = mayfly_ability(host, MAYFLY_MORE_TIME);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
