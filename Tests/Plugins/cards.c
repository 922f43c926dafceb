/*
 * Shows the card in the file card.json of its bundle, and logs what a tap on an action tells: "told ID, VERB: DATA", with a dash
 * for what there is none of. The file `told` of its private folder has the same lines.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <string.h>

static const mayfly_host *host;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;
static char path[1200], told[1200];
static char card[1 << 18];

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char line[4000];
    FILE *file = fopen(told, "a");
    (void)context, (void)state;
    snprintf(line, sizeof line, "told %.*s, %.*s: %.*s", (int)(action->id.data ? action->id.length : 1),
             action->id.data ? action->id.data : "-", (int)(action->verb.data ? action->verb.length : 1),
             action->verb.data ? action->verb.data : "-", (int)action->data.length, action->data.data);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
    if (file) {
        fprintf(file, "%s\n", line);
        fclose(file);
    }
}

static void view_did_load(void *context, const mayfly_state *state) {
    FILE *file = fopen(path, "r");
    (void)context, (void)state;
    if (file) {
        card[fread(card, 1, sizeof card - 1, file)] = 0;
        fclose(file);
    }
    view->present_view(host, mayfly_text(card));
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    const mayfly_storage_functions *storage;
    char folder[1000] = {0};
    (void)context;
    host = given;
    view = mayfly_ability(host, MAYFLY_VIEW);
    logger = mayfly_ability(host, MAYFLY_LOG);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    storage->private_folder(host, folder, sizeof folder - 1);
    snprintf(told, sizeof told, "%s/told", folder);
    snprintf(path, sizeof path, "%.*s/card.json", (int)launch->bundle_folder.length, launch->bundle_folder.data);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
