/*
 * @NAME@: a number that two people raise together. It travels in the message, as "?count=3".
 *
 * The host calls all callbacks on one thread, one at a time. The process ends soon after the view has left the screen.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>

#define NAME "@NAME@"

enum { MOST = 999999 };

/* What the host gives stays valid until the process ends. */
static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;

static long count;

/* Shows the number, with its two buttons. */
static void show(void) {
    char card[400];
    snprintf(card, sizeof card,
             "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\","
             "\"body\":[{\"type\":\"TextBlock\",\"text\":\"%ld\",\"size\":\"extraLarge\"}],"
             "\"actions\":[{\"type\":\"Action.Submit\",\"id\":\"add\",\"title\":\"Add one\"},"
             "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"Put into the message\"}]}",
             count);
    view->present_view(host, mayfly_text(card));
}

/* Takes over the number of a message. It may come from another device, so it may be anything. */
static void take(const mayfly_message *message) {
    char url[32] = "";
    long number;
    if (message && message->url.data && message->url.length < sizeof url) {
        memcpy(url, message->url.data, (size_t)message->url.length);
    }
    if (sscanf(url, "?count=%6ld", &number) == 1 && number >= 0) {
        count = number;
    }
}

/* Puts the number into the input field: the next message of the session that is open, or the first of a new one. */
static void stage(const mayfly_state *state) {
    const mayfly_message *selected = state->active_conversation->selected_message;
    char url[32], caption[sizeof NAME + 32];
    mayfly_uuid session;
    if (selected && selected->session) {
        session = *selected->session;
    } else {
        conversation->make_session(host, &session);
    }
    snprintf(url, sizeof url, "?count=%ld", count);
    snprintf(caption, sizeof caption, "%s: %ld", NAME, count);
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

static void will_become_active(void *context, const mayfly_state *state) {
    (void)context;
    take(state->active_conversation->selected_message);
    show();
}

/* The person tapped a message of this extension. */
static void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state;
    take(message);
    show();
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
    if (mayfly_text_equals(action->id, mayfly_text("add"))) {
        count += count < MOST;
        show();
    } else if (mayfly_text_equals(action->id, mayfly_text("stage"))) {
        stage(state);
    }
}

static const mayfly_controller controller = {
    .size = sizeof controller,
    .will_become_active = will_become_active,
    .did_select = did_select,
    .did_receive = did_receive,
};

static const mayfly_view_delegate view_delegate = {
    .size = sizeof view_delegate,
    .did_perform_action = did_perform_action,
};

/* The tables of callbacks beside the controller, by their ids. */
static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &view_delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    instance->controller = &controller;
    instance->ability = ability;
    return conversation && view ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

/* The one function that the library exports. */
int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    if (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0) {
        extension->refusal = mayfly_text(NAME " speaks version 1.0 of the interface only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
