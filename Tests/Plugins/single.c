/* A library that is a bundle by itself: it carries its manifest and its icon. */
#include <mayfly/mayfly.h>

#ifdef MANIFEST_FILE
MAYFLY_MANIFEST_FILE("manifest.json");
#elif defined PACK
MAYFLY_MANIFEST(
    "{\"id\": \"test.mayfly.single\", \"name\": \"Single\", \"version\": \"1.0.0\", \"kind\": \"sticker-pack\","
    "\"icon\": \"icon.png\", \"stickers\": \"stickers\"}");
#elif !defined WITHOUT_MANIFEST
#ifndef ICON
#define ICON "pictures/icon.png"
#endif
MAYFLY_MANIFEST("{\"id\": \"test.mayfly.single\", \"name\": \"Single\", \"version\": \"1.0.0\", \"kind\": \"app\","
                "\"abi\": {\"min\": \"1.0\", \"max\": \"1.0\"}, \"icon\": \"" ICON "\","
                "\"libraries\": {\"linux-x86_64\": \"lib/code.so\", \"linux-aarch64\": \"lib/code.so\"}}");
#endif

#ifndef WITHOUT_ICON
MAYFLY_ICON_FILE("icon.png");
#endif

#ifdef MARK
#include <stdio.h>

__attribute__((constructor)) static void mark(void) {
    FILE *file = fopen(MARK, "w");
    if (file) {
        fclose(file);
    }
}
#endif

static const mayfly_host *host;

static void did_become_active(void *context, const mayfly_state *state) {
    const mayfly_conversation_functions *conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    (void)context;
    (void)state;
    conversation->insert_text(host, mayfly_text("hello from a single library"), NULL, NULL);
}

static const mayfly_controller controller = {.size = sizeof controller, .did_become_active = did_become_active};

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    (void)launch;
    host = given;
    instance->controller = &controller;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
