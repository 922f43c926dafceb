/* The border between C and Go: the tables are C, and their functions call Go. cgo compiles this file twice, so all is static. */

/* The prototype of the header has pointers to const, which Go does not know. */
#define MAYFLY_NO_ENTRY_PROTOTYPE
#include <mayfly/mayfly.h>

/* Exported by counter.go. */
int32_t goMakeInstance(mayfly_host *host);
void goOpen(mayfly_message *message);
void goAct(mayfly_message *selected, mayfly_string button);

static void will_become_active(void *context, const mayfly_state *state) {
    (void)context;
    goOpen((mayfly_message *)state->active_conversation->selected_message);
}

/* The person tapped a message of this extension. */
static void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state;
    goOpen((mayfly_message *)message);
}

/* A message has arrived: of the session that is open, it is the newer one. */
static void did_receive(void *context, const mayfly_state *state, const mayfly_message *message) {
    const mayfly_message *selected = state->active_conversation->selected_message;
    if (selected && selected->session && message->session && mayfly_uuid_equals(selected->session, message->session)) {
        did_select(context, state, message);
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context;
    goAct((mayfly_message *)state->active_conversation->selected_message, action->id);
}

/* The tables of callbacks beside the controller, by their ids. */
static const void *ability(void *context, mayfly_string id) {
    static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    static const mayfly_controller controller = {
        .size = sizeof controller,
        .will_become_active = will_become_active,
        .did_select = did_select,
        .did_receive = did_receive,
    };
    (void)context, (void)launch;
    instance->controller = &controller;
    instance->ability = ability;
    return goMakeInstance((mayfly_host *)host);
}

static inline int32_t negotiate(const mayfly_offer *offer, mayfly_extension *extension) {
    if (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0) {
        extension->refusal = mayfly_text("@NAME@ speaks version 1.0 of the interface only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}

/* Go cannot call a pointer to a function. The host copies what it is given before a call returns. */

static inline int is_complete(const mayfly_host *host) {
    return mayfly_ability(host, MAYFLY_CONVERSATION) && mayfly_ability(host, MAYFLY_VIEW);
}

static inline void present(const mayfly_host *host, const char *card) {
    const mayfly_view_functions *view = mayfly_ability(host, MAYFLY_VIEW);
    view->present_view(host, mayfly_text(card));
}

/* Puts a message into the input field: the next one of the session that is open, or the first of a new one. */
static inline void stage(const mayfly_host *host, const mayfly_message *selected, const char *url,
                         const char *caption) {
    const mayfly_conversation_functions *conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    mayfly_uuid session;
    if (selected && selected->session) {
        session = *selected->session;
    } else {
        conversation->make_session(host, &session);
    }
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text(caption)};
    mayfly_message message = {
        .size = sizeof message,
        .session = &session,
        .url = mayfly_text(url),
        .layout = &layout,
        .summary_text = mayfly_text(caption),
        .accessibility_label = mayfly_text(caption),
    };
    conversation->insert_message(host, &message, NULL, NULL);
    /* The person sees the input field in the compact style only. */
    conversation->request_presentation_style(host, MAYFLY_STYLE_COMPACT);
}
