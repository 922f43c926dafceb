/* The least that a plugin in C can be: it puts a text into the input field. */
#include <mayfly/mayfly.h>

static const mayfly_host *host;

static void did_become_active(void *context, const mayfly_state *state) {
    const mayfly_conversation_functions *conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    (void)context;
    (void)state;
    conversation->insert_text(host, mayfly_text("hello from minimal.c"), NULL, NULL);
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

MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    (void)offer;
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
