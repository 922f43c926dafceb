/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The extension that `mayfly bench` measures. The id of an action is the request, and its first byte the command: E
 * answers with the same bytes, all but the first xor 1, as text for the input field; S crashes, L loops without end, T
 * stops the process.
 */
#include <mayfly/mayfly.h>

#include <signal.h>

enum { LARGEST = 1 << 18 };

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static volatile int *volatile nowhere;
static volatile unsigned long turns;

static void answer(mayfly_string request) {
    static char reply[LARGEST];
    if (request.length > LARGEST) {
        return;
    }
    reply[0] = request.data[0];
    for (size_t i = 1; i < request.length; i++) {
        reply[i] = (char)(request.data[i] ^ 1);
    }
    conversation->insert_text(host, (mayfly_string){.data = reply, .length = request.length}, NULL, NULL);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context;
    (void)state;
    if (!action->id.data || action->id.length == 0) {
        return;
    }
    switch (action->id.data[0]) {
    case 'E': answer(action->id); break;
    case 'S': *nowhere = 1; break;
    case 'L':
        for (;;) {
            turns++;
        }
    case 'T': raise(SIGSTOP); break;
    default: break;
    }
}

/*
 * Every callback of a launch and of its end exists, so that calls are measured and not the skipping of missing
 * callbacks.
 */
static void nothing(void *context, const mayfly_state *state) {
    (void)context;
    (void)state;
    turns++;
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
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    instance->controller = &controller;
    instance->ability = ability;
    return conversation ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    (void)offer;
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
