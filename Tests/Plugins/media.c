/*
 * Inserts files and shows a sticker browser, as its buttons say. What it is answered it writes to its log.
 * The pictures come from the bundle, as good.png; what it needs besides it writes to its private folder, where the test has
 * put a FIFO.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static const mayfly_sticker_functions *stickers;
static const mayfly_log_functions *logger;
static char private_folder[1000], bundle_folder[1000];

static void say(const char *line) { logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line)); }

static void completed(void *context, const mayfly_error *error) {
    char line[200];
    snprintf(line, sizeof line, "%s %d %d", (const char *)context, error ? (int)error->domain : 0,
             error ? (int)error->code : 0);
    say(line);
}

/* The path of a file of the bundle or of the private folder. */
static const char *path(const char *folder, const char *name) {
    static char text[1200];
    snprintf(text, sizeof text, "%s/%s", folder, name);
    return text;
}

static void copy_good_picture(const char *name) {
    char bytes[100000];
    FILE *from = fopen(path(bundle_folder, "good.png"), "rb");
    size_t count = from ? fread(bytes, 1, sizeof bytes, from) : 0;
    FILE *to = fopen(path(private_folder, name), "wb");
    if (to) {
        fwrite(bytes, 1, count, to);
        fclose(to);
    }
    if (from) {
        fclose(from);
    }
}

static void attach(const char *name, const char *file, const char *shown) {
    conversation->insert_attachment(host, mayfly_text(file), mayfly_text(shown), completed, (void *)name);
}

static void stick(const char *name, const char *file) {
    mayfly_sticker sticker = {
        .size = sizeof sticker, .file = mayfly_text(file), .description = MAYFLY_TEXT("a sticker")};
    conversation->insert_sticker(host, &sticker, completed, (void *)name);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char id[40], url[1300];
    (void)context, (void)state;
    snprintf(id, sizeof id, "%.*s", (int)action->id.length, action->id.data ? action->id.data : "");
    if (!strcmp(id, "attachments")) {
        FILE *file;
        attach("url", "https://example.org/a.png", NULL);
        attach("relative", "good.png", NULL);
        attach("missing", path(bundle_folder, "nothing.png"), NULL);
        attach("outside", "/etc/hostname", NULL);
        attach("dots", path(bundle_folder, "../../../../../../../../etc/hostname"), NULL);
        attach("fifo", path(private_folder, "fifo"), NULL);
        if (symlink("/etc/hostname", path(private_folder, "link")) == 0) {
            attach("link", path(private_folder, "link"), NULL);
        }
        file = fopen(path(private_folder, "binary"), "wb");
        if (file) {
            fwrite("\0\1\2\3", 1, 4, file);
            fclose(file);
        }
        attach("binary", path(private_folder, "binary"), NULL);
        snprintf(url, sizeof url, "file://%s/good%%2Epng", bundle_folder);
        attach("good", url, NULL);
        attach("named", path(bundle_folder, "good.png"), "holiday.png");
    } else if (!strcmp(id, "stickers")) {
        FILE *file = fopen(path(private_folder, "big.png"), "wb");
        if (file) {
            char zeros[1000] = {0};
            for (int i = 0; i < 501; i++) {
                fwrite(zeros, 1, sizeof zeros, file);
            }
            fclose(file);
        }
        stick("url", "ftp://example.org/a.png");
        stick("missing", path(bundle_folder, "nothing.png"));
        stick("big", path(private_folder, "big.png"));
        stick("format", path(bundle_folder, "manifest.json"));
        copy_good_picture("temporary.png");
        stick("temporary", path(private_folder, "temporary.png"));
    } else if (!strcmp(id, "delete")) {
        unlink(path(private_folder, "temporary.png"));
    } else if (!strcmp(id, "browser")) {
        stickers->present_sticker_browser(host, MAYFLY_STICKER_LARGE);
    } else if (!strcmp(id, "stray")) {
        mayfly_sticker sticker = {.size = sizeof sticker, .file = mayfly_text(path(bundle_folder, "good.png"))};
        stickers->supply_sticker(host, 0, &sticker);
    }
}

static uint32_t sticker_count(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    return 4;
}

/* The second has no answer, the third is NULL. */
static void sticker_at(void *context, const mayfly_state *state, uint32_t index) {
    mayfly_sticker sticker = {.size = sizeof sticker,
                              .file = mayfly_text(path(bundle_folder, "good.png")),
                              .description = MAYFLY_TEXT("good")};
    (void)context, (void)state;
    if (index == 0 || index == 3) {
        stickers->supply_sticker(host, index, &sticker);
    } else if (index == 2) {
        stickers->supply_sticker(host, index, NULL);
    }
}

static void view_did_load(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    view->present_view(host,
                       mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"actions\":["
                                   "{\"type\":\"Action.Submit\",\"id\":\"attachments\",\"title\":\"attachments\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"stickers\",\"title\":\"stickers\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"delete\",\"title\":\"delete\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"browser\",\"title\":\"browser\"},"
                                   "{\"type\":\"Action.Submit\",\"id\":\"stray\",\"title\":\"stray\"}]}"));
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
    logger = mayfly_ability(host, MAYFLY_LOG);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    snprintf(bundle_folder, sizeof bundle_folder, "%.*s", (int)launch->bundle_folder.length,
             launch->bundle_folder.data);
    /* Capacity 0 asks for the length. */
    if (storage->private_folder(host, NULL, 0) >= sizeof private_folder ||
        mayfly_ability(host, "mayfly.nonsense/1") != NULL) {
        return MAYFLY_ERROR_UNKNOWN;
    }
    storage->private_folder(host, private_folder, sizeof private_folder - 1);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
