/* SPDX-License-Identifier: Apache-2.0 */
#include "mayfly_warm_up.h"

#include <mayfly/mayfly.h>
#include <string.h>

static const mayfly_host *host;

static void nothing(void *context, const mayfly_state *state) {
    (void)context;
    (void)state;
}

static void insert_id(void *context, const mayfly_state *state, const mayfly_action *action) {
    const mayfly_conversation_functions *conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    (void)context;
    (void)state;
    if (conversation) {
        conversation->insert_text(host, action->id, NULL, NULL);
    }
}

static const mayfly_controller controller = {.size = sizeof controller,
                                             .view_did_load = nothing,
                                             .will_become_active = nothing,
                                             .did_become_active = nothing,
                                             .will_resign_active = nothing,
                                             .did_resign_active = nothing,
                                             .view_will_appear = nothing,
                                             .view_did_appear = nothing,
                                             .view_will_disappear = nothing,
                                             .view_did_disappear = nothing};
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = insert_id};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &delegate : NULL;
}

static int32_t make_warm_up(void *context, const mayfly_host *given, const mayfly_launch *launch,
                            mayfly_instance *instance) {
    (void)context;
    (void)launch;
    host = given;
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

static int32_t entry(const mayfly_offer *offer, mayfly_extension *extension) {
    extension->abi_version = offer->abi_max;
    extension->make_instance = make_warm_up;
    return MAYFLY_OK;
}

void *mayfly_warm_up_entry(void) {
    int32_t (*function)(const mayfly_offer *, mayfly_extension *) = entry;
    void *address;
    memcpy(&address, &function, sizeof address);
    return address;
}
